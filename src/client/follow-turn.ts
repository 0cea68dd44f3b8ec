import { type ChatFrame, readEvents } from './sse.ts';
import { finished } from './turn/apply-frame.ts';
import { isOver, NOTHING_YET, type TurnState } from './turn/turn-state.ts';

/** An answer with a stream, as `fetch` gives it. */
export type StreamResponse = Pick<Response, 'ok' | 'status' | 'body'>;

export interface FollowOptions<Refused extends StreamResponse = StreamResponse> {
  /** Sends the message. */
  begin: () => Promise<Refused>;
  /** Goes on: `GET /v1/turns/<turnId>/stream`, with `Last-Event-ID` when there is one. */
  resume: (turnId: string, lastEventId: string | undefined) => Promise<Refused>;
  /** That of the dialect that both speak. */
  reduce: (state: TurnState, frame: ChatFrame) => TurnState;
  /** Waits before each attempt to go on, in milliseconds; when all were in vain, it is over. Default about 40 s in all. */
  retryAfterMs?: readonly number[];
  sleep?: (ms: number) => Promise<void>;
}

/**
 * How it ended: `over` as the turn did; `refused` by an answer that is no stream; `lost` when the service could not be
 * reached (any more). What is `lost` may have been said all the same: send it again with the same `Idempotency-Key`.
 */
export type FollowEnd<Refused> = { type: 'over' } | { type: 'refused'; response: Refused } | { type: 'lost' };

const RETRY_AFTER_MS = [200, 500, 1_000, 2_000, 4_000, 8_000, 12_000, 12_000];

/**
 * Reads a turn to its end, over as many connections as that takes: gives what is known of it after every frame that
 * told something new. The waits begin anew whenever something did.
 */
export async function* followTurn<Refused extends StreamResponse>(
  options: FollowOptions<Refused>,
): AsyncGenerator<TurnState, FollowEnd<Refused>> {
  const { begin, resume, reduce, retryAfterMs = RETRY_AFTER_MS, sleep = sleepMs } = options;
  let state = NOTHING_YET;
  let attempt = 0;
  while (true) {
    const { turnId, lastEventId } = state;
    const response = await (turnId === undefined ? begin() : resume(turnId, lastEventId)).catch(() => undefined);
    if (response?.status === 204) {
      // There is nothing behind what was read, and so there was an end.
      if (!isOver(state)) yield finished(state);
      return { type: 'over' };
    }
    if (response && !response.ok && !isPassing(response.status)) return { type: 'refused', response };
    if (response?.ok && response.body) {
      const frames = readEvents(response.body);
      try {
        for await (const frame of frames) {
          const next = reduce(state, frame);
          if (next === state) continue;
          attempt = 0;
          state = next;
          yield state;
          if (isOver(state)) return { type: 'over' };
        }
      } catch {
        // The connection broke; what was read counts.
      }
    }
    const waitMs = retryAfterMs[attempt++];
    if (state.turnId === undefined || waitMs === undefined) {
      return response && !response.ok ? { type: 'refused', response } : { type: 'lost' };
    }
    await sleep(waitMs);
  }
}

/** Whether the next attempt may be answered otherwise: too many requests, or a service that restarts behind a proxy. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

function sleepMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { ChatError } from '../chat-error.ts';
import { letGo } from '../connection.ts';
import { type ChatFrame, readEvents } from '../sse.ts';
import { finished } from '../turn/apply-frame.ts';
import { isOver, NOTHING_YET, type TurnState } from '../turn/turn-state.ts';
import { within } from '../within.ts';

/** An answer with a stream, as `fetch` gives it. */
export type StreamResponse = Pick<Response, 'ok' | 'status' | 'body'> & { headers?: Pick<Headers, 'get'> };

export interface FollowOptions<Refused extends StreamResponse = StreamResponse> {
  /** Sends the message. A `ChatError` that it rejects with ends it all; any other reason is tried again. */
  begin: () => Promise<Refused>;
  /** Goes on: `GET /v1/turns/<turnId>/stream`, with `Last-Event-ID` when there is one. */
  resume: (turnId: string, lastEventId: string | undefined) => Promise<Refused>;
  /** That of the dialect that both speak. */
  reduce: (state: TurnState, frame: ChatFrame) => TurnState;
  /** What is known of the turn already, when it was begun before. */
  from?: TurnState | undefined;
  /** Whether to begin once more may not say the message twice: it carries an `Idempotency-Key`. Default false. */
  mayBeginAgain?: boolean;
  /** Ends it: what waits and what reads rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Waits before each attempt to go on, in milliseconds; when all were in vain, it is over. Default about 40 s in all. */
  retryAfterMs?: readonly number[] | undefined;
  /** A connection on which nothing is heard for so long is given up; the service says something every 15 s. Default 45 s. */
  silenceMs?: number | undefined;
  sleep?: (ms: number) => Promise<void>;
  /** Called when the connection is gone and will be tried again, and when it told something again. */
  onConnection?: ((isThere: boolean) => void) | undefined;
}

/**
 * How it ended: `over` as the turn did; `refused` by an answer that is no stream of events; `lost` when the service could
 * not be reached (any more). What is `lost` may have been said all the same: send it again with the same
 * `Idempotency-Key`.
 */
export type FollowEnd<Refused> =
  | { type: 'over' }
  | { type: 'refused'; response: Refused }
  /** `cause`: what the last attempt came to, where nothing answered. */
  | { type: 'lost'; cause?: unknown };

/** A frame that told something new, and what is known with it. No frame = the service says that there is nothing more. */
export interface Told {
  frame?: ChatFrame;
  before: TurnState;
  state: TurnState;
}

const RETRY_AFTER_MS = [200, 500, 1_000, 2_000, 4_000, 8_000, 12_000, 12_000];
const SILENCE_MS = 45_000;
/** Longest wait that a service may ask for. */
const MAX_WAIT_MS = 60_000;

/**
 * Reads a turn to its end, over as many connections as that takes: gives every frame that told something new. The waits
 * begin anew whenever something did.
 */
export async function* followFrames<Refused extends StreamResponse>(
  options: FollowOptions<Refused>,
): AsyncGenerator<Told, FollowEnd<Refused>> {
  const { begin, resume, reduce, signal, onConnection } = options;
  const { retryAfterMs = RETRY_AFTER_MS, silenceMs = SILENCE_MS, sleep = (ms) => sleepMs(ms, signal) } = options;
  let state = options.from ?? NOTHING_YET;
  if (isOver(state)) return { type: 'over' };
  let attempt = 0;
  let isThere = true;
  const tell = (next: boolean) => {
    if (next !== isThere) onConnection?.(next);
    isThere = next;
  };
  while (true) {
    signal?.throwIfAborted();
    const { turnId, lastEventId } = state;
    const asking = turnId === undefined ? begin() : resume(turnId, lastEventId);
    let cause: unknown;
    const response = await within(asking, { ms: silenceMs, signal }).catch((error: unknown) => {
      asking.then(letGo, () => {});
      if (error instanceof ChatError) throw error;
      cause = error;
      return undefined;
    });
    signal?.throwIfAborted();
    if (response?.status === 204) {
      // There is nothing behind what was read, and so there was an end.
      yield { before: state, state: finished(state) };
      return { type: 'over' };
    }
    const isRefused = response?.ok
      ? turnId === undefined && isOther(response)
      : response && !isPassing(response.status);
    if (response && isRefused) return { type: 'refused', response };
    if (response?.ok && response.body) {
      const frames = readEvents(response.body, { silenceMs, signal });
      try {
        for await (const frame of frames) {
          const before = state;
          state = reduce(before, frame);
          if (state === before) continue;
          // The head of a stream alone is no progress: a service may break down behind it again and again.
          if (state.parts !== before.parts || state.lastEventId !== before.lastEventId) attempt = 0;
          tell(true);
          yield { frame, before, state };
          if (isOver(state)) return { type: 'over' };
        }
      } catch {
        // The connection broke; what was read counts.
        signal?.throwIfAborted();
      }
    }
    const waitMs = retryAfterMs[attempt++];
    const canGoOn = state.turnId !== undefined || options.mayBeginAgain;
    if (!canGoOn || waitMs === undefined) {
      return response && !response.ok ? { type: 'refused', response } : { type: 'lost', cause };
    }
    if (response) letGo(response);
    tell(false);
    await sleep(Math.max(waitMs, askedWaitMs(response)));
  }
}

/**
 * Whether a page answered in the place of the service. In the middle of a turn that passes: a proxy may do so while the
 * service restarts.
 */
function isOther({ headers }: StreamResponse): boolean {
  return /^(?:text\/html|application\/json)\b/i.test(headers?.get('content-type') ?? '');
}

/** Whether the next attempt may be answered otherwise: too many requests, or a service that restarts behind a proxy. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** `Retry-After` in seconds; a date is not waited for. */
function askedWaitMs(response: StreamResponse | undefined): number {
  const seconds = Number(response?.ok ? 0 : (response?.headers?.get('retry-after') ?? 0));
  return Number.isFinite(seconds) ? Math.min(MAX_WAIT_MS, Math.max(0, seconds * 1_000)) : 0;
}

function sleepMs(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return within(new Promise<void>(() => {}), { ms, signal }).catch(() => signal?.throwIfAborted());
}

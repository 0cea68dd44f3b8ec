import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '../protocol/endpoint.ts';
import { NoAnswer, type Post, post } from './post.ts';
import { retryAfterMs } from './retry-after.ts';

export interface Patience {
  signal: AbortSignal;
  /** Whether an answer of this status means "later". */
  isLater: (status: number) => boolean;
  /** Whether a silence is tried again as well. Without it the endpoint may be at work still, and is not hurried. */
  repeatsSilence?: boolean;
  /** Called before each wait. `reason` names no URL. */
  onWait: (wait: { reason: string; waitMs: number }) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Posts until the endpoint answers something else than "later", always under the same id. A connection that fails
 * before the answer begins is tried again as well. A `Retry-After` is waited for to the second; else it waits 0.5 s, 1 s, …
 * up to 30 s, with jitter. Goes on until its signal is aborted: then it throws.
 */
export async function postPatiently(
  endpoint: Endpoint,
  request: Post,
  { signal, isLater, repeatsSilence = false, onWait }: Patience,
): Promise<IncomingMessage> {
  for (let failures = 0; ; failures++) {
    const backoffMs =
      Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10)) * (0.5 + Math.random() / 2);
    let wait: { reason: string; waitMs: number };
    try {
      const answer = await post(endpoint, request, signal);
      const status = answer.statusCode ?? 0;
      if (!isLater(status)) return answer;
      answer.destroy();
      wait = {
        reason: `it answered ${status}`,
        waitMs: retryAfterMs(answer.headers['retry-after'], Date.now()) ?? backoffMs,
      };
    } catch (error) {
      if (signal.aborted || !(error instanceof NoAnswer) || (error.isSilence && !repeatsSilence)) throw error;
      wait = { reason: error.message, waitMs: backoffMs };
    }
    onWait({ reason: wait.reason, waitMs: Math.round(wait.waitMs) });
    await sleep(wait.waitMs, undefined, { signal });
  }
}

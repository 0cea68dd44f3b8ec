import type { SendResult } from '../fetch/guarded-send.ts';
import { retryAfterMs } from '../fetch/retry-after.ts';
import type { DeliveryOutcome } from '../protocol/channel.ts';

/** Answers that say: not taken, come again. RFC 9110, RFC 6585 (429), RFC 8470 (425). */
const NOT_TAKEN: ReadonlySet<number> = new Set([408, 425, 429, 503]);

/** How a post ended. A failure of the other server may have come after it took what was posted. */
export function outcomeOf(result: SendResult, nowMs: number): DeliveryOutcome {
  switch (result.type) {
    case 'unreached':
      return { status: 'unreached', reason: result.reason };
    case 'unanswered':
      return { status: 'unknown', reason: result.reason };
    case 'refused':
      return { status: 'refused', reason: result.reason };
    case 'answered':
      return ofAnswer(result, nowMs);
    default:
      return result satisfies never;
  }
}

function ofAnswer({ status, retryAfter }: SendResult & { type: 'answered' }, nowMs: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return { status: 'delivered' };
  const reason = `the server answered ${status}`;
  if (NOT_TAKEN.has(status)) {
    const waitMs = retryAfterMs(retryAfter, nowMs);
    return waitMs === undefined ? { status: 'unreached', reason } : { status: 'throttled', retryAfterMs: waitMs };
  }
  return { status: status >= 500 ? 'unknown' : 'refused', reason };
}

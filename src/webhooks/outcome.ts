import type { SendResult } from '../fetch/guarded-send.ts';
import type { DeliveryOutcome } from '../protocol/channel.ts';

/** Answers that say: not taken, come again. RFC 9110, RFC 6585 (429), RFC 8470 (425). */
const NOT_TAKEN: ReadonlySet<number> = new Set([408, 425, 429, 503]);
/** Nobody is waited for longer at a time; then it is asked again. */
const LONGEST_WAIT_MS = 60 * 60_000;

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
  const retryAfterMs = retryAfter === undefined ? undefined : waitMs(retryAfter, nowMs);
  if (NOT_TAKEN.has(status)) {
    return retryAfterMs === undefined ? { status: 'unreached', reason } : { status: 'throttled', retryAfterMs };
  }
  return { status: status >= 500 ? 'unknown' : 'refused', reason };
}

/** Seconds or an HTTP date. Nothing for anything else. */
function waitMs(retryAfter: string, nowMs: number): number | undefined {
  const text = retryAfter.trim();
  const askedMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(askedMs) ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, askedMs));
}

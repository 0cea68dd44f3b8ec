import type { DeliveryOutcome } from '../protocol/channel.ts';
import type { DeliveryWork, Settlement } from '../protocol/kept-delivery.ts';
import type { DeliveryPolicy } from '../protocol/pace.ts';

/** How an attempt ended: as the channel says, or without asking it. */
export type Ending =
  | DeliveryOutcome
  /** Its time was over. */
  | { status: 'expired' }
  /** Its channel is not connected. */
  | { status: 'off' }
  /** The platform has asked the whole channel to wait. */
  | { status: 'held'; untilMs: number };

const CHANNEL_OFF_RETRY_MS = 60_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5 * 60_000;

/** What becomes of a delivery after an attempt. `random`: 0 up to, not including, 1. */
export function settlementOf(
  ending: Ending,
  work: DeliveryWork,
  { nowMs, random, whenUnknown }: { nowMs: number; random: number } & Pick<DeliveryPolicy, 'whenUnknown'>,
): Settlement {
  const later = (waitMs: number, reason: string): Settlement => ({ state: 'waiting', atMs: nowMs + waitMs, reason });
  switch (ending.status) {
    case 'delivered':
      return { state: 'delivered', ...(ending.receipt !== undefined && { receipt: ending.receipt }) };
    case 'throttled':
      // To the millisecond and without jitter: the platform has said when.
      return later(ending.retryAfterMs, 'the platform asked to wait');
    case 'held':
      return { state: 'waiting', atMs: ending.untilMs, reason: 'the platform asked the whole channel to wait' };
    case 'unreached':
      return later(backoffMs(work.attempt, random), ending.reason);
    case 'unknown':
      // An edit that is made twice is one edit.
      return whenUnknown === 'resend' || work.kind === 'edit'
        ? later(backoffMs(work.attempt, random), ending.reason)
        : { state: 'dead', reason: 'outcome_unknown' };
    case 'off':
      return later(CHANNEL_OFF_RETRY_MS, 'the channel is off');
    case 'refused':
      return { state: 'dead', reason: ending.reason };
    case 'expired':
      return { state: 'dead', reason: 'expired' };
    case 'moved':
      return { state: 'dead', reason: 'the conversation is said to have moved to where it is' };
    default:
      return ending satisfies never;
  }
}

/** Exponential, with jitter in its upper half: 0.25-0.5 s, 0.5-1 s, … up to 2.5-5 minutes. */
export function backoffMs(attempt: number, random: number): number {
  const ceilingMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 20));
  return Math.round(ceilingMs * (0.5 + random / 2));
}

import type { Rate } from '../protocol/pace.ts';
import { CLOCK_SLACK_MS } from './limits.ts';

/*
 * GCRA, the generic cell rate algorithm: one number is the whole state of a limit. It is the moment at which everything
 * that was let through would have come at the average pace. While it lies no further ahead than the burst allows, one
 * more may pass. A bucket without state, or with a moment that has passed, is full.
 *
 * No rule of ours sets that moment further ahead than a whole burst takes. One that is, by more than callers' clocks
 * differ, was kept before the clock was set back or the rate was raised. It counts for nothing, so nobody waits for an
 * hour. Cutting it short instead would not do: it would be cut anew at every look, and never pass.
 */

/** Milliseconds until one more may pass; 0 = now. `paidUntilMs` is the bucket's state. */
export function waitMsOf(paidUntilMs: number | undefined, rate: Rate, nowMs: number): number {
  const earliestMs = believed(paidUntilMs, rate, nowMs) + intervalMs(rate) - burstMs(rate);
  return Math.max(0, Math.ceil(earliestMs - nowMs));
}

/** The bucket's state once one more has passed. Asks nothing: see `waitMsOf` first. */
export function paidUntilAfter(paidUntilMs: number | undefined, rate: Rate, nowMs: number): number {
  return believed(paidUntilMs, rate, nowMs) + intervalMs(rate);
}

/** How many may pass at once. */
export function roomIn(paidUntilMs: number | undefined, rate: Rate, nowMs: number): number {
  const spareMs = nowMs + burstMs(rate) - believed(paidUntilMs, rate, nowMs);
  // A billionth, so that a division that is not exact does not take one away.
  return Math.floor(spareMs / intervalMs(rate) + 1e-9);
}

function believed(paidUntilMs: number | undefined, rate: Rate, nowMs: number): number {
  if (paidUntilMs === undefined) return nowMs;
  const isStray = paidUntilMs > nowMs + burstMs(rate) + CLOCK_SLACK_MS;
  return isStray ? nowMs : Math.max(paidUntilMs, nowMs);
}

function intervalMs(rate: Rate): number {
  return 1_000 / rate.perSecond;
}

/** A burst below one would let nothing pass ever. */
function burstMs(rate: Rate): number {
  return Math.max(1, rate.burst) * intervalMs(rate);
}

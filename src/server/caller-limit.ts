/** A pace for each caller and one for all together: so many at once, then so many a second. */
export interface CallerLimitOptions {
  perCaller: { perSecond: number; burst: number };
  total: { perSecond: number; burst: number };
  /** Callers that are remembered; when there are more, those who were heard longest ago are forgotten. */
  maxCallers: number;
  /** Unix milliseconds. */
  now: () => number;
}

/** Tells whether a caller may call once more, and counts it if so. Kept in this process alone. */
export type CallerLimit = (caller: string) => boolean;

/**
 * Of each caller one number is kept: the moment at which everything that was let through would have come at the average
 * pace (the generic cell rate algorithm).
 */
export function createCallerLimit({ perCaller, total, maxCallers, now }: CallerLimitOptions): CallerLimit {
  /** In the order in which they were heard last. */
  const paidUntilMs = new Map<string, number>();
  let allPaidUntilMs = 0;
  return (caller) => {
    const nowMs = now();
    const next = paidAfter(paidUntilMs.get(caller), perCaller, nowMs);
    const nextOfAll = paidAfter(allPaidUntilMs, total, nowMs);
    if (next === undefined || nextOfAll === undefined) return false;
    allPaidUntilMs = nextOfAll;
    paidUntilMs.delete(caller);
    paidUntilMs.set(caller, next);
    for (const oldest of paidUntilMs.keys()) {
      if (paidUntilMs.size <= maxCallers) break;
      paidUntilMs.delete(oldest);
    }
    return true;
  };
}

/** The new moment; nothing when it would lie further ahead than a whole burst takes. */
function paidAfter(
  paidUntilMs = 0,
  { perSecond, burst }: { perSecond: number; burst: number },
  nowMs: number,
): number | undefined {
  const intervalMs = 1_000 / perSecond;
  // A moment that no burst reaches is from before the clock was set back.
  const isStray = paidUntilMs > nowMs + burst * intervalMs;
  const next = (isStray ? nowMs : Math.max(paidUntilMs, nowMs)) + intervalMs;
  return next - nowMs > burst * intervalMs + 1e-6 ? undefined : next;
}

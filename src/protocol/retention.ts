const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long what is finished is kept, milliseconds. What waits or runs is kept for as long as it does. */
export interface Retention {
  /** Done turns with the keys by which a repeated update or request is known. */
  dedupeMs: number;
  /** Done turns of which it is kept what was said; never shorter than the keys. */
  historyMs: number;
  /** Delivered messages, from their delivery. */
  deliveredMs: number;
  /** Dead turns, with their raw updates, and dead deliveries, from when they were set aside. */
  deadMs: number;
  /** Where a person can be reached, from when they last wrote. */
  peopleMs: number;
}

/** Telegram repeats an update for 24 hours, https://core.telegram.org/bots/api#getting-updates, read 2026-11. */
export const SHORTEST_DEDUPE_HOURS = 24;

export const DEFAULT_RETENTION: Retention = {
  dedupeMs: 48 * HOUR_MS,
  historyMs: 30 * DAY_MS,
  deliveredMs: 30 * DAY_MS,
  deadMs: 30 * DAY_MS,
  peopleMs: 365 * DAY_MS,
};

/** When a done turn is swept at the latest: finished by then, its time is over. */
export function sweptBy({ dedupeMs, historyMs }: Retention, nowMs: number): { plain: number; logged: number } {
  return { plain: nowMs - dedupeMs, logged: nowMs - Math.max(dedupeMs, historyMs) };
}

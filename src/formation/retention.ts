import { z } from 'zod';
import { DEFAULT_RETENTION, type Retention, SHORTEST_DEDUPE_HOURS } from '../protocol/retention.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Ten years: longer than any of this is of use. */
const MAX_DAYS = 3_650;
const days = z.number().min(1).max(MAX_DAYS).optional();

/** The formation's `retention`, in the units that people write. */
export const retentionKeys = z
  .strictObject({
    dedupe_hours: z
      .number()
      .min(SHORTEST_DEDUPE_HOURS, {
        error: `at least ${SHORTEST_DEDUPE_HOURS}: platforms repeat an update for that long, and it would be answered twice.`,
      })
      .max(MAX_DAYS * 24)
      .optional(),
    history_days: days,
    delivered_days: days,
    dead_days: days,
    people_days: days,
  })
  .transform(
    (keys): Retention => ({
      dedupeMs: inMs(keys.dedupe_hours, HOUR_MS) ?? DEFAULT_RETENTION.dedupeMs,
      historyMs: inMs(keys.history_days, DAY_MS) ?? DEFAULT_RETENTION.historyMs,
      deliveredMs: inMs(keys.delivered_days, DAY_MS) ?? DEFAULT_RETENTION.deliveredMs,
      deadMs: inMs(keys.dead_days, DAY_MS) ?? DEFAULT_RETENTION.deadMs,
      peopleMs: inMs(keys.people_days, DAY_MS) ?? DEFAULT_RETENTION.peopleMs,
    }),
  );

function inMs(count: number | undefined, unitMs: number): number | undefined {
  return count === undefined ? undefined : Math.round(count * unitMs);
}

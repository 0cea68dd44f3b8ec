const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Questions kept per conversation; the oldest goes when one more comes. */
export const MAX_QUESTIONS = 32;

/** Seats kept per person; the one not seen for longest goes when one more comes. */
export const MAX_SEATS = 32;

/** Done turns, with their dedupe and idempotency keys. Telegram repeats an update for 24 hours, Slack for about one. */
export const DONE_TURN_KEPT_MS = 48 * HOUR_MS;

/** Dead turns, delivered messages and dead ones. */
export const FINISHED_KEPT_MS = 30 * DAY_MS;

/** Questions after they expired, so that a late press is told so. */
export const EXPIRED_QUESTION_KEPT_MS = DAY_MS;

/** Nothing is held for longer than its hold and this, whatever happens to the clock. */
export const CLOCK_SLACK_MS = 60_000;

/** Questions kept per conversation; the oldest goes when one more comes. */
export const MAX_QUESTIONS = 32;

/** Seats kept per person; the one not seen for longest goes when one more comes. */
export const MAX_SEATS = 32;

/** Questions after they expired, so that a late press is told so. */
export const EXPIRED_QUESTION_KEPT_MS = 24 * 60 * 60 * 1000;

/** Nothing is held for longer than its hold and this, whatever happens to the clock. */
export const CLOCK_SLACK_MS = 60_000;

/** Blobs after they expired, without their bytes, so that whoever comes late is told so. */
export const EXPIRED_BLOB_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** A reply that could not be delivered for a day is stale: it is dropped as dead rather than sent in a flood. */
export const DELIVERY_TTL_MS = 24 * 60 * 60 * 1000;

/** How long a question can be answered. */
export const QUESTION_TTL_MS = 7 * 24 * 60 * 60 * 1000;

/** How long a question can be answered, from when it is asked. */
export const QUESTION_TTL_MS = 7 * 24 * 60 * 60 * 1000;

/** How much of it there is: `npm run chaos` runs the whole, `npm test` a short form. */
export interface ChaosSize {
  messages: number;
  conversations: number;
  /** Of all conversations together; the work must last for some kills. */
  messagesPerSec: number;
  /** How long a database stays away where it is gone for a while. */
  databaseGoneMs: number;
}

export const isWhole = process.env.FOOTBRIDGE_CHAOS === 'whole';

export const SIZE: ChaosSize = isWhole
  ? { messages: 10_000, conversations: 500, messagesPerSec: 120, databaseGoneMs: 30_000 }
  : { messages: 300, conversations: 60, messagesPerSec: 60, databaseGoneMs: 2_000 };

/** A test takes as long as its messages, and what it waits for afterwards. */
export const CHAOS_TIMEOUT_MS = 120_000 + (SIZE.messages / SIZE.messagesPerSec) * 3_000;

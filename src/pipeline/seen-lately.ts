/** Where people write from changes seldom, so it need not be written down with every message. */
const FRESH_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Who was written down where within the last minute, by this instance. */
export interface SeenLately {
  has(userId: string, conversation: string, nowMs: number): boolean;
  /** To be called once it is kept: one that was not must be written down the next time. */
  add(userId: string, conversation: string, nowMs: number): void;
  /** They are written down with their next message, wherever they write. */
  forget(userId: string): void;
}

export function createSeenLately(): SeenLately {
  const seenMs = new Map<string, number>();
  // As JSON a text ends where it says, so no id is the beginning of another one.
  const beginningOf = (userId: string) => JSON.stringify(userId);
  const keyOf = (userId: string, conversation: string) => beginningOf(userId) + conversation;
  return {
    has(userId, conversation, nowMs) {
      const last = seenMs.get(keyOf(userId, conversation));
      return last !== undefined && nowMs - last < FRESH_MS;
    },
    add(userId, conversation, nowMs) {
      if (seenMs.size >= MAX_REMEMBERED) seenMs.clear();
      seenMs.set(keyOf(userId, conversation), nowMs);
    },
    forget(userId) {
      for (const key of seenMs.keys()) if (key.startsWith(beginningOf(userId))) seenMs.delete(key);
    },
  };
}

/** Where people write from changes seldom, so it need not be written down with every message. */
const FRESH_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Tells whether a person was seen in a conversation within the last minute; if not, they are from now on. */
export function createSeenLately(): (userId: string, conversation: string, nowMs: number) => boolean {
  const seenMs = new Map<string, number>();
  return (userId, conversation, nowMs) => {
    const key = JSON.stringify([userId, conversation]);
    const last = seenMs.get(key);
    if (last !== undefined && nowMs - last < FRESH_MS) return true;
    if (seenMs.size >= MAX_REMEMBERED) seenMs.clear();
    seenMs.set(key, nowMs);
    return false;
  };
}

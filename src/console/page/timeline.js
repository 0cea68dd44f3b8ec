/**
 * The messages of all chats, by chat and key, in the order in which they came. A message for one person keeps its `to`
 * through edits, which do not repeat it.
 * @param {(message: object) => string} keyOf
 */
export function createTimeline(keyOf) {
  const chats = new Map();
  return {
    load(messagesByChat) {
      for (const [chat, messages] of Object.entries(messagesByChat)) {
        chats.set(chat, new Map(messages.map((message) => [keyOf(message), message])));
      }
    },
    /** Gives the message as it is kept; nothing when the chat is not one of the page's. */
    put(chat, message, to) {
      const messages = chats.get(String(chat));
      if (!messages) return undefined;
      const key = keyOf(message);
      const seenBy = to ?? messages.get(key)?.to;
      const kept = seenBy === undefined ? message : { ...message, to: seenBy };
      messages.set(key, kept);
      return kept;
    },
    remove(chat, key) {
      chats.get(String(chat))?.delete(String(key));
    },
    /** What a person sees of a chat, oldest first. */
    seenBy(chat, person) {
      return [...(chats.get(String(chat))?.values() ?? [])].filter(({ to }) => to === undefined || to === person);
    },
  };
}

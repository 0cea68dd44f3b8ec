/**
 * The letters of one mailbox as threads, the one with the newest letter first. A letter belongs to the thread of any
 * letter that it answers: not everybody repeats all references.
 * @param {readonly object[]} letters
 * @returns {{key: string, letters: object[]}[]} a thread's key is the message id of its first letter
 */
export function threadsOf(letters) {
  const threads = new Map();
  const threadOf = new Map();
  for (const letter of [...letters].sort((a, b) => a.atMs - b.atMs)) {
    const { messageId, answers } = letter;
    const key = threadOf.get([...answers, messageId].find((id) => threadOf.has(id))) ?? messageId;
    for (const id of [...answers, messageId]) if (!threadOf.has(id)) threadOf.set(id, key);
    const thread = threads.get(key) ?? { key, letters: [] };
    thread.letters.push(letter);
    // The thread that got it last goes to the end.
    threads.delete(key);
    threads.set(key, thread);
  }
  return [...threads.values()].reverse();
}

/** The subject of a thread, as its first mail gives it. */
export function subjectOf({ letters }) {
  const [first] = letters;
  if (first.kind === 'refused') return 'A mail was refused';
  return first.subject || '(no subject)';
}

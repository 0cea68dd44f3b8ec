/**
 * The letters of one mailbox as threads, the one with the newest letter first.
 * @param {readonly object[]} letters
 * @returns {{key: string, letters: object[]}[]} a thread's letters are oldest first
 */
export function threadsOf(letters) {
  const threads = new Map();
  for (const letter of [...letters].sort((a, b) => a.atMs - b.atMs)) {
    const thread = threads.get(letter.thread) ?? { key: letter.thread, letters: [] };
    thread.letters.push(letter);
    // The thread that got it last goes to the end.
    threads.delete(letter.thread);
    threads.set(letter.thread, thread);
  }
  return [...threads.values()].reverse();
}

/** The subject of a thread, as its first mail gives it. */
export function subjectOf({ letters }) {
  const [first] = letters;
  if (first.kind === 'refused') return 'A mail was refused';
  return first.subject || '(no subject)';
}

import { threadsOf } from './threads.js';

/** The letters of every mailbox, what its person has not read yet, and what the mailbox does with mail. */
export function createLetters() {
  const boxes = new Map();
  const manners = new Map();
  const unread = new Set();
  return {
    /** What lies there when the page is opened counts as read. */
    load(chats, messages) {
      boxes.clear();
      for (const { id, manner } of chats) {
        boxes.set(id, new Map(messages[id].map((letter) => [letter.id, letter])));
        manners.set(id, manner);
      }
    },
    /** Gives whether the letter is new in one of these mailboxes. */
    add(box, letter) {
      const letters = boxes.get(box);
      if (!letters || letters.has(letter.id)) return false;
      letters.set(letter.id, letter);
      if (letter.kind !== 'sent') unread.add(letter.id);
      return true;
    },
    threads: (box) => threadsIn(box),
    thread: (box, key) => threadsIn(box).find((thread) => thread.key === key),
    /** The thread that a letter is in. */
    threadWith: (box, { id }) => threadsIn(box).find(({ letters }) => letters.some((letter) => letter.id === id)),
    isUnread: ({ id }) => unread.has(id),
    markRead(box, key) {
      for (const { id } of threadsIn(box).find((thread) => thread.key === key)?.letters ?? []) unread.delete(id);
    },
    mannerOf: (box) => manners.get(box),
    setManner: (box, manner) => manners.set(box, manner),
  };

  function threadsIn(box) {
    return threadsOf([...(boxes.get(box)?.values() ?? [])]);
  }
}

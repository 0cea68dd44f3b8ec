import { element, keepAtEnd } from './dom.js';

/**
 * The list of messages of the open chat: new ones at the end or in their thread, changed ones where they were.
 * @param {object} options
 * @param {HTMLElement} options.list
 * @param {HTMLElement} options.scroll what scrolls it
 * @param {(message: object) => string} options.keyOf
 * @param {(message: object) => string | undefined} options.threadOf key of the message below which a message stands
 * @param {(message: object) => HTMLElement} options.render
 */
export function createMessageLog({ list, scroll, keyOf, threadOf, render }) {
  return {
    /** Shows these and no others, the last one in view. */
    fill(messages) {
      list.replaceChildren();
      for (const message of messages) placeOf(threadOf(message)).append(nodeOf(message));
      scroll.scrollTop = scroll.scrollHeight;
    },
    /** Shows a message that is new or has changed. Gives whether it is new. */
    show(message) {
      const atEnd = keepAtEnd(scroll);
      const known = shown(keyOf(message));
      if (known) replace(known, nodeOf(message));
      else placeOf(threadOf(message)).append(nodeOf(message));
      atEnd();
      return !known;
    },
    remove: (key) => shown(key)?.remove(),
    isEmpty: () => list.childElementCount === 0,
  };

  function nodeOf(message) {
    const node = render(message);
    node.dataset.key = keyOf(message);
    return node;
  }

  function shown(key) {
    return list.querySelector(`[data-key="${CSS.escape(key)}"]`);
  }

  /** Whoever pressed a button by keyboard stays where they were when the button goes. */
  function replace(known, node) {
    const hadFocus = known.contains(document.activeElement);
    const replies = known.querySelector(':scope > .replies');
    known.replaceWith(node);
    if (replies) node.append(replies);
    if (!hadFocus) return;
    node.tabIndex = -1;
    node.focus({ preventScroll: true });
  }

  function placeOf(thread) {
    const root = thread === undefined ? undefined : shown(thread);
    if (!root) return list;
    const known = root.querySelector(':scope > .replies');
    if (known) return known;
    const replies = element('ol', { class: 'replies', 'aria-label': 'Thread' });
    root.append(replies);
    return replies;
  }
}

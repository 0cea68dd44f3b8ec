import { byId, element } from '../../dom.js';

/** Which thread is written into, and the line above the composer that says so. */
export function createReplying() {
  let thread;
  const words = element('span');
  const node = element(
    'p',
    { class: 'sl-replying', hidden: true },
    words,
    element('button', { type: 'button', class: 'sl-text-button', click: () => end() }, 'Leave thread'),
  );
  return {
    node,
    /** A button below a message that begins its thread, or goes on with it. */
    button: (ts, author) =>
      element('button', { type: 'button', class: 'sl-reply', click: () => begin(ts, author) }, 'Reply in thread'),
    /** What goes out with a message. */
    extras: () => (thread === undefined ? {} : { thread }),
    end,
  };

  function begin(ts, author) {
    thread = ts;
    words.textContent = `Thread below ${author}’s message`;
    node.hidden = false;
    byId('slack-field').focus();
  }

  function end() {
    thread = undefined;
    node.hidden = true;
  }
}

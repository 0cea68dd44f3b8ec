import { element } from '../../dom.js';
import { menu } from '../../menu.js';
import { inboxRow } from './inbox-row.js';

/** What the mailbox does with mail, so that a formation can be tried with mail that does not arrive. */
const MANNERS = [
  { manner: 'takes', label: 'Takes mail', hint: 'As mailboxes do' },
  { manner: 'refuses', label: 'Refuses', hint: 'The server answers 550: no such mailbox' },
  { manner: 'bounces', label: 'Bounces', hint: 'The server takes it and sends it back' },
];

/**
 * The list of threads, with a button to write and a menu for what the mailbox does.
 * @param {object} does
 * @param {(thread: string) => void} does.open
 * @param {() => void} does.write
 * @param {(manner: string, control: HTMLElement) => void} does.setManner
 */
export function createInbox({ open, write, setManner }) {
  const count = element('span', { class: 'ml-count' });
  const manner = element('span', { class: 'ml-manner' });
  const suggestions = element('ul', { class: 'chips', id: 'mail-suggestions' });
  const hint = element(
    'div',
    { class: 'hint' },
    element('p', {}, 'The same agent, as people read it in their mail.'),
    suggestions,
  );
  const rows = element('ol', { class: 'ml-rows', id: 'mail-rows', 'aria-label': 'Mails' });
  const node = element(
    'section',
    { class: 'ml-inbox', 'aria-label': 'Inbox' },
    element(
      'header',
      { class: 'ml-head' },
      element('strong', {}, 'Inbox'),
      count,
      manner,
      element('button', { type: 'button', class: 'ml-write', click: write }, 'Write'),
    ),
    element('div', { class: 'ml-list' }, hint, rows),
  );
  return {
    node,
    suggestions,
    /** Moves to the row of a thread, after it was closed. */
    focus: (key) => rowOf(key)?.focus({ preventScroll: true }),
    fill(threads, { personId, openKey, isUnread }) {
      const focused = document.activeElement?.closest('.ml-rows > li')?.dataset.key;
      rows.replaceChildren(
        ...threads.map((thread) =>
          inboxRow(thread, {
            personId,
            isUnread: thread.letters.some(isUnread),
            isOpen: thread.key === openKey,
            open: () => open(thread.key),
          }),
        ),
      );
      if (focused !== undefined) rowOf(focused)?.focus({ preventScroll: true });
      const unread = threads.filter(({ letters }) => letters.some(isUnread)).length;
      count.hidden = unread === 0;
      count.replaceChildren(String(unread), element('span', { class: 'unseen' }, ' new'));
      hint.hidden = threads.length > 0;
    },
    showManner(name) {
      const at = MANNERS.findIndex((known) => known.manner === name);
      if (manner.dataset.shows === name || at < 0) return;
      manner.dataset.shows = name;
      const options = MANNERS.map(({ label, hint: about }) => ({ label, hint: about }));
      const pick = ([picked], control) => setManner(MANNERS[picked].manner, control);
      manner.replaceChildren(menu({ label: 'This mailbox', options, picked: [at], isMulti: false, pick }));
    },
  };

  function rowOf(key) {
    return rows.querySelector(`[data-key="${CSS.escape(String(key))}"] > button`);
  }
}

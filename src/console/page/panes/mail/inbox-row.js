import { element, timeOfDay } from '../../dom.js';
import { nameOf, refusalOf } from './letter.js';
import { snippetOf } from './text.js';
import { subjectOf } from './threads.js';

/**
 * A row of the inbox: who wrote, when, about what, and how the newest mail begins.
 * @param {{key: string, letters: object[]}} thread
 * @param {{isUnread: boolean, isOpen: boolean, personId: string, open: () => void}} options
 */
export function inboxRow(thread, { isUnread, isOpen, personId, open }) {
  const { letters } = thread;
  const last = letters.at(-1);
  const tag = tagOf(last);
  return element(
    'li',
    { 'data-key': thread.key },
    element(
      'button',
      {
        type: 'button',
        class: `ml-row${isUnread ? ' is-unread' : ''}`,
        'aria-current': isOpen ? 'true' : undefined,
        click: open,
      },
      element(
        'span',
        { class: 'ml-row-by' },
        ...(isUnread ? [element('span', { class: 'unseen' }, 'New: ')] : []),
        element('strong', {}, writersOf(letters, personId)),
        ...(letters.length > 1 ? [element('small', {}, String(letters.length))] : []),
      ),
      element('time', { class: 'ml-row-time' }, timeOfDay(last.atMs)),
      element(
        'span',
        { class: 'ml-row-subject' },
        ...(tag ? [element('b', { class: 'ml-tag' }, tag)] : []),
        subjectOf(thread),
      ),
      element('span', { class: 'ml-row-snippet' }, last.kind === 'refused' ? refusalOf(last) : snippetOf(last)),
    ),
  );
}

function writersOf(letters, personId) {
  const names = letters.map(({ from }) => (from.address === personId ? 'me' : nameOf(from)));
  return [...new Set(names)].join(', ');
}

function tagOf({ kind, code }) {
  if (kind === 'refused') return `Refused ${code}`;
  return kind === 'returned' ? 'Bounced' : undefined;
}

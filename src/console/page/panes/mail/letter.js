import { element, timeOfDay } from '../../dom.js';
import { fileNode } from '../../files.js';
import { fillSwitch } from '../../pane-shell.js';
import { framed } from './framed.js';
import { snippetOf, textBody } from './text.js';

/**
 * A mail in its thread, as a list item. Folded, it shows who wrote it and how it begins.
 * @param {object} letter
 * @param {{isOpen: boolean, bot: object}} options
 */
export function letterNode(letter, { isOpen, bot }) {
  const { id, kind, atMs, from, to, text, html, files } = letter;
  const isBot = from.address.toLowerCase() === bot.id.toLowerCase();
  const body = element('div', { class: 'ml-part' });
  const parts = element('div');
  showPart(html !== undefined);
  return element(
    'li',
    { class: `ml-letter is-${kind}`, 'data-key': id },
    element(
      'details',
      { open: isOpen },
      element(
        'summary',
        { class: 'ml-by' },
        element('span', { class: `ml-avatar${isBot ? ' of-bot' : ''}`, 'aria-hidden': 'true' }, nameOf(from).charAt(0)),
        element(
          'span',
          { class: 'ml-who' },
          element('strong', {}, nameOf(from)),
          element('small', { class: 'ml-to' }, kind === 'sent' ? `to ${to[0]?.address ?? ''}` : from.address),
          element('small', { class: 'ml-snippet' }, snippetOf(letter)),
        ),
        element('time', {}, timeOfDay(atMs)),
      ),
      ...(kind === 'returned' || kind === 'refused' ? [element('p', { class: 'ml-fate' }, fateOf(letter))] : []),
      ...(html === undefined ? [] : [element('fieldset', { class: 'switch ml-parts' }, parts)]),
      ...(kind === 'refused' ? [] : [body]),
      ...(files.length > 0
        ? [element('div', { class: 'ml-files' }, ...files.map((file) => fileNode({ platform: 'mail', ...file })))]
        : []),
    ),
  );

  function showPart(isHtml) {
    body.replaceChildren(isHtml ? framed(html) : textBody(text));
    fillSwitch(parts, `mail-part-${id}`, [
      ['HTML', isHtml, () => showPart(true)],
      ['Text', !isHtml, () => showPart(false)],
    ]);
    parts.querySelector(':checked')?.focus({ preventScroll: true });
  }
}

export function nameOf({ name, address }) {
  return name || address;
}

/** What is known of a mail that the server did not take. */
export function refusalOf({ code, to }) {
  return `The server answered ${code}: there is no mailbox ${to[0]?.address ?? ''}.`;
}

function fateOf(letter) {
  if (letter.kind === 'refused') return `A mail of ${nameOf(letter.from)} never came in. ${refusalOf(letter)}`;
  return 'The server took this mail and sent it back: whoever owns this mailbox never saw it.';
}

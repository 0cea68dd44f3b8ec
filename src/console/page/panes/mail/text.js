import { element, linked } from '../../dom.js';

/** The line above what is quoted, and everything below it when it is quoted to the end. */
const QUOTED = /\n+(On [^\n]+ wrote:\n\n?(?:>[^\n]*\n?)+)\s*$/;

/** The text of a mail; the mail that it quotes is folded away. */
export function textBody(text) {
  const [, quoted] = QUOTED.exec(text) ?? [];
  const said = quoted === undefined ? text : text.slice(0, text.lastIndexOf(quoted));
  return element(
    'div',
    { class: 'ml-text', dir: 'auto' },
    element('p', {}, ...linked(said.trimEnd())),
    ...(quoted === undefined ? [] : [folded(quoted)]),
  );
}

/** The beginning of what was said, on one line. */
export function snippetOf({ text }) {
  const [, quoted] = QUOTED.exec(text) ?? [];
  return text
    .slice(0, quoted === undefined ? 400 : text.lastIndexOf(quoted))
    .replace(/\s+/g, ' ')
    .trim();
}

function folded(quoted) {
  return element(
    'details',
    { class: 'ml-quote' },
    element('summary', { 'aria-label': 'The quoted mail' }, '···'),
    element('p', {}, ...linked(quoted)),
  );
}

import { element } from '../dom.js';
import { word } from '../words.js';

/** A card with a title and lines of a name and what it is. */
export function factsCard(title, facts) {
  return element(
    'section',
    { class: 'widget card', 'aria-label': title },
    element('strong', { dir: 'auto' }, title),
    element(
      'dl',
      {},
      ...facts.flatMap(([name, text]) => [element('dt', {}, name), element('dd', { dir: 'auto' }, text)]),
    ),
  );
}

/** A block that nobody here can draw: its name and version, and nothing of what is in it. */
export function unknownBlock({ namespace, block_type: type, version }) {
  return element(
    'div',
    { class: 'widget card is-unopened' },
    element('strong', { dir: 'ltr' }, [namespace, type].filter(Boolean).join('.') || '?', version ? ` ${version}` : ''),
    element('span', {}, word('unknown_block')),
  );
}

/** Words that stand for what cannot be shown. */
export function fallbackCard(text = word('unknown_ui')) {
  return element('p', { class: 'widget card is-unopened', dir: 'auto' }, text);
}

/** A tool's call, as a quiet line. */
export function toolLine({ name, status, parentId }) {
  return element(
    'p',
    { class: `tool is-${status}${parentId === undefined ? '' : ' is-under'}`, dir: 'auto' },
    word(`tool_${status}`, { name: name || '?' }),
  );
}

/** A table that scrolls sideways where it is wider than its place. */
export function tableNode({ caption, headers, rows }) {
  const cells = (tag, texts, attributes) => texts.map((text) => element(tag, { dir: 'auto', ...attributes }, text));
  const hasHead = headers.some((header) => header !== '');
  return element(
    'div',
    { class: 'table', tabindex: '0', role: 'group', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', { class: 'unseen' }, caption),
      ...(hasHead ? [element('thead', {}, element('tr', {}, ...cells('th', headers, { scope: 'col' })))] : []),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...cells('td', row)))),
    ),
  );
}

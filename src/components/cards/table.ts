import { element } from '../base/element.ts';

/** A table that scrolls where it is larger than its place; whoever has no mouse scrolls it with the keys. */
export function tableNode({
  caption,
  headers,
  rows,
}: {
  caption: string;
  headers: readonly string[];
  rows: readonly (readonly string[])[];
}): HTMLElement {
  const hasHead = headers.some((header) => header !== '');
  const head = element('thead', {}, element('tr', {}, ...headers.map((header) => cell('th', header))));
  const body = rows.map((row) => element('tr', {}, ...row.map((text) => cell('td', text))));
  return element(
    'div',
    { class: 'table', tabindex: '0', role: 'group', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', { class: 'unseen' }, caption),
      ...(hasHead ? [head] : []),
      element('tbody', {}, ...body),
    ),
  );
}

function cell(tag: 'th' | 'td', text: string): HTMLElement {
  // In the direction of its own words, and on the side of the page's.
  return element(tag, tag === 'th' ? { scope: 'col' } : {}, element('bdi', {}, text));
}

import type { Block, Item, Tree } from '../../markup/tree/nodes.ts';
import { element } from '../base/element.ts';
import type { Words } from '../words/words.ts';
import { drawInlines } from './draw-inlines.ts';

/** A page has headings of its own above those of a message. */
const LARGEST_HEADING = 3;

/** The blocks of a text as elements, each in the direction of its own words. Nothing of a text is ever markup. */
export function drawBlocks(tree: Tree, words: Words): HTMLElement[] {
  return tree.map((block) => drawBlock(block, words));
}

function drawBlock(block: Block, words: Words): HTMLElement {
  switch (block.type) {
    case 'paragraph':
      return element('p', { dir: 'auto' }, ...drawInlines(block.children));
    case 'heading': {
      const level = Math.min(6, block.level + LARGEST_HEADING - 1) as 3 | 4 | 5 | 6;
      return element(`h${level}`, { dir: 'auto' }, ...drawInlines(block.children));
    }
    case 'quote':
      return element('blockquote', { dir: 'auto' }, ...drawBlocks(block.children, words));
    case 'list':
      return drawList(block.items, words);
    case 'code':
      // Whoever has no mouse scrolls it with the keys.
      return element(
        'pre',
        { tabindex: '0', dir: 'ltr', role: 'group', 'aria-label': block.info || words('code') },
        element('code', {}, block.code),
      );
    case 'table':
      return drawTable(block, words);
    case 'rule':
      return element('hr');
    default:
      return block satisfies never;
  }
}

function drawList(items: readonly Item[], words: Words): HTMLElement {
  const isNumbered = items[0]?.number !== undefined;
  const entries = items.map(({ number, isDone, children }) => {
    const attributes = {
      dir: 'auto',
      ...(isNumbered && { value: String(Number.parseInt(number ?? '', 10)) }),
      ...(isDone !== undefined && { class: 'task' }),
    };
    const box = isDone === undefined ? [] : [element('span', { class: 'box' }, isDone ? '☑ ' : '☐ ')];
    return element('li', attributes, ...box, ...drawBlocks(children, words));
  });
  return element(isNumbered ? 'ol' : 'ul', { dir: 'auto' }, ...entries);
}

function drawTable({ align, head, rows }: Extract<Block, { type: 'table' }>, words: Words): HTMLElement {
  const row = (tag: 'th' | 'td', cells: typeof head) =>
    element(
      'tr',
      {},
      ...cells.map((cell, column) =>
        element(
          tag,
          { dir: 'auto', class: `is-${align[column] ?? 'left'}`, ...(tag === 'th' && { scope: 'col' }) },
          ...drawInlines(cell),
        ),
      ),
    );
  return element(
    'div',
    { class: 'table', tabindex: '0', role: 'group', 'aria-label': words('table') },
    element(
      'table',
      {},
      element('thead', {}, row('th', head)),
      element('tbody', {}, ...rows.map((cells) => row('td', cells))),
    ),
  );
}

import type { Block, Inline, Item, Row, Table, Tree } from '../tree/nodes.ts';
import { wordsOf } from '../tree/plain-words.ts';

/** Ends a block where a part may best end. The one below a heading, or without a blank line before it, stays with it. */
export const BLOCK_END = '\u2029';
/** Ends an item, a row, or a block that should stay with the next one. */
export const ITEM_END = '\u2028';
export const EVERY_END = /[\u2028\u2029]/g;

/**
 * The words of a tree as one text, up to at least `maxUnits` of it where it is that long. Places in it are places to
 * cut the tree at; every border between two blocks, items or rows takes one unit.
 */
export function linearText(tree: Tree, maxUnits: number): string {
  let text = '';
  for (let at = 0; at < tree.length && text.length <= maxUnits; at++) {
    const block = tree[at];
    if (!block) break;
    if (at > 0) text += block.gap > 1 && tree[at - 1]?.type !== 'heading' ? BLOCK_END : ITEM_END;
    text += textOfBlock(block, maxUnits - text.length);
  }
  return text;
}

function textOfBlock(block: Block, maxUnits: number): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return textOfInlines(block.children, maxUnits);
    case 'quote':
      return linearText(block.children, maxUnits).replaceAll(BLOCK_END, ITEM_END);
    case 'list':
      return textOfItems(block.items, maxUnits);
    case 'code':
      return block.code;
    case 'rule':
      return block.written;
    case 'table':
      return textOfRows(block, maxUnits);
    default:
      return block satisfies never;
  }
}

/** Only what is over the end is left out: a text node comes whole. */
function textOfInlines(nodes: readonly Inline[], maxUnits: number): string {
  let text = '';
  for (const node of nodes) {
    if (text.length > maxUnits) break;
    text += wordsOf([node]);
  }
  return text;
}

function textOfItems(items: readonly Item[], maxUnits: number): string {
  let text = '';
  for (let at = 0; at < items.length && text.length <= maxUnits; at++) {
    if (at > 0) text += ITEM_END;
    text += linearText(items[at]?.children ?? [], maxUnits - text.length).replaceAll(BLOCK_END, ITEM_END);
  }
  return text;
}

function textOfRows({ head, rows }: Table, maxUnits: number): string {
  let text = textOfRow(head);
  for (let at = 0; at < rows.length && text.length <= maxUnits; at++) text += ITEM_END + textOfRow(rows[at] ?? []);
  return text;
}

/** A row is not cut, so all that counts is how long it is. */
export function textOfRow(row: Row): string {
  return row.map(wordsOf).join(' ');
}

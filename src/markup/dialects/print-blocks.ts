import type { Block, Item, Tree } from '../tree/nodes.ts';
import { alignedLines } from '../tree/tables.ts';
import { NO_MARKS, printInlines, STRONG } from './print-inlines.ts';
import type { Style } from './style.ts';

/** Where blocks stand: set in by `indent`, within so many quotes and lists. */
interface Place {
  indent: string;
  quotes: number;
  lists: number;
}

const TOP: Place = { indent: '', quotes: 0, lists: 0 };

/** Prints blocks below each other. The first line is not set in: whoever holds them has begun it. */
export function printBlocks(blocks: Tree, style: Style, place: Place = TOP): string {
  let printed = '';
  for (const block of blocks) {
    const piece = printBlock(block, style, place);
    if (piece === '') continue;
    if (printed !== '') printed += '\n'.repeat(block.gap) + indentOf(block, style, place);
    printed += piece;
  }
  return printed;
}

/** Most platforms read a quote or a block of code only at the beginning of a line. */
function indentOf(block: Block, style: Style, { indent }: Place): string {
  return style.setsBlocksIn || !(isCode(block) || block.type === 'quote') ? indent : '';
}

function printBlock(block: Block, style: Style, place: Place): string {
  switch (block.type) {
    case 'paragraph': {
      const words = printInlines(block.children, style, NO_MARKS);
      return setIn(style.guardLines?.(words) ?? words, place.indent);
    }
    case 'heading': {
      const mark = style.headingMark(block.level, place.lists > 0);
      const strong = { type: 'strong', children: block.children } as const;
      if (mark === undefined) return setIn(printInlines([strong], style, NO_MARKS), place.indent);
      const words = printInlines(block.children, style, STRONG);
      return words === '' ? '' : mark + words.replaceAll('\n', ' ');
    }
    case 'quote':
      return printQuote(block.children, style, place);
    case 'list':
      return printList(block.items, style, place);
    case 'code':
      if (block.code.trim() === '') return '';
      return setIn(style.code(block.info, block.code), indentOf(block, style, place));
    case 'table':
      return setIn(style.table(alignedLines(block)), indentOf(block, style, place));
    case 'rule':
      return style.text(block.written);
    default:
      return block satisfies never;
  }
}

function printQuote(children: Tree, style: Style, place: Place): string {
  const inside = { indent: '', quotes: place.quotes + 1, lists: 0 };
  const inner = printBlocks(children, style, inside);
  if (inner === '') return '';
  return setIn(style.quote(inner, inside.quotes), style.setsBlocksIn ? place.indent : '');
}

function isCode(block: Block | undefined): boolean {
  return block?.type === 'code' || block?.type === 'table';
}

function printList(items: readonly Item[], style: Style, place: Place): string {
  const countsUp = isCountingUp(items);
  let printed = '';
  for (const item of items) {
    const mark = markOf(item, style, place.lists, countsUp);
    const indent = place.indent + ' '.repeat(mark.length);
    const inner = printBlocks(item.children, style, { ...place, indent, lists: place.lists + 1 });
    if (mark === '' && inner === '') continue;
    if (printed !== '') printed += '\n'.repeat(item.gap) + place.indent;
    const isApart = !style.setsBlocksIn && item.children[0]?.type === 'quote' && inner !== '' && mark !== '';
    printed += inner === '' || isApart ? mark.trimEnd() : mark;
    printed += isApart ? `\n${inner}` : inner;
  }
  return printed;
}

function markOf(item: Item, style: Style, lists: number, countsUp: boolean): string {
  if (item.isContinued) return '';
  const box = item.isDone === undefined ? '' : style.box(item.isDone);
  if (item.number !== undefined) return `${style.number(item.number, countsUp)} ${box}`;
  return box || style.bullet(lists);
}

/** Whether a platform that counts by itself would show the same numbers. */
function isCountingUp(items: readonly Item[]): boolean {
  const numbered = items[0]?.isContinued ? items.slice(1) : items;
  const start = Number.parseInt(numbered[0]?.number ?? '', 10);
  return numbered.every(({ number }, at) => number === `${start + at}.`);
}

function setIn(printed: string, indent: string): string {
  return indent === '' ? printed : printed.replaceAll('\n', `\n${indent}`);
}

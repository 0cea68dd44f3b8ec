import { graphemeSegmenter } from '../graphemes.ts';
import type { Align, Block, Inline, Item, Row, Table, Tree } from './nodes.ts';
import { wordsOf } from './plain-words.ts';

/** Columns of a fixed-width line that a desktop window shows without breaking it. Our choice. */
const MAX_COLUMNS = 60;
const BETWEEN = '  ';

/**
 * The tree with the tables alone that can be shown in fixed-width lines, for platforms without tables. One that is too
 * wide, or holds what such lines cannot (links, pictures), becomes paragraphs of `header: value` lines.
 */
export function withoutWideTables(tree: Tree): Tree {
  return withTables(tree, (table) => {
    const widths = widthsWithinLine(table);
    return widths ? [{ ...table, widths }] : recordsOf(table);
  });
}

/** The tree with every table as paragraphs of `header: value` lines, which can be cut anywhere. */
export function withoutTables(tree: Tree): Tree {
  return withTables(tree, recordsOf);
}

type TableBlock = Extract<Block, Table>;

function withTables(tree: Tree, shown: (table: TableBlock) => Tree): Tree {
  return tree.some(holdsTable) ? tree.flatMap((block) => withTablesIn(block, shown)) : tree;
}

function holdsTable(block: Block): boolean {
  if (block.type === 'table') return true;
  if (block.type === 'quote') return block.children.some(holdsTable);
  return block.type === 'list' && block.items.some(({ children }) => children.some(holdsTable));
}

function withTablesIn(block: Block, shown: (table: TableBlock) => Tree): Tree {
  if (block.type === 'table') return shown(block);
  if (block.type === 'quote') return [{ ...block, children: withTables(block.children, shown) }];
  if (block.type !== 'list') return [block];
  const items = block.items.map((item): Item => ({ ...item, children: withTables(item.children, shown) }));
  return [{ ...block, items }];
}

/** A paragraph for each row. */
function recordsOf({ head, rows, gap }: TableBlock): Tree {
  if (rows.length === 0) return [{ type: 'paragraph', gap, children: inOneLine(head) }];
  return rows.map((row, at) => ({ type: 'paragraph', gap: at === 0 ? gap : 2, children: recordOf(head, row) }));
}

function recordOf(head: Row, row: Row): Inline[] {
  const lines: Inline[] = [];
  row.forEach((cell, column) => {
    const header = head[column] ?? [];
    if (cell.length === 0 && header.length === 0) return;
    if (lines.length > 0) lines.push({ type: 'text', text: '\n' });
    if (header.length > 0) lines.push({ type: 'strong', children: header }, { type: 'text', text: ': ' });
    lines.push(...cell);
  });
  return lines;
}

function inOneLine(row: Row): Inline[] {
  return row.flatMap((cell, at): readonly Inline[] => (at === 0 ? cell : [{ type: 'text', text: ' | ' }, ...cell]));
}

/** The widths of its columns; nothing when they need more than a line, or markup, or break their lines. */
function widthsWithinLine({ head, rows }: Table): number[] | undefined {
  if ([head, ...rows].some((row) => row.some((cell) => cell.some(needsMarkup)))) return undefined;
  const widths = widthsOf([head, ...rows].map((row) => row.map(wordsOf)));
  const columns = widths.reduce((sum, width) => sum + width + BETWEEN.length, -BETWEEN.length);
  return columns <= MAX_COLUMNS ? widths : undefined;
}

function needsMarkup(node: Inline): boolean {
  if (node.type === 'link' || node.type === 'image') return true;
  if (node.type === 'text') return node.text.includes('\n');
  return 'children' in node && node.children.some(needsMarkup);
}

/** The rows in fixed-width lines, a line of dashes below the head. */
export function alignedLines({ head, rows, align, widths: known }: Table): string {
  const cells = [head, ...rows].map((row) => row.map(wordsOf));
  const widths = known ?? widthsOf(cells);
  let lines = '';
  cells.forEach((row, at) => {
    let line = '';
    row.forEach((cell, column) => {
      const missing = Math.max(0, (widths[column] ?? 0) - widthOf(cell));
      line += (column === 0 ? '' : BETWEEN) + padded(cell, missing, align[column]);
    });
    lines +=
      at === 0 ? `${line.trimEnd()}\n${widths.map((width) => '-'.repeat(width)).join(BETWEEN)}` : `\n${line.trimEnd()}`;
  });
  return lines;
}

function padded(cell: string, missing: number, align: Align = 'left'): string {
  const before = align === 'right' ? missing : align === 'center' ? missing >> 1 : 0;
  return ' '.repeat(before) + cell + ' '.repeat(missing - before);
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    });
  }
  return widths;
}

const PRINTABLE_ASCII = /^[ -~]*$/;
/** Takes two columns in most fixed-width fonts. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}|\ufe0f/u;

function widthOf(cell: string): number {
  if (PRINTABLE_ASCII.test(cell)) return cell.length;
  let width = 0;
  for (const { segment } of graphemeSegmenter().segment(cell)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

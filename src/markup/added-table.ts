import type { TableAffordance } from '../protocol/affordance.ts';
import { plainLine } from '../protocol/plain-text.ts';
import { cleanText } from './clean-text.ts';
import type { Align, Block, Row, Table } from './tree/nodes.ts';

/** A table below a text: as a block where there is markup, as `words` where there is none. */
export interface AddedTable {
  words: string;
  table: Block & Table;
}

/** A figure, with a unit of a few characters at most: such columns stand at the right. */
const FIGURE = /^[+\-−]?\d[\d.,\s]*\s?\S{0,3}$/;

/** The block of a table with a head and rows; nothing of another one. Its cells are shown as they are. */
export function addedTable({ headers, rows }: TableAffordance, words: string): AddedTable | undefined {
  const columns = Math.max(headers.length, ...rows.map((cells) => cells.length));
  const [head = [], ...body] = [headers, ...rows].map((cells) =>
    Array.from({ length: columns }, (_, at) => cleanText(plainLine(cells[at] ?? '')).trim()),
  );
  if (body.length === 0 || head.every((cell) => cell === '')) return undefined;
  const align = head.map((_, at): Align => (body.every((row) => isFigure(row[at] ?? '')) ? 'right' : 'left'));
  return {
    words,
    table: { type: 'table', gap: 2, align, head: head.map(inline), rows: body.map((row) => row.map(inline)) },
  };
}

/** No reading at all is no reason to stand elsewhere. */
function isFigure(cell: string): boolean {
  return cell === '' || FIGURE.test(cell);
}

function inline(text: string): Row[number] {
  return text === '' ? [] : [{ type: 'text', text }];
}

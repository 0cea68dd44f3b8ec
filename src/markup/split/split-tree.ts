import { isBlank } from '../clean-text.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { furthest } from '../furthest.ts';
import { readableCut } from '../split-text.ts';
import type { Tree } from '../tree/nodes.ts';
import { withoutTables } from '../tree/tables.ts';
import { cutTree, type Halves, headOfTree } from './cut-tree.ts';
import { BLOCK_END, EVERY_END, ITEM_END, linearText } from './linear-text.ts';

/** A part that is this full need not be measured again. */
const FULL_ENOUGH = 0.9;

/**
 * Cuts a tree into parts of at most `maxUnits`, as the platform counts them in print: after a whole block, else an item,
 * a row or a line, else a sentence or word, else between graphemes. What is cut through is closed in one part and open
 * again in the next. A part that would show nothing is left out. Takes linear time.
 */
export function splitTree(tree: Tree, maxUnits: number, dialect: Dialect): Tree[] {
  const parts: Tree[] = [];
  for (let rest = tree; rest.length > 0; ) {
    const { head, tail } = nextPart(rest, maxUnits, dialect);
    if (!isBlank(linearText(head, maxUnits))) parts.push(head);
    rest = tail;
  }
  return parts;
}

function nextPart(rest: Tree, maxUnits: number, dialect: Dialect): Halves {
  const text = linearText(rest, maxUnits);
  const sizeOf = (tree: Tree) => dialect.sizeOf(dialect.print(tree), maxUnits);
  if (text.length <= maxUnits && sizeOf(rest) <= maxUnits) return { head: rest, tail: [] };

  const sizeTo = (place: number) => sizeOf(headOfTree(rest, place));
  const farthest = Math.min(text.length, maxUnits);
  let limit = furthest({ nearest: 0, farthest }, { maxUnits, enoughUnits: maxUnits * FULL_ENOUGH }, sizeTo);
  // White space costs nothing at the end, and where a URL took most of the room, some is left for the rest of a word.
  const wordEnd = endOfWord(text, limit);
  if (wordEnd > limit && wordEnd <= farthest && sizeTo(wordEnd) <= maxUnits) limit = wordEnd;
  // What is cut short may need marks that it did not need as a whole, so the readable place is measured too.
  while (limit > 0 && headOfTree(rest, limit).length > 0) {
    const place = readablePlace(text, limit);
    const head = headOfTree(rest, place);
    if (head.length > 0 && sizeOf(head) <= maxUnits) return cutTree(rest, place);
    limit = place - 1;
  }
  return cutByForce(rest, text, maxUnits, dialect);
}

function readablePlace(text: string, limit: number): number {
  const half = limit / 2;
  for (const end of [BLOCK_END, ITEM_END]) {
    const place = text.lastIndexOf(end, limit - 1) + 1;
    if (place > half) return place;
  }
  return readableCut(text, 0, limit);
}

const REST_OF_WORD = /\S{0,40}\s/y;

/** Where the word ends that a place is in, with the white space behind it; the place itself where that is far. */
function endOfWord(text: string, place: number): number {
  REST_OF_WORD.lastIndex = place;
  return REST_OF_WORD.test(text) ? REST_OF_WORD.lastIndex : place;
}

/** Not even the first piece fits with its marks: a row, a URL, or a limit of a few characters. Its words do. */
function cutByForce(rest: Tree, text: string, maxUnits: number, dialect: Dialect): Halves {
  const withoutRows = withoutTables(rest);
  if (withoutRows !== rest) return { head: [], tail: withoutRows };

  const asWords = (end: number): Tree => [
    { type: 'paragraph', gap: 1, children: [{ type: 'text', text: text.slice(0, end).replace(EVERY_END, '\n') }] },
  ];
  const sizeTo = (end: number) => dialect.sizeOf(dialect.print(asWords(end)), maxUnits);
  const farthest = Math.max(1, Math.min(text.length, maxUnits));
  const room = { maxUnits, enoughUnits: maxUnits * FULL_ENOUGH };
  const end = readableCut(text, 0, furthest({ nearest: 1, farthest }, room, sizeTo));
  return { head: asWords(end), tail: cutTree(rest, end, true).tail };
}

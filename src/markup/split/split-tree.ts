import { isBlank } from '../clean-text.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { furthest } from '../furthest.ts';
import { readableCut } from '../split-text.ts';
import type { Tree } from '../tree/nodes.ts';
import { withoutTables } from '../tree/tables.ts';
import { cutTree, type Halves } from './cut-tree.ts';
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

  const sizeTo = (place: number) => sizeOf(cutTree(rest, place).head);
  const farthest = Math.min(text.length, maxUnits);
  let limit = furthest({ nearest: 0, farthest }, { maxUnits, enoughUnits: maxUnits * FULL_ENOUGH }, sizeTo);
  if (!isBetweenWords(text, readablePlace(text, limit))) {
    // A URL can take nearly all of the room, with most of its label still to come.
    limit = furthest({ nearest: limit, farthest }, { maxUnits, enoughUnits: maxUnits }, sizeTo);
  }
  // What is cut short may need marks that it did not need as a whole, so the readable place is measured too.
  while (limit > 0 && cutTree(rest, limit).head.length > 0) {
    const place = readablePlace(text, limit);
    const halves = cutTree(rest, place);
    if (halves.head.length > 0 && sizeOf(halves.head) <= maxUnits) return halves;
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

function isBetweenWords(text: string, place: number): boolean {
  return /\s/.test(text.charAt(place - 1));
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

import { isBlank } from '../clean-text.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { furthest } from '../furthest.ts';
import { readableCut } from '../split-text.ts';
import { withoutLongLinks } from '../tree/long-links.ts';
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
  let usualUnits = maxUnits;
  for (let rest = tree; rest.length > 0; ) {
    const { head, tail } = nextPart(rest, { maxUnits, usualUnits }, dialect);
    const words = linearText(head, maxUnits);
    if (!isBlank(words)) parts.push(head);
    usualUnits = Math.max(1, words.length);
    rest = tail;
  }
  return parts;
}

/** A part is rarely longer than this many times the one before it, so no more is looked at first. */
const USUAL_GROWTH = 1.5;

/** `usualUnits` is how many words the part before it had: where marks take most of the room, they are few. */
function nextPart(rest: Tree, room: { maxUnits: number; usualUnits: number }, dialect: Dialect): Halves {
  const glimpsedUnits = Math.ceil(room.usualUnits * USUAL_GROWTH);
  if (glimpsedUnits < room.maxUnits && !fits(rest, glimpsedUnits, room.maxUnits, dialect)) {
    return partWithin(rest, glimpsedUnits, room.maxUnits, dialect);
  }
  return partWithin(rest, room.maxUnits, room.maxUnits, dialect);
}

function fits(rest: Tree, place: number, maxUnits: number, dialect: Dialect): boolean {
  return dialect.sizeOf(dialect.print(headOfTree(rest, place)), maxUnits) <= maxUnits;
}

/** The next part, looked for in the first `farthestUnits` of the words. */
function partWithin(rest: Tree, farthestUnits: number, maxUnits: number, dialect: Dialect): Halves {
  const text = linearText(rest, farthestUnits);
  const sizeOf = (tree: Tree) => dialect.sizeOf(dialect.print(tree), maxUnits);
  if (text.length <= farthestUnits && sizeOf(rest) <= maxUnits) return { head: rest, tail: [] };

  const sizeTo = (place: number) => sizeOf(headOfTree(rest, place));
  const farthest = Math.min(text.length, farthestUnits);
  let limit = furthest({ nearest: 0, farthest }, { maxUnits, enoughUnits: maxUnits * FULL_ENOUGH }, sizeTo);
  // White space costs nothing at the end, and where a URL took most of the room, some is left for the rest of a word.
  const wordEnd = endOfWord(text, limit);
  if (wordEnd > limit && wordEnd <= farthest && sizeTo(wordEnd) <= maxUnits) limit = wordEnd;
  // What is cut short may need marks that it did not need as a whole, so the readable place is measured too.
  while (limit > 0 && headOfTree(rest, limit).length > 0) {
    const place = readablePlace(text, limit);
    const head = headOfTree(rest, place);
    if (head.length > 0 && sizeOf(head) <= maxUnits) return cutTree(rest, place);
    // A character of two units is not cut, so the place can be behind the limit.
    limit = Math.min(place, limit) - 1;
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

/** Not even the first piece fits with its marks: a row, a link, or a limit of a few characters. Its words do. */
function cutByForce(rest: Tree, text: string, maxUnits: number, dialect: Dialect): Halves {
  const withoutRows = withoutTables(rest);
  if (withoutRows !== rest) return { head: [], tail: withoutRows };
  const withShortLinks = withoutLongLinks(rest, maxUnits / 2);
  if (withShortLinks !== rest) return { head: [], tail: withShortLinks };

  const asWords = (end: number): Tree => [
    { type: 'paragraph', gap: 1, children: [{ type: 'text', text: text.slice(0, end).replace(EVERY_END, '\n') }] },
  ];
  const sizeTo = (end: number) => dialect.sizeOf(dialect.print(asWords(end)), maxUnits);
  const farthest = Math.max(1, Math.min(text.length, maxUnits));
  const room = { maxUnits, enoughUnits: maxUnits * FULL_ENOUGH };
  const end = readableCut(text, 0, furthest({ nearest: 1, farthest }, room, sizeTo));
  return { head: asWords(end), tail: cutTree(rest, end, true).tail };
}

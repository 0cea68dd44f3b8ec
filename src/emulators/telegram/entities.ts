import type { Entity } from './wire.ts';

const CODE = new Set(['code', 'pre']);
const QUOTES = new Set(['blockquote', 'expandable_blockquote']);

/** What Telegram finds by itself in plain text. One pattern each, tried in this order. */
const FOUND_IN_TEXT: readonly [type: string, pattern: RegExp][] = [
  ['url', /\b(?:https?|tg):\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi],
  ['email', /\b[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b/gi],
  ['bot_command', /(?<=^|\s)\/[a-z0-9_]{1,64}(?:@[a-z0-9_]{3,32})?(?![\w/])/gi],
  ['mention', /(?<=^|[^\w@])@[a-z][a-z0-9_]{3,31}(?!\w)/gi],
  ['hashtag', /(?<=^|[^\p{L}\p{N}_#])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/giu],
];

/**
 * The entities as Telegram returns them: code holds nothing else, quotes do not nest,
 * links, commands and mentions are found, and all are sorted by offset, longest first.
 */
export function finishEntities(text: string, parsed: readonly Entity[]): Entity[] {
  const kept = sorted(splitAroundCode(parsed)).filter(
    (entity, index, all) =>
      !QUOTES.has(entity.type) ||
      !all.slice(0, index).some((outer) => QUOTES.has(outer.type) && overlaps(outer, entity)),
  );
  const taken = kept.filter((entity) => CODE.has(entity.type) || entity.type.startsWith('text_'));
  for (const [type, pattern] of FOUND_IN_TEXT) {
    for (const match of text.matchAll(pattern)) {
      const found = { type, offset: match.index, length: match[0].length };
      if (taken.some((other) => overlaps(other, found))) continue;
      taken.push(found);
      kept.push(found);
    }
  }
  return sorted(kept);
}

/** Bold and the like stop before code and go on behind it. */
function splitAroundCode(entities: readonly Entity[]): Entity[] {
  const code = sorted(entities.filter((entity) => CODE.has(entity.type)));
  return entities.flatMap((entity) => {
    if (CODE.has(entity.type) || QUOTES.has(entity.type)) return [entity];
    const pieces: Entity[] = [];
    let from = entity.offset;
    const end = entity.offset + entity.length;
    for (const block of code) {
      if (!overlaps(block, entity)) continue;
      if (block.offset > from) pieces.push({ ...entity, offset: from, length: block.offset - from });
      from = Math.max(from, block.offset + block.length);
    }
    if (end > from) pieces.push({ ...entity, offset: from, length: end - from });
    return pieces;
  });
}

function overlaps(one: Entity, other: Entity): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}

function sorted(entities: readonly Entity[]): Entity[] {
  return [...entities].sort((one, other) => one.offset - other.offset || other.length - one.length);
}

import type { PrintedPart } from '../protocol/channel.ts';
import type { Note } from '../protocol/notes.ts';
import type { ContentFormat } from '../protocol/transformer.ts';
import {
  type Body,
  isSurelyLonger,
  isVeryLong,
  printBody,
  readBody,
  sizeOfBody,
  splitBody,
  truncateBody,
  wordsOnly,
} from './body.ts';
import { isBlank } from './clean-text.ts';
import type { Dialect } from './dialects/dialect.ts';
import { forLongText } from './long-text.ts';
import type { Said } from './words.ts';

/** How much text a message of a channel holds, in UTF-16 units as the platform counts them, and in which markup. */
export interface Room {
  dialect: Dialect;
  /** Whether a text is read as Markdown; else every character of it stands as it was written. */
  readsMarkdown: boolean;
  maxUnits: number;
  /** Left in the last message, beside what comes with it; at most `maxUnits`. */
  lastUnits: number;
}

/** The text of one message, and what it was printed from. */
export interface Passage {
  body: Body;
  content: string;
}

/**
 * Brings a text into messages, as the template wants it: split, or truncated to one. The template's own limit counts
 * where it is the smaller one. Empty when nothing would be seen.
 *
 * It is synchronous, and takes linear time. A text of more than 256 kB (UTF-16 units) is not read as Markdown: a
 * megabyte is laid out in less than 50 ms then, with its marks as they were written.
 */
export function layOut(said: Said, content: ContentFormat, room: Room, notes: Note[]): Passage[] {
  const dialect = isVeryLong(said) ? forLongText(room.dialect) : room.dialect;
  const maxUnits = Math.max(1, Math.min(content.maxLength ?? room.maxUnits, room.maxUnits));
  const lastUnits = Math.min(maxUnits, room.lastUnits);

  let body = room.readsMarkdown ? readBody(said, dialect) : wordsOnly(said);
  if (!isSurelyLonger(body, lastUnits)) {
    let printed = printBody(body, dialect);
    if (isBlank(printed)) {
      // Marks alone, like `#`: better seen than nothing.
      body = wordsOnly(said);
      if (isBlank(body)) return [];
      printed = printBody(body, dialect);
    }
    if (sizeOfBody(body, printed, lastUnits, dialect) <= lastUnits) return [{ body, content: printed }];
  }

  const length = wordsOnly(said).length;
  if (content.overflow === 'truncate') {
    notes.push({
      code: 'text_truncated',
      message: `The text has ${length} characters; at most ${lastUnits} of what is shown are kept.`,
    });
    return printedOf([truncateBody(body, lastUnits, content.truncationSuffix, dialect)], dialect);
  }
  const bodies = splitBody(body, maxUnits, dialect);
  const last = bodies.at(-1);
  if (last !== undefined) bodies.splice(-1, 1, ...splitBody(last, lastUnits, dialect));
  if (bodies.length > 1) {
    notes.push({ code: 'text_split', message: `The text has ${length} characters: ${bodies.length} messages.` });
  }
  return printedOf(bodies, dialect);
}

function printedOf(bodies: readonly Body[], dialect: Dialect): Passage[] {
  return bodies.map((body) => ({ body, content: printBody(body, dialect) })).filter(({ content }) => !isBlank(content));
}

const NO_UI: PrintedPart['ui'] = Object.freeze({});

/** Messages in order, with native UI on the last one. */
export function partsOf(passages: readonly Passage[], ui: PrintedPart['ui'] = NO_UI): PrintedPart[] {
  const last = passages.length - 1;
  return passages.map(({ content }, at) => ({ content, ui: at === last ? ui : NO_UI }));
}

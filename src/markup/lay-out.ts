import type { PrintedPart } from '../protocol/channel.ts';
import type { Note } from '../protocol/notes.ts';
import type { ContentFormat } from '../protocol/transformer.ts';
import { isBlank } from './clean-text.ts';
import { type Markup, plain } from './markup.ts';
import { splitText } from './split-text.ts';
import { truncateText } from './truncate-text.ts';

/** How much text a message of a channel holds, in UTF-16 units. */
export interface Room {
  /** What the platform counts: the words as written, or as escaped. */
  counts: 'source' | 'escaped';
  maxUnits: number;
  /** Left in the last message, beside what comes with it; at most `maxUnits`. */
  lastUnits: number;
}

/**
 * Escapes a clean text and brings it into messages, as the template wants it: split, or truncated to one.
 * The template's own limit counts where it is the smaller one. Empty when nothing would be seen.
 */
export function layOut(text: string, markup: Markup, content: ContentFormat, room: Room, notes: Note[]): string[] {
  if (room.counts === 'escaped') return intoMessages(markup.escape(text), markup, content, room, notes);
  return intoMessages(text, plain, content, room, notes).map(markup.escape);
}

function intoMessages(
  text: string,
  markup: Markup,
  { maxLength, overflow, truncationSuffix }: ContentFormat,
  room: Room,
  notes: Note[],
): string[] {
  const maxUnits = Math.max(1, Math.min(maxLength ?? room.maxUnits, room.maxUnits));
  const lastUnits = Math.min(maxUnits, room.lastUnits);
  if (text.length <= lastUnits) return isBlank(text) ? [] : [text];

  if (overflow === 'truncate') {
    notes.push({ code: 'text_truncated', message: `The text has ${text.length} characters; ${lastUnits} are kept.` });
    const kept = truncateText(text, lastUnits, markup.escape(truncationSuffix), markup);
    return isBlank(kept) ? [] : [kept];
  }
  const parts = splitText(text, maxUnits, markup);
  const last = parts.at(-1);
  if (last !== undefined && last.length > lastUnits) parts.splice(-1, 1, ...splitText(last, lastUnits, markup));
  if (parts.length > 1) {
    notes.push({ code: 'text_split', message: `The text has ${text.length} characters: ${parts.length} messages.` });
  }
  return parts;
}

const NO_UI: PrintedPart['ui'] = Object.freeze({});

/** Messages in order, with native UI on the last one. */
export function partsOf(contents: readonly string[], ui: PrintedPart['ui'] = NO_UI): PrintedPart[] {
  const last = contents.length - 1;
  return contents.map((content, at) => ({ content, ui: at === last ? ui : NO_UI }));
}

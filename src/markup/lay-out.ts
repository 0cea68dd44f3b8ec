import type { PrintedPart } from '../protocol/channel.ts';
import type { Note } from '../protocol/notes.ts';
import type { ContentFormat } from '../protocol/transformer.ts';
import { isBlank } from './clean-text.ts';
import { asIs, type Escape } from './escape.ts';
import { splitText } from './split-text.ts';
import { truncateText } from './truncate-text.ts';

/** How much text a message of a channel holds, in UTF-16 units. */
export interface Room {
  escape: Escape;
  /** What the platform counts: the words, or the text as escaped. */
  counts: 'words' | 'escaped';
  maxUnits: number;
  /** Left in the last message, beside what comes with it; at most `maxUnits`. */
  lastUnits: number;
}

/** The text of one message, as it reads and as it is sent. */
export interface Passage {
  words: string;
  escaped: string;
}

/**
 * Brings a clean text into messages, as the template wants it: split, or truncated to one. The template's own limit
 * counts where it is the smaller one. Empty when nothing would be seen.
 */
export function layOut(text: string, content: ContentFormat, room: Room, notes: Note[]): Passage[] {
  const counted = room.counts === 'escaped' ? room.escape : asIs;
  const maxUnits = Math.max(1, Math.min(content.maxLength ?? room.maxUnits, room.maxUnits));
  const lastUnits = Math.min(maxUnits, room.lastUnits);

  const whole = { words: text, escaped: room.escape(text) };
  const units = room.counts === 'escaped' ? whole.escaped.length : text.length;
  if (units <= lastUnits) return isBlank(text) ? [] : [whole];

  let parts: string[];
  if (content.overflow === 'truncate') {
    notes.push({ code: 'text_truncated', message: `The text has ${units} characters; at most ${lastUnits} are kept.` });
    parts = [truncateText(text, lastUnits, content.truncationSuffix, counted)].filter((part) => !isBlank(part));
  } else {
    parts = splitText(text, maxUnits, counted);
    const last = parts.at(-1);
    if (last !== undefined) parts.splice(-1, 1, ...splitText(last, lastUnits, counted));
    if (parts.length > 1) {
      notes.push({ code: 'text_split', message: `The text has ${units} characters: ${parts.length} messages.` });
    }
  }
  return parts.map((words) => ({ words, escaped: room.escape(words) }));
}

const NO_UI: PrintedPart['ui'] = Object.freeze({});

/** Messages in order, with native UI on the last one. */
export function partsOf(passages: readonly Passage[], ui: PrintedPart['ui'] = NO_UI): PrintedPart[] {
  const last = passages.length - 1;
  return passages.map(({ escaped }, at) => ({ content: escaped, ui: at === last ? ui : NO_UI }));
}

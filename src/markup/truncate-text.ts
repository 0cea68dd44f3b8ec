import { asIs, type Escape } from './escape.ts';
import { furthest } from './furthest.ts';
import { graphemeCut } from './graphemes.ts';

/**
 * Cuts text at a grapheme so that it and `suffix`, once escaped, are at most `maxUnits` UTF-16 units together.
 * Directions that the cut leaves open are closed before the suffix. Text that fits comes back as it is; a suffix that
 * does not fit is left out.
 */
export function truncateText(text: string, maxUnits: number, suffix: string, escapeText: Escape = asIs): string {
  if (text.length <= maxUnits && escapeText(text).length <= maxUnits) return text;
  const shownSuffix = escapeText(suffix).length < maxUnits ? suffix : '';
  const cutAt = (place: number) => {
    const kept = place === 0 ? '' : text.slice(0, graphemeCut(text, 0, place));
    return kept + directionClosers(kept) + shownSuffix;
  };
  const places = { nearest: 0, farthest: Math.min(text.length, maxUnits) };
  const place = furthest(places, { maxUnits, enoughUnits: maxUnits }, (at) => escapeText(cutAt(at)).length);
  return cutAt(place);
}

const DIRECTION_OPENER = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/;
const EVERY_DIRECTION_MARK = /[\u202a-\u202e\u2066-\u2069]/g;
const POP_EMBEDDING = '\u202c';
const POP_ISOLATE = '\u2069';
/** Deeper nesting is not text that anybody wrote. */
const MAX_CLOSERS = 16;

/** The characters that end every embedding and isolate which the text leaves open (Unicode bidirectional algorithm). */
export function directionClosers(text: string): string {
  if (!DIRECTION_OPENER.test(text)) return '';
  const open: string[] = [];
  for (const [mark] of text.matchAll(EVERY_DIRECTION_MARK)) {
    if (mark === POP_EMBEDDING) {
      if (open.at(-1) === POP_EMBEDDING) open.pop();
    } else if (mark === POP_ISOLATE) {
      // It also ends the embeddings inside its isolate; without an isolate it ends nothing.
      const isolate = open.lastIndexOf(POP_ISOLATE);
      if (isolate >= 0) open.length = isolate;
    } else {
      open.push(mark >= '\u2066' ? POP_ISOLATE : POP_EMBEDDING);
    }
  }
  return open.slice(-MAX_CLOSERS).reverse().join('');
}

import { isBlank } from './clean-text.ts';
import { asIs, type Escape } from './escape.ts';
import { furthest } from './furthest.ts';
import { graphemeCut } from './graphemes.ts';

/** A part that is this full need not be measured again. */
const FULL_ENOUGH = 0.9;

/**
 * Cuts text where a reader would: after a paragraph, else a line, else a sentence or word, else between graphemes. Each
 * part, once escaped, is at most `maxUnits` UTF-16 units long. The parts joined are the text again; a part that would
 * show nothing is left out. White space stays with the part before it. A limit too small for a single character is
 * exceeded by that one.
 */
export function splitText(text: string, maxUnits: number, escapeText: Escape = asIs): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfPart(text, start, maxUnits, escapeText);
    const part = text.slice(start, end);
    if (!isBlank(part)) parts.push(part);
    start = end;
  }
  return parts;
}

function endOfPart(text: string, start: number, maxUnits: number, escapeText: Escape): number {
  const farthest = Math.min(text.length, start + Math.max(1, maxUnits));
  const unitsTo = (end: number) => escapeText(text.slice(start, end)).length;
  const room = { maxUnits, enoughUnits: maxUnits * FULL_ENOUGH };
  let end = furthest({ nearest: start + 1, farthest }, room, unitsTo);
  if (end === text.length) return end;
  end = readableCut(text, start, end);
  // A URL that was cut short may need escapes that it did not need as a whole.
  while (end > start + 2 && unitsTo(end) > maxUnits) end = readableCut(text, start, end - 1);
  return end;
}

/** Where a reader would cut, at or before `limit`: after a paragraph, line, sentence or word, else between graphemes. */
export function readableCut(text: string, start: number, limit: number): number {
  const end = start + endOfWords(text.slice(start, limit));
  return graphemeCut(text, start, end > start ? end : limit);
}

/** Where the last paragraph, line, sentence or word of a window ends, in this order; 0 where it holds no white space. */
function endOfWords(window: string): number {
  const half = window.length / 2;
  const paragraph = window.lastIndexOf('\n\n') + 2;
  if (paragraph > half) return paragraph;
  const line = window.lastIndexOf('\n') + 1;
  if (line > half) return line;

  let word = 0;
  for (let end = window.length; end > half || (word === 0 && end > 0); end--) {
    const last = window.charCodeAt(end - 1);
    if (end > half && isWideStop(last)) return end;
    if (!isSpace(last)) continue;
    if (word === 0) word = end;
    if (end > half && isStop(window.charCodeAt(end - 2))) return end;
  }
  return word;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0x3000 || unit === 0x2028 || unit === 0x2029;
}

/** `.`, `!`, `?`, `…` */
function isStop(unit: number): boolean {
  return unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x2026;
}

/** `。`, `！`, `？`: no space follows them. */
function isWideStop(unit: number): boolean {
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f;
}

import { isBlank } from './clean-text.ts';
import { graphemeCut } from './graphemes.ts';
import { type Markup, plain } from './markup.ts';

/** First character that can join the one before it; a cut in front of it is looked at twice. */
const FIRST_EXTENDING = 0x300;

/**
 * Cuts text into parts of at most `maxUnits` UTF-16 units, where a reader would: after a paragraph, else a line, else a
 * sentence or word, else between graphemes. The parts joined are the text again; a part that would show nothing is
 * left out. White space stays with the part before it. Escaped text names its `markup`, and no escape sequence is broken.
 * A limit too small for a single character or escape sequence is exceeded by that one.
 */
export function splitText(text: string, maxUnits: number, markup: Markup = plain): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.length - start > maxUnits ? endOfPart(text, start, start + maxUnits, markup) : text.length;
    const part = text.slice(start, end);
    if (!isBlank(part)) parts.push(part);
    start = end;
  }
  return parts;
}

function endOfPart(text: string, start: number, limit: number, markup: Markup): number {
  const end = start + endOfWords(text.slice(start, limit));
  if (end > start && text.charCodeAt(end) < FIRST_EXTENDING) return end;
  const cut = markup.cutOutside(text, start, graphemeCut(text, start, end > start ? end : limit));
  return cut > start ? cut : pastFirst(text, start, limit, markup);
}

/** The end of the first character or escape sequence, where not even that fits. */
function pastFirst(text: string, start: number, limit: number, markup: Markup): number {
  let end = Math.max(limit, start + 1);
  while (end < text.length && markup.cutOutside(text, start, end) <= start) end++;
  return graphemeCut(text, end - 1, end);
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

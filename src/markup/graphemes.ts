/** Below U+0300 no character extends the one before it. */
const FIRST_EXTENDING = 0x300;

let segmenter: Intl.Segmenter | undefined;

/** The one segmenter, made on first use: making it costs more than using it. */
export function graphemeSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter;
}

/**
 * The last place after `start`, and at or before `limit`, where text can be cut without breaking what a reader sees as
 * one character. `start` must be such a place itself. A cluster that is longer than the room is cut between code points.
 */
export function graphemeCut(text: string, start: number, limit: number): number {
  if (limit >= text.length) return text.length;
  if (text.charCodeAt(limit) < FIRST_EXTENDING && text.charCodeAt(limit - 1) < FIRST_EXTENDING) return limit;

  // Flags pair up from the beginning of their run, so segmenting has to begin at a sure boundary: an ASCII character.
  let from = limit - 1;
  while (from > start && !isPrintableAscii(text.charCodeAt(from))) from--;
  const cluster = graphemeSegmenter()
    .segment(text.slice(from, limit + 2))
    .containing(limit - from);
  const boundary = from + (cluster?.index ?? 0);
  if (boundary > start) return boundary;
  return codePointCut(text, start, limit);
}

/** The last place at or before `limit` that breaks no surrogate pair, but always at least one code point after `start`. */
function codePointCut(text: string, start: number, limit: number): number {
  const isInsidePair = isHighSurrogate(text.charCodeAt(limit - 1)) && isLowSurrogate(text.charCodeAt(limit));
  if (!isInsidePair) return limit;
  return limit - 1 > start ? limit - 1 : limit + 1;
}

function isPrintableAscii(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x7e;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

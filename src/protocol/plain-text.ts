const PRINTABLE_ASCII = /^[ -~]*$/;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * What no reader sees but a layout obeys: control characters, directional controls, zero-width spaces, lone surrogates.
 * Joiners stay (U+200C, U+200D): Persian words and family emoji need them.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

/** One trimmed line of visible words, fit for a label. Line breaks become spaces; empty when nothing is visible. */
export function plainLine(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text.trim();
  return text.replace(BREAKS, ' ').replace(UNSEEN, '').trim();
}

/** Trimmed visible words that may take several lines, fit for a prompt. Every line break becomes `\n`. */
export function plainText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text.trim();
  return text.replace(LINE_BREAKS, '\n').replace(UNSEEN, '').trim();
}

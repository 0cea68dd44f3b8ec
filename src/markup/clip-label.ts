import { plainLine } from '../protocol/plain-text.ts';
import { isBlank } from './clean-text.ts';
import { graphemeSegmenter } from './graphemes.ts';
import { truncateText } from './truncate-text.ts';

/** ASCII words with single spaces: needs nothing done. */
const TIDY_ASCII = /^[!-~]+(?: [!-~]+)*$/;
const WHITE_SPACE = /\s+/g;

/** A grapheme can be of any length; real ones need this many UTF-16 units on average, or fewer. */
const UNITS_PER_GRAPHEME = 4;

/**
 * A label on one line, at most `max` graphemes or UTF-16 units long, cut at a grapheme with `…`. Control characters are
 * gone, white space is single. Empty when nothing of it would be seen: the caller knows what to say then.
 */
export function clipLabel(label: string, max: number, unit: 'grapheme' | 'utf16'): string {
  if (label.length <= max && TIDY_ASCII.test(label)) return label;
  const shown = plainLine(label).replace(WHITE_SPACE, ' ');
  if (isBlank(shown)) return '';
  if (shown.length <= max) return shown;
  return truncateText(shown, unit === 'utf16' ? max : unitsOfGraphemes(shown, max), '…');
}

function unitsOfGraphemes(text: string, maxGraphemes: number): number {
  const maxUnits = maxGraphemes * UNITS_PER_GRAPHEME;
  let graphemes = 0;
  for (const { index } of graphemeSegmenter().segment(text.slice(0, maxUnits + 1))) {
    if (graphemes === maxGraphemes) return index;
    graphemes++;
  }
  return maxUnits;
}

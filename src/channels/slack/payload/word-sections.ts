import { isBlank } from '../../../markup/clean-text.ts';
import { escapeMrkdwn } from '../../../markup/escape.ts';
import { splitText } from '../../../markup/split-text.ts';
import type { Loose } from '../../../protocol/loose.ts';
import { MAX_SECTION_UNITS } from '../limits.ts';

/** Lines of words, of which no character is markup, as sections. */
export function wordSections(lines: readonly string[]): Loose[] {
  const text = lines.filter((line) => !isBlank(line)).join('\n');
  return splitText(text, MAX_SECTION_UNITS, escapeMrkdwn).map((part) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: escapeMrkdwn(part) },
  }));
}

import { isBlank } from '../../markup/clean-text.ts';
import { partsOf } from '../../markup/lay-out.ts';
import { html, plain } from '../../markup/markup.ts';
import { truncateText } from '../../markup/truncate-text.ts';
import { completeText, type InWords, showInWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed } from '../../protocol/channel.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';

/**
 * Prints for a mail: everything in words, in one part. A mail of any length is one mail, so `split` never splits;
 * `truncate` keeps to the template's limit.
 */
export function printEmail(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed {
  const out: InWords = { words: [], notes: [] };
  for (const affordance of affordances) showInWords(affordance, 'a mail has words only', out);
  const whole = completeText(text, affordances, out);
  const kept = cut(whole, content, out);
  const escaped = content.format === 'html' ? html.escape(kept) : plain.escape(kept);
  return { parts: isBlank(escaped) ? [] : partsOf([escaped]), notes: out.notes };
}

function cut(text: string, { maxLength, overflow, truncationSuffix }: ContentFormat, { notes }: InWords): string {
  if (overflow !== 'truncate' || maxLength === undefined || text.length <= maxLength) return text;
  notes.push({ code: 'text_truncated', message: `The text has ${text.length} characters; ${maxLength} are kept.` });
  return truncateText(text, maxLength, truncationSuffix);
}

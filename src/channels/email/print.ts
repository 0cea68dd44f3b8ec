import { asIs, escapeHtml } from '../../markup/escape.ts';
import { layOut, partsOf } from '../../markup/lay-out.ts';
import { completeText, type InWords, showInWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed } from '../../protocol/channel.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';

const ANY_LENGTH = Number.POSITIVE_INFINITY;

/**
 * Prints for a mail: everything in words, in one part. A mail of any length is one mail, so `split` never splits;
 * `truncate` keeps to the template's limit.
 */
export function printEmail(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed {
  const out: InWords = { words: [], notes: [] };
  for (const affordance of affordances) showInWords(affordance, 'a mail has words only', out);
  const whole = completeText(text, affordances, out);
  const maxUnits = content.overflow === 'truncate' ? (content.maxLength ?? ANY_LENGTH) : ANY_LENGTH;
  const room = {
    escape: content.format === 'html' ? escapeHtml : asIs,
    counts: 'words',
    maxUnits,
    lastUnits: maxUnits,
  } as const;
  return { parts: partsOf(layOut(whole, { ...content, maxLength: maxUnits }, room, out.notes)), notes: out.notes };
}

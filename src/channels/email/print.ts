import { mailHtml } from '../../markup/dialects/mail-html.ts';
import { plainText } from '../../markup/dialects/plain-text.ts';
import { layOut, partsOf } from '../../markup/lay-out.ts';
import { completeText, type InWords, showInWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed } from '../../protocol/channel.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';

/** A mail of any length is one mail: a template that splits sets no limit. */
const WHOLE: ContentFormat = { format: 'plain', overflow: 'split', truncationSuffix: '' };

/**
 * Prints for a mail: everything in words, in one part. `html` is for the HTML of a mail, any other format for its text.
 * `truncate` keeps to the template's limit, `split` never splits.
 */
export function printEmail(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed {
  const out: InWords = { words: [], notes: [] };
  for (const affordance of affordances) showInWords(affordance, 'a mail has words only', out);
  const said = completeText(text, affordances, out);
  const room = {
    dialect: content.format === 'html' ? mailHtml : plainText,
    readsMarkdown: true,
    maxUnits: Number.POSITIVE_INFINITY,
    lastUnits: Number.POSITIVE_INFINITY,
  };
  const limits = content.overflow === 'truncate' ? content : WHOLE;
  return { parts: partsOf(layOut(said, limits, room, out.notes)), notes: out.notes };
}

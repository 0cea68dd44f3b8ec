import { canCallBack } from '../../callback/can-call-back.ts';
import { cleanText } from '../../markup/clean-text.ts';
import type { Dialect } from '../../markup/dialects/dialect.ts';
import { mailHtml } from '../../markup/dialects/mail-html.ts';
import { plainText } from '../../markup/dialects/plain-text.ts';
import { layOut, partsOf } from '../../markup/lay-out.ts';
import { completeText, type InWords, type Said, showInWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed } from '../../protocol/channel.ts';
import type { Note } from '../../protocol/notes.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';

/** A mail of any length is one mail: a template that splits sets no limit. */
const WHOLE: ContentFormat = { format: 'plain', overflow: 'split', truncationSuffix: '' };

/** Longest callback string that a link carries, characters; ours have 27 at most. */
const MAX_DATA_CHARS = 64;

/** A question, for the links that a mail gets when it is sent. */
export interface PrintedChoice {
  widgetId: string;
  prompt: string;
  options: { label: string; index: number }[];
  multi: boolean;
}

/** Tags are no words: a template's limit counts what is read. */
const countedHtml: Dialect = { ...mailHtml, sizeOf: (printed) => printed.replace(/<[^>]*>/g, '').length };

/**
 * Prints for a mail: everything in words, in one part. `html` is for the HTML of a mail, any other format for its text.
 * `truncate` keeps to the template's limit, `split` never splits. The UI is the questions that a link can answer, as
 * `choices`, where there is one.
 */
export function printEmail(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed {
  const out: InWords = { words: [], notes: [] };
  for (const affordance of affordances) showInWords(affordance, 'a mail has words only', out);
  const said = completeText(text, affordances, out);
  const limits = content.overflow === 'truncate' ? content : WHOLE;
  const passages = printIn(content.format === 'html' ? mailHtml : plainText, said, limits, out.notes);
  // What it had to leave out is noted already.
  const [html] = printIn(countedHtml, said, limits, []);
  const choices = affordances.flatMap(linkable);
  const parts = partsOf(passages, choices.length > 0 ? { choices } : undefined);
  return { parts: parts.map((part) => ({ ...part, ...(html && { html: html.content }) })), notes: out.notes };
}

function printIn(dialect: Dialect, said: Said, limits: ContentFormat, notes: Note[]) {
  const room = {
    dialect,
    readsMarkdown: true,
    maxUnits: Number.POSITIVE_INFINITY,
    lastUnits: Number.POSITIVE_INFINITY,
  };
  return layOut(said, limits, room, notes);
}

function linkable(affordance: Affordance): PrintedChoice[] {
  if (affordance.type !== 'choice' || !canCallBack(affordance, MAX_DATA_CHARS)) return [];
  const { widgetId, prompt, options, multi } = affordance;
  return [
    {
      widgetId,
      prompt: cleanText(prompt),
      options: options.map(({ label, index }) => ({ label: cleanText(label), index })),
      multi,
    },
  ];
}

import type { Affordance, ChoiceAffordance, NoteAffordance, TableAffordance } from '../protocol/affordance.ts';
import { isOnMap } from '../protocol/map-point.ts';
import { markdownText } from '../protocol/markdown-text.ts';
import type { Note, NoteCode } from '../protocol/notes.ts';
import { plainLine } from '../protocol/plain-text.ts';
import { type AddedTable, addedTable } from './added-table.ts';
import { cleanText, isBlank } from './clean-text.ts';

/** What a message is to say: a text, in Markdown where the agent wrote it so, and plain words and tables below it. */
export interface Said {
  text: string;
  added: readonly Added[];
}

/** A paragraph of plain words, or a table. */
export type Added = string | AddedTable;

/** What a printer could not show natively: words for the reader, notes for the developer. */
export interface InWords {
  words: Added[];
  notes: Note[];
}

const AS_TEXT: Readonly<Record<Affordance['type'], NoteCode>> = {
  choice: 'choices_as_text',
  link: 'link_as_text',
  prefill: 'prefill_as_text',
  image: 'image_as_text',
  table: 'table_as_text',
  open: 'open_as_text',
  note: 'note_as_text',
};

/**
 * Shows an affordance as words, with what the text does not carry already. `why` ends the developer's sentence,
 * e.g. `a mail has words only`.
 */
export function showInWords(affordance: Affordance, why: string, out: InWords, code = AS_TEXT[affordance.type]): void {
  const { type, widgetId } = affordance;
  addWords(affordance, out);
  out.notes.push({ code, message: `The ${type} of widget ${widgetId} is shown as text: ${why}.`, widgetId });
}

/** Shows in words what has a native form on this channel, but no room in this message. */
export function showWithoutButtons(affordance: Affordance, why: string, out: InWords): void {
  showInWords(affordance, why, out, affordance.type === 'choice' ? 'buttons_as_text' : undefined);
}

/** Adds what the text does not carry already, also where there is a button for it. */
export function addWords(affordance: Affordance, { words }: InWords): void {
  const added = wordsBesideText(affordance);
  if (added === '') return;
  const clean = cleanText(added).trim();
  if (isBlank(clean)) return;
  words.push((affordance.type === 'table' && addedTable(affordance, clean)) || clean);
}

/** The words that nobody could read otherwise. The text lists choices and names URLs itself. */
function wordsBesideText(affordance: Affordance): string {
  switch (affordance.type) {
    case 'choice':
      return affordance.multi ? howToPickSeveral(affordance) : '';
    case 'link':
    case 'open':
      return '';
    case 'prefill':
      return withHint(labelled(affordance.label, affordance.command), affordance.hint);
    case 'image':
      return affordance.alt;
    case 'table':
      return rowsOf(affordance);
    case 'note':
      return [affordance.text, pointInWords(affordance)].filter((words) => words !== '').join('\n');
    default:
      return affordance satisfies never;
  }
}

/** As every map reads it, to about 10 cm. */
function pointInWords({ point }: NoteAffordance): string {
  if (!point || !isOnMap(point)) return '';
  return [point.latitude, point.longitude].map((degrees) => String(Number(degrees.toFixed(6)))).join(', ');
}

function labelled(label: string, words: string): string {
  return [plainLine(label), words].filter((part) => part !== '').join(': ');
}

function withHint(words: string, hint = ''): string {
  const shown = plainLine(hint);
  return shown === '' ? words : `${words} (${shown})`;
}

function howToPickSeveral({ options }: ChoiceAffordance): string {
  const example = options.length > 2 ? '1, 3' : options.length === 2 ? '1, 2' : '1';
  return `Reply with the numbers, for example: ${example}`;
}

function rowsOf({ headers, rows }: TableAffordance): string {
  return [headers, ...rows]
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map(plainLine).join(' | '))
    .join('\n');
}

/**
 * The text that is to be read: clean, with the words added that it does not hold already. A text in which nothing would
 * be seen is made from the affordances, so that no button goes out without words.
 */
export function completeText(text: string, affordances: readonly Affordance[], { words, notes }: InWords): Said {
  let shown = cleanText(text);
  const added: Added[] = [];
  if (affordances.length > 0 && isBlank(shown)) {
    shown = '';
    const hasTables = words.some((paragraph) => typeof paragraph !== 'string');
    const instead = wordsInsteadOfText(affordances.filter(({ type }) => !(hasTables && type === 'table')));
    if (instead !== '') added.push(instead);
    notes.push({ code: 'text_empty', message: 'The text is empty. It was made from the widgets.' });
  }
  for (const paragraph of words) {
    const plain = addedWords(paragraph);
    // The text may be Markdown, in which plain words are written with their marks escaped.
    const isSaid = hasLines(shown, plain) || hasLines(shown, markdownText(plain));
    if (!isSaid && !added.some((said) => hasLines(addedWords(said), plain))) added.push(paragraph);
  }
  return { text: shown, added };
}

function wordsInsteadOfText(affordances: readonly Affordance[]): string {
  const paragraphs = affordances.map((affordance) => {
    switch (affordance.type) {
      case 'choice':
        return [affordance.prompt, ...affordance.options.map(({ label }, at) => `${at + 1}. ${label}`)].join('\n');
      case 'link':
      case 'open':
        return labelled(affordance.label, affordance.url);
      default:
        return wordsBesideText(affordance);
    }
  });
  return cleanText(paragraphs.filter((paragraph) => !isBlank(paragraph)).join('\n\n'));
}

/** What was added, where there is no markup. */
export function addedWords(added: Added): string {
  return typeof added === 'string' ? added : added.words;
}

/** Whether the text holds these words as whole lines. */
function hasLines(text: string, words: string): boolean {
  return `\n${text}\n`.includes(`\n${words}\n`);
}

import { cleanText, isBlank } from '../../../markup/clean-text.ts';
import { splitText } from '../../../markup/split-text.ts';
import type { Note } from '../../../protocol/notes.ts';
import { MAX_TEXT_UNITS } from '../limits.ts';
import { integerIn, type Loose, listIn, objectIn } from '../loose.ts';
import { plainText } from '../plain-text.ts';
import { type Html, printHtml, readHtml } from './html.ts';

/** Fields of one message: `text`, and how it is marked up. */
export type TextFields = Loose & { text: string };

/** Bot API, Formatting options, read 2026-11. Telegram does not mind the case. */
const MODES: Readonly<Record<string, string>> = { html: 'HTML', markdownv2: 'MarkdownV2', markdown: 'Markdown' };

/**
 * A text with words added below it, as messages that Telegram takes, marked up as it was. What cannot be read in its
 * markup, and Markdown that must be cut, goes as plain words. Empty when nothing would be seen.
 */
export function mendText(body: Loose, added: readonly string[], notes: Note[]): TextFields[] {
  const written = cleanText(typeof body.text === 'string' ? body.text : String(body.text ?? ''));
  const named = typeof body.parse_mode === 'string' ? body.parse_mode.toLowerCase() : '';
  const mode = Object.hasOwn(MODES, named) ? MODES[named] : undefined;
  if (mode === undefined && named !== '' && named !== 'none') {
    notes.push({
      code: 'text_replaced',
      message: "The parse_mode is none of Telegram's. The text goes as plain text.",
    });
  }
  const words = added.join('\n');
  if (mode === 'HTML') {
    const html = readHtml(written);
    if (html) return split(withWords(html, words), notes);
    notes.push({
      code: 'text_replaced',
      message: "The HTML of the text is not Telegram's. Its words go as plain text.",
    });
    return split({ text: below(plainText(written, mode), words), tags: [] }, notes, { isPlain: true });
  }
  const fits = written.length <= MAX_TEXT_UNITS && words === '' && !isBlank(written);
  if (mode !== undefined) {
    if (fits) return [{ text: written, parse_mode: mode }];
    notes.push({
      code: 'text_replaced',
      message: `Words were added to a text in ${mode}, or it is too long. It goes as plain text.`,
    });
    return split({ text: below(plainText(written, mode), words), tags: [] }, notes, { isPlain: true });
  }
  const entities = entitiesIn(body.entities, written);
  if (fits && entities) return [{ text: written, entities }];
  if (body.entities !== undefined && listIn(body.entities).length > 0) {
    notes.push({
      code: 'text_replaced',
      message: 'The entities do not fit the text as it goes out. It goes as plain text.',
    });
  }
  return split({ text: below(written, words), tags: [] }, notes, { isPlain: true });
}

function withWords(html: Html, words: string): Html {
  return { ...html, text: below(html.text, words) };
}

function below(text: string, words: string): string {
  if (words === '') return text;
  return isBlank(text) ? words : `${text}\n\n${words}`;
}

function split(html: Html, notes: Note[], { isPlain = false } = {}): TextFields[] {
  const { text } = html;
  const parts = splitText(text, MAX_TEXT_UNITS);
  if (parts.length > 1) {
    notes.push({ code: 'text_split', message: `The text has ${text.length} characters: ${parts.length} messages.` });
  }
  let at = 0;
  return parts.map((part): TextFields => {
    // A part that would show nothing was left out before this one.
    while (!text.startsWith(part, at)) at += 1;
    const from = at;
    at += part.length;
    return isPlain ? { text: part } : { text: printHtml(html, from, at), parse_mode: 'HTML' };
  });
}

/** The entities, when every one lies within the text as it was written. */
function entitiesIn(given: unknown, text: string): Loose[] | undefined {
  const entities = listIn(given).map(objectIn);
  if (entities.length === 0) return undefined;
  const isGood = (entity: Loose | undefined): entity is Loose => {
    const { type, offset, length } = entity ?? {};
    const [start, units] = [integerIn(offset) ?? -1, integerIn(length) ?? 0];
    return typeof type === 'string' && start >= 0 && units > 0 && start + units <= text.length;
  };
  return entities.every(isGood) ? entities : undefined;
}

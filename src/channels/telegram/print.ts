import type { Dialect } from '../../markup/dialects/dialect.ts';
import { plainText } from '../../markup/dialects/plain-text.ts';
import { telegramHtml } from '../../markup/dialects/telegram-html.ts';
import { layOut, partsOf } from '../../markup/lay-out.ts';
import { completeText, type InWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed, PrintPlace } from '../../protocol/channel.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';
import { inlineKeyboard } from './keyboard.ts';
import { ANSWERED_LINE_UNITS, MAX_TEXT_UNITS } from './limits.ts';

/**
 * Prints for Telegram: messages of at most 4096 units, an inline keyboard under the last. `html` is for
 * `parse_mode` HTML; `markdown` for MarkdownV2, all words and no marks; other formats for templates without a `parse_mode`.
 */
export function printTelegram(
  affordances: readonly Affordance[],
  text: string,
  content: ContentFormat,
  place?: PrintPlace,
): Printed {
  const out: InWords = { words: [], notes: [] };
  const rows = inlineKeyboard(affordances, out, place);
  const said = completeText(text, affordances, out);
  const room = {
    dialect: dialectOf(content.format),
    readsMarkdown: true,
    maxUnits: MAX_TEXT_UNITS,
    lastUnits: lastUnitsOf(affordances),
  };
  const passages = layOut(said, content, room, out.notes);
  const ui = rows.length > 0 ? { reply_markup: { inline_keyboard: rows } } : undefined;
  return { parts: partsOf(passages, ui), notes: out.notes };
}

/** Every question gets its line when it is answered, a typed answer included. */
function lastUnitsOf(affordances: readonly Affordance[]): number {
  let units = MAX_TEXT_UNITS;
  for (const { type } of affordances) if (type === 'choice') units -= ANSWERED_LINE_UNITS;
  return Math.max(units, MAX_TEXT_UNITS / 2);
}

function dialectOf(format: ContentFormat['format']): Dialect {
  if (format === 'html') return telegramHtml;
  return format === 'markdown' ? markdownV2 : plainText;
}

const EVERY_MARKDOWN_V2_SPECIAL = /[_*[\]()~`>#+\-=|{}.!\\]/g;
const EVERY_ESCAPE = /\\([_*[\]()~`>#+\-=|{}.!\\])/g;

const MARKDOWN_V2_LITERALS = Object.fromEntries(
  [...'_*[]()~`>#+-=|{}.!\\'].map((special) => [special, `\\${special}`]),
);

/** Words as MarkdownV2 shows them. Bot API, Formatting options, read 2026-11. */
const markdownV2: Dialect = {
  print: (blocks) => escapeMarkdownV2(plainText.print(blocks)),
  escape: escapeMarkdownV2,
  literals: { always: MARKDOWN_V2_LITERALS, outsideUrls: {} },
  countsWords: true,
  keepsPlainText: true,
  hasTables: false,
  sizeOf: (printed) => printed.replace(EVERY_ESCAPE, '$1').length,
};

function escapeMarkdownV2(text: string): string {
  return text.replace(EVERY_MARKDOWN_V2_SPECIAL, '\\$&');
}

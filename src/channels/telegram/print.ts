import { asIs, type Escape, escapeHtml } from '../../markup/escape.ts';
import { layOut, partsOf } from '../../markup/lay-out.ts';
import { completeText, type InWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed } from '../../protocol/channel.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';
import { inlineKeyboard } from './keyboard.ts';
import { ANSWERED_LINE_UNITS, MAX_TEXT_UNITS } from './limits.ts';

/**
 * Prints for Telegram: messages of at most 4096 units, an inline keyboard under the last. `html` is escaped for
 * `parse_mode` HTML, `markdown` for MarkdownV2; other formats are for templates without a `parse_mode`.
 */
export function printTelegram(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed {
  const out: InWords = { words: [], notes: [] };
  const rows = inlineKeyboard(affordances, out);
  const whole = completeText(text, affordances, out);
  const room = {
    escape: escapeOf(content.format),
    counts: 'words',
    maxUnits: MAX_TEXT_UNITS,
    lastUnits: lastUnitsOf(affordances),
  } as const;
  const passages = layOut(whole, content, room, out.notes);
  const ui = rows.length > 0 ? { reply_markup: { inline_keyboard: rows } } : undefined;
  return { parts: partsOf(passages, ui), notes: out.notes };
}

/** Every question gets its line when it is answered, a typed answer included. */
function lastUnitsOf(affordances: readonly Affordance[]): number {
  let units = MAX_TEXT_UNITS;
  for (const { type } of affordances) if (type === 'choice') units -= ANSWERED_LINE_UNITS;
  return Math.max(units, MAX_TEXT_UNITS / 2);
}

function escapeOf(format: ContentFormat['format']): Escape {
  if (format === 'html') return escapeHtml;
  return format === 'markdown' ? escapeMarkdownV2 : asIs;
}

const EVERY_MARKDOWN_V2_SPECIAL = /[_*[\]()~`>#+\-=|{}.!\\]/g;

/** Bot API, Formatting options, MarkdownV2, read 2026-11. */
function escapeMarkdownV2(text: string): string {
  return text.replace(EVERY_MARKDOWN_V2_SPECIAL, '\\$&');
}

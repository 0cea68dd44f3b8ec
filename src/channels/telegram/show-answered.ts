import { clipLabel } from '../../markup/clip-label.ts';
import type { AnsweredMessage } from '../../protocol/channel.ts';
import { MAX_LABEL_GRAPHEMES, MAX_TEXT_UNITS } from './limits.ts';
import { type Loose, listIn, objectIn } from './loose.ts';
import { shownLength } from './plain-text.ts';

/**
 * The edit that shows what was answered: a line per answer under the text, and those questions' buttons gone.
 * Where the text has no room for the lines, only the buttons change. The message id is added when it is sent.
 */
export function showAnswered({ payload, answered }: AnsweredMessage): Loose | undefined {
  const body = objectIn(payload);
  if (!body || answered.length === 0) return undefined;
  const { text, parse_mode, entities, link_preview_options } = body;
  const keyboard = keyboardWithout(
    answered.map(({ widgetId }) => `${widgetId}#`),
    body,
  );
  const place = defined({ chat_id: body.chat_id, business_connection_id: body.business_connection_id });

  const shown = ({ label }: { label: string }) => clipLabel(label, MAX_LABEL_GRAPHEMES, 'grapheme');
  const lines = answered.map((answer) => `\n\n✓ ${escaped(shown(answer), parse_mode)}`).join('');
  if (typeof text === 'string' && shownLength(text + lines, parse_mode) <= MAX_TEXT_UNITS) {
    return { ...place, text: text + lines, ...defined({ parse_mode, entities, link_preview_options }), ...keyboard };
  }
  return keyboard && { ...place, ...keyboard };
}

function keyboardWithout(prefixes: readonly string[], body: Loose): { reply_markup: Loose } | undefined {
  const rows = objectIn(body.reply_markup)?.inline_keyboard;
  if (!Array.isArray(rows)) return undefined;
  const isOpen = (button: unknown) => {
    const data = objectIn(button)?.callback_data;
    return typeof data !== 'string' || !prefixes.some((prefix) => data.startsWith(prefix));
  };
  const open = rows.map((row) => listIn(row).filter(isOpen)).filter((row) => row.length > 0);
  return { reply_markup: { inline_keyboard: open } };
}

/** Characters that each parse mode reads as markup. Telegram Bot API, Formatting options, read 2026-11. */
function escaped(label: string, parseMode: unknown): string {
  switch (typeof parseMode === 'string' ? parseMode.toLowerCase() : '') {
    case 'html':
      return label.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    case 'markdownv2':
      return label.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&');
    case 'markdown':
      return label.replace(/[_*`[]/g, '\\$&');
    default:
      return label;
  }
}

function defined(fields: Loose): Loose {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

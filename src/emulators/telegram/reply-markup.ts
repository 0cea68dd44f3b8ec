import { isObject } from '../bounded-json.ts';
import { checkButtonUrl } from './button-url.ts';
import { badRequest } from './refusal.ts';
import type { Chat, InlineKeyboardButton, InlineKeyboardMarkup } from './wire.ts';

/** 1-64 bytes, Telegram Bot API, InlineKeyboardButton, read 2026-11. */
const MAX_CALLBACK_DATA_BYTES = 64;

/** 1-256 characters, Telegram Bot API, CopyTextButton, read 2026-11. */
const MAX_COPY_TEXT_LENGTH = 256;

/**
 * Telegram publishes neither number. Its server cuts larger keyboards silently, and a button that is cut is a choice
 * that nobody can make, so the emulator refuses where it is known to become unreliable.
 */
const MAX_BUTTONS = 100;
const MAX_BUTTONS_PER_ROW = 8;

const ACTIONS = [
  'url',
  'callback_data',
  'web_app',
  'login_url',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat',
  'copy_text',
  'callback_game',
  'pay',
];

const STYLES = ['danger', 'success', 'primary'];

/**
 * Reads `reply_markup`. Gives the inline keyboard; nothing when there is none or it has no button.
 * Keyboards of the other kinds are accepted and leave no trace on the message, as on Telegram.
 * Throws the refusal that Telegram would answer with; where Telegram drops a button silently, a refusal too.
 */
export function readReplyMarkup(markup: unknown): InlineKeyboardMarkup | undefined {
  if (markup === undefined) return undefined;
  if (!isObject(markup)) throw badRequest('object expected as reply markup');
  if (!Object.hasOwn(markup, 'inline_keyboard')) return undefined;
  const rows = markup.inline_keyboard;
  if (!Array.isArray(rows)) throw badRequest('field "inline_keyboard" must be of type Array');
  const keyboard = rows.map((row: unknown) => {
    if (!Array.isArray(row)) throw badRequest('field "inline_keyboard" must be an Array of Arrays');
    if (row.length === 0) throw badRequest('REPLY_MARKUP_INVALID');
    return row.map(readButton);
  });
  const count = keyboard.reduce((sum, row) => sum + row.length, 0);
  if (count > MAX_BUTTONS || keyboard.some((row) => row.length > MAX_BUTTONS_PER_ROW)) {
    throw badRequest('reply markup is too long');
  }
  return count === 0 ? undefined : { inline_keyboard: keyboard };
}

/** "Available only in private chats", Telegram Bot API, InlineKeyboardButton, `web_app`, read 2026-11. */
export function checkFits(markup: InlineKeyboardMarkup | undefined, { type }: Pick<Chat, 'type'>): void {
  const opensApp = markup?.inline_keyboard.some((row) => row.some((button) => 'web_app' in button));
  if (opensApp && type !== 'private') throw badRequest('BUTTON_TYPE_INVALID');
}

function readButton(button: unknown): InlineKeyboardButton {
  if (!isObject(button)) throw unparsable('Inline keyboard button must be an Object');
  const text = stringField(button, 'text');
  if (text === undefined) throw unparsable('Can\'t find field "text"');
  if (text.trim() === '') throw badRequest('BUTTON_TEXT_INVALID');
  const style = stringField(button, 'style');
  if (style !== undefined && !STYLES.includes(style)) throw badRequest('BUTTON_STYLE_INVALID');
  const actions = ACTIONS.filter((name) => button[name] !== undefined && button[name] !== null);
  if (actions.length > 1) throw badRequest('BUTTON_INVALID');
  const data = stringField(button, 'callback_data');
  const url = stringField(button, 'url');
  if (actions.length === 0 || data === '' || url === '') {
    throw unparsable('Text buttons are unallowed in the inline keyboard');
  }
  if (data !== undefined && Buffer.byteLength(data) > MAX_CALLBACK_DATA_BYTES) throw badRequest('BUTTON_DATA_INVALID');
  checkOtherActions(button);
  const kept = ['style', 'icon_custom_emoji_id', ...actions].filter((name) => button[name] !== undefined);
  return {
    text,
    ...Object.fromEntries(kept.map((name) => [name, button[name]])),
    ...(url === undefined ? {} : { url: checkButtonUrl(url) }),
  };
}

function checkOtherActions({ web_app, copy_text, pay, callback_game }: Record<string, unknown>): void {
  if (pay !== undefined || callback_game !== undefined) throw badRequest('BUTTON_TYPE_INVALID');
  if (copy_text !== undefined) {
    const text = isObject(copy_text) ? stringField(copy_text, 'text') : undefined;
    if (!text || text.length > MAX_COPY_TEXT_LENGTH) throw badRequest('BUTTON_COPY_TEXT_INVALID');
  }
  if (web_app !== undefined) {
    const url = (isObject(web_app) ? stringField(web_app, 'url') : undefined) ?? '';
    if (!url.startsWith('https://')) {
      throw badRequest(`inline keyboard button Web App URL '${url}' is invalid: Only HTTPS links are allowed`);
    }
  }
}

function stringField(object: Record<string, unknown>, name: string): string | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw unparsable(`Field "${name}" must be of type String`);
  if (/\p{Surrogate}/u.test(value)) throw badRequest('strings must be encoded in UTF-8');
  return value;
}

function unparsable(text: string): Error {
  return badRequest(`can't parse inline keyboard button: ${text}`);
}

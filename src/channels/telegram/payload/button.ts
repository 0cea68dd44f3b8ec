import { buttonUrl, hasPublicHost } from '../../../markup/button-url.ts';
import { cleanText, isBlank } from '../../../markup/clean-text.ts';
import type { NoteCode } from '../../../protocol/notes.ts';
import { MAX_CALLBACK_BYTES, MAX_COPY_TEXT_UNITS, MAX_URL_CHARS } from '../limits.ts';
import { type Loose, objectIn, textIn } from '../loose.ts';

/** A button as Telegram takes it, or the words that stand for it. `why` ends a sentence for the developer. */
export type MendedButton = { button: Loose } | { words: string; code: NoteCode; why: string };

/** Bot API, InlineKeyboardButton, `style`, read 2026-11. */
const STYLES = ['danger', 'success', 'primary'];

/** `number`: its place among the buttons of the message, from 1. */
export function mendButton(given: unknown, { number, isShared }: { number: number; isShared: boolean }): MendedButton {
  const button = objectIn(given) ?? {};
  const label = cleanText(wordOf(button.text) ?? '').trim();
  const { style, icon_custom_emoji_id: icon } = button;
  const look = {
    ...(STYLES.some((known) => known === style) && { style }),
    ...(typeof icon === 'string' && /^\d{1,19}$/.test(icon) && { icon_custom_emoji_id: icon }),
  };
  const data = wordOf(button.callback_data);
  if (data !== undefined) {
    const text = isBlank(label) ? String(number) : label;
    const bytes = Buffer.byteLength(data);
    const fits = bytes > 0 && bytes <= MAX_CALLBACK_BYTES && cleanText(data) === data;
    if (fits) return { button: { text, callback_data: data, ...look } };
    return {
      words: `${number}. ${text}`,
      code: 'buttons_as_text',
      why: `its callback_data has ${bytes} bytes, Telegram takes 1 to 64`,
    };
  }
  const linked = linkIn(button, isShared);
  if (linked) {
    const { url, action } = linked;
    const text = isBlank(label) ? url.slice(0, 64) : label;
    if (action) return { button: { text, ...action, ...look } };
    const words = cleanText(text === url ? url : `${text}: ${url}`);
    return { words, code: 'link_as_text', why: 'Telegram takes only http and https URLs of public hosts in buttons' };
  }
  const copied = textIn(objectIn(button.copy_text)?.text);
  if (copied !== undefined) {
    const text = isBlank(label) ? copied.slice(0, 64) : label;
    if (!isBlank(copied) && copied.length <= MAX_COPY_TEXT_UNITS) {
      return { button: { text, copy_text: { text: copied }, ...look } };
    }
    return {
      words: `${label}: ${cleanText(copied)}`,
      code: 'prefill_as_text',
      why: 'a Telegram button copies 1 to 256 characters',
    };
  }
  for (const key of ['switch_inline_query', 'switch_inline_query_current_chat']) {
    const query = textIn(button[key]);
    if (query !== undefined && label !== '') return { button: { text: label, [key]: query.slice(0, 256), ...look } };
  }
  return { words: label, code: 'buttons_as_text', why: 'it does nothing that a button of a bot can do here' };
}

/** Where a button leads, and what it says to Telegram; without that, it can only be read. */
function linkIn(button: Loose, isShared: boolean): { url: string; action?: Loose } | undefined {
  const url = textIn(button.url);
  if (url !== undefined) {
    if (/^tg:\/\/[!-~]+$/i.test(url) && URL.canParse(url)) return { url, action: { url } };
    const fit = publicUrl(url);
    return fit === undefined ? { url } : { url, action: { url: fit } };
  }
  const app = textIn(objectIn(button.web_app)?.url);
  if (app === undefined) return undefined;
  // Bot API, InlineKeyboardButton, `web_app`: "available only in private chats". A link opens it elsewhere.
  const fit = publicUrl(app);
  if (fit === undefined || isShared || !fit.startsWith('https:')) {
    return fit === undefined ? { url: app } : { url: app, action: { url: fit } };
  }
  return { url: app, action: { web_app: { url: fit } } };
}

function publicUrl(url: string): string | undefined {
  const fit = buttonUrl(url, MAX_URL_CHARS);
  return fit !== undefined && hasPublicHost(fit) ? fit : undefined;
}

/** A template may have made a number of what was a text. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textIn(value);
}

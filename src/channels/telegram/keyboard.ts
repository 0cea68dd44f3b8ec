import { canCallBack } from '../../callback/can-call-back.ts';
import { encodeCallback } from '../../callback/data.ts';
import { buttonLabel } from '../../markup/button-label.ts';
import { buttonUrl, hasPublicHost } from '../../markup/button-url.ts';
import { cleanText, isBlank } from '../../markup/clean-text.ts';
import { prefillLabel } from '../../markup/prefill-label.ts';
import { submitLabel } from '../../markup/submit-label.ts';
import { addWords, type InWords, showInWords, showWithoutButtons } from '../../markup/words.ts';
import type {
  Affordance,
  ChoiceAffordance,
  LinkAffordance,
  OpenAffordance,
  PrefillAffordance,
} from '../../protocol/affordance.ts';
import type { PrintPlace } from '../../protocol/channel.ts';
import {
  MAX_BUTTONS,
  MAX_CALLBACK_BYTES,
  MAX_COPY_TEXT_UNITS,
  MAX_KEYBOARD_BYTES,
  MAX_LABEL_GRAPHEMES,
  MAX_URL_CHARS,
} from './limits.ts';
import { arrange } from './rows.ts';
import { doneButton, MARK_GRAPHEMES, TOGGLE_DATA_CHARS, toggleButton } from './toggles.ts';

export type InlineButton =
  | { text: string; callback_data: string }
  | { text: string; url: string }
  | { text: string; web_app: { url: string } }
  | { text: string; copy_text: { text: string } };

/** The rows of an inline keyboard; empty when nothing has a button. What has none goes in words. */
export function inlineKeyboard(affordances: readonly Affordance[], out: InWords, place?: PrintPlace): InlineButton[][] {
  const rows: InlineButton[][] = [];
  /** Links and commands that follow each other share rows; a question has its own. */
  let loose: InlineButton[] = [];
  const commandLabels = new Set<string>();
  const room = { buttons: MAX_BUTTONS, bytes: MAX_KEYBOARD_BYTES };

  for (const affordance of affordances) {
    const buttons = buttonsOf(affordance, { commandLabels, place }, out);
    if (buttons.length === 0) continue;
    const bytes = bytesOf(buttons);
    if (buttons.length > room.buttons || bytes > room.bytes) {
      showWithoutButtons(affordance, 'a Telegram message holds 100 buttons, and 10 kB of them', out);
      continue;
    }
    room.buttons -= buttons.length;
    room.bytes -= bytes;

    if (affordance.type !== 'choice') {
      loose.push(...buttons);
    } else {
      arrange(loose, rows);
      loose = [];
      // What sends the answer of several stands alone, below them.
      const done = affordance.multi ? buttons.splice(-1) : [];
      arrange(buttons, rows);
      arrange(done, rows);
    }
  }
  arrange(loose, rows);
  return rows;
}

function buttonsOf(
  affordance: Affordance,
  { commandLabels, place }: { commandLabels: Set<string>; place: PrintPlace | undefined },
  out: InWords,
): InlineButton[] {
  switch (affordance.type) {
    case 'choice':
      return choiceButtons(affordance, out);
    case 'link':
      return linkButton(affordance, out);
    case 'open':
      return openButton(affordance, place, out);
    case 'prefill':
      return copyButton(affordance, commandLabels, out);
    default:
      showInWords(affordance, 'a Telegram keyboard has nothing like it', out);
      return [];
  }
}

function choiceButtons(choice: ChoiceAffordance, out: InWords): InlineButton[] {
  const { widgetId, options, multi } = choice;
  if (!canCallBack(choice, multi ? MAX_CALLBACK_BYTES - TOGGLE_DATA_CHARS : MAX_CALLBACK_BYTES)) {
    showInWords(choice, 'its options have no callback data that Telegram takes (64 bytes)', out);
    return [];
  }
  const max = multi ? MAX_LABEL_GRAPHEMES - MARK_GRAPHEMES : MAX_LABEL_GRAPHEMES;
  const buttons: InlineButton[] = [];
  for (const { label, index } of options) {
    const text = labelOf(label, widgetId, out, max) || String(index + 1);
    buttons.push(
      multi ? toggleButton(widgetId, index, text) : { text, callback_data: encodeCallback(widgetId, index) },
    );
  }
  if (multi) buttons.push(doneButton(widgetId, submitLabel(choice, MAX_LABEL_GRAPHEMES, 'grapheme')));
  return buttons;
}

function linkButton(link: LinkAffordance | OpenAffordance, out: InWords): InlineButton[] {
  const url = buttonUrl(link.url, MAX_URL_CHARS);
  if (url === undefined || !hasPublicHost(url)) {
    showInWords(link, 'Telegram takes only http and https URLs of public hosts in buttons', out);
    return [];
  }
  return [{ text: labelOf(link.label, link.widgetId, out) || url.slice(0, MAX_LABEL_GRAPHEMES), url }];
}

/**
 * Opens a page of ours inside Telegram, which then vouches for whoever opens it. "Available only in private chats" (Bot
 * API, InlineKeyboardButton, `web_app`) and for https; elsewhere it is a link.
 */
function openButton(open: OpenAffordance, place: PrintPlace | undefined, out: InWords): InlineButton[] {
  const [button] = linkButton(open, out);
  if (!button || !('url' in button)) return [];
  const isInside = place?.isShared === false && button.url.startsWith('https:');
  return [isInside ? { text: button.text, web_app: { url: button.url } } : button];
}

/** The command is copied exactly as it is, or not at all. The text shows what will be copied. */
function copyButton(prefill: PrefillAffordance, taken: Set<string>, out: InWords): InlineButton[] {
  const { command } = prefill;
  if (isBlank(command) || command.length > MAX_COPY_TEXT_UNITS || cleanText(command) !== command) {
    showInWords(prefill, 'a Telegram button copies 1 to 256 characters', out);
    return [];
  }
  addWords(prefill, out);
  const text = prefillLabel(prefill, { max: MAX_LABEL_GRAPHEMES, unit: 'grapheme', taken }, out);
  return [{ text, copy_text: { text: command } }];
}

function labelOf(label: string, widgetId: string, out: InWords, max = MAX_LABEL_GRAPHEMES): string {
  return buttonLabel(label, { max, unit: 'grapheme', widgetId }, out);
}

/** Never less than the bytes of their JSON, each button in a row of its own. */
function bytesOf(buttons: readonly InlineButton[]): number {
  let bytes = 0;
  for (const button of buttons) {
    bytes += 45 + jsonBytes(button.text);
    // Callback strings and URLs are ASCII that needs no escape.
    if ('callback_data' in button) bytes += button.callback_data.length;
    else if ('url' in button) bytes += button.url.length;
    else if ('web_app' in button) bytes += 20 + button.web_app.url.length;
    else bytes += jsonBytes(button.copy_text.text);
  }
  return bytes;
}

function jsonBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isEscaped = unit < 0x20 || unit === 0x22 || unit === 0x5c;
    bytes += isEscaped ? 2 : unit < 0x80 ? 1 : 3;
  }
  return bytes;
}

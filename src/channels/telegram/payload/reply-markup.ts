import { cleanText, isBlank } from '../../../markup/clean-text.ts';
import type { Note } from '../../../protocol/notes.ts';
import { MAX_BUTTONS, MAX_KEYBOARD_BYTES } from '../limits.ts';
import { type Loose, listIn, objectIn, textIn } from '../loose.ts';
import { type MendedButton, mendButton } from './button.ts';

/** Observed: rows of more are refused with "reply markup is too long". */
const MAX_BUTTONS_PER_ROW = 8;

export interface MendedMarkup {
  /** Absent when nothing is left of it. */
  markup?: Loose;
  /** What the buttons that are gone said, a line each. */
  words: string[];
  /** What those that stay say, as a text that has none of its own could put it. */
  labels: string[];
}

/** A `reply_markup`, also as a JSON text, in a form that Telegram takes. */
export function mendMarkup(given: unknown, { isShared, notes }: { isShared: boolean; notes: Note[] }): MendedMarkup {
  const nothing = { words: [], labels: [] };
  if (given === undefined || given === null || given === '') return nothing;
  const markup = objectIn(typeof given === 'string' ? jsonIn(given) : given);
  if (markup && Array.isArray(markup.inline_keyboard)) return mendInline(markup.inline_keyboard, { isShared, notes });
  const other = markup && mendOther(markup);
  if (other) return { markup: other, ...nothing };
  notes.push({
    code: 'buttons_as_text',
    message: 'The reply_markup is of no kind that Telegram knows. It was left out.',
  });
  return nothing;
}

function mendInline(given: readonly unknown[], about: { isShared: boolean; notes: Note[] }): MendedMarkup {
  const { isShared, notes } = about;
  const rows: Loose[][] = [];
  const gone: Exclude<MendedButton, { button: Loose }>[] = [];
  const labels: string[] = [];
  let number = 0;
  const room = { buttons: MAX_BUTTONS, bytes: MAX_KEYBOARD_BYTES };
  for (const givenRow of given) {
    let row: Loose[] = [];
    for (const one of listIn(givenRow)) {
      number += 1;
      const mended = mendButton(one, { number, isShared });
      if (!('button' in mended)) {
        gone.push(mended);
        continue;
      }
      const { button } = mended;
      // With the brackets of a row and its comma.
      const bytes = Buffer.byteLength(JSON.stringify(button)) + 3;
      if (room.buttons === 0 || room.bytes < bytes) {
        gone.push({
          words: wordsOf(button, number),
          code: 'buttons_as_text',
          why: 'a message holds 100 buttons, and 10 kB of them',
        });
        continue;
      }
      room.buttons -= 1;
      room.bytes -= bytes;
      labels.push(wordsOf(button, number));
      if (row.length === MAX_BUTTONS_PER_ROW) {
        rows.push(row);
        row = [];
      }
      row.push(button);
    }
    if (row.length > 0) rows.push(row);
  }
  for (const { code, why } of firstOfEach(gone)) notes.push({ code, message: `Buttons became text, since ${why}.` });
  const words = gone.map((one) => one.words).filter((line) => !isBlank(line));
  return { ...(rows.length > 0 && { markup: { inline_keyboard: rows } }), words, labels };
}

function wordsOf({ text, url, callback_data }: Loose, number: number): string {
  if (typeof url === 'string') return text === url ? url : `${text}: ${url}`;
  return callback_data === undefined ? String(text) : `${number}. ${text}`;
}

function firstOfEach<T extends { why: string }>(gone: readonly T[]): T[] {
  return [...new Map(gone.map((one) => [one.why.replace(/\d+ bytes/, ''), one])).values()];
}

const FLAGS = ['selective', 'is_persistent', 'resize_keyboard', 'one_time_keyboard'];

/** The keyboards that are no part of a message. Bot API, ReplyKeyboardMarkup, ReplyKeyboardRemove, ForceReply, read 2026-11. */
function mendOther(markup: Loose): Loose | undefined {
  const placeholder = cleanText(textIn(markup.input_field_placeholder) ?? '').slice(0, 64);
  const shared = { ...(markup.selective === true && { selective: true }) };
  const hint = !isBlank(placeholder) && { input_field_placeholder: placeholder.replace(/\p{Surrogate}$/u, '') };
  if (markup.remove_keyboard === true) return { remove_keyboard: true, ...shared };
  if (markup.force_reply === true) return { force_reply: true, ...hint, ...shared };
  const keyboard = listIn(markup.keyboard)
    .map((row) => listIn(row).flatMap(keyOf))
    .filter((row) => row.length > 0);
  if (keyboard.length === 0) return undefined;
  return {
    keyboard,
    ...Object.fromEntries(FLAGS.flatMap((flag) => (markup[flag] === true ? [[flag, true]] : []))),
    ...hint,
  };
}

function keyOf(given: unknown): Loose[] {
  const key = objectIn(given) ?? {};
  const text = cleanText(textIn(typeof given === 'string' ? given : key.text) ?? '');
  if (isBlank(text)) return [];
  const asks = ['request_contact', 'request_location'].find((name) => key[name] === true);
  return [{ text, ...(asks !== undefined && { [asks]: true }) }];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

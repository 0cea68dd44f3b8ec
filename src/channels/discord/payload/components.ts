import { buttonUrl } from '../../../markup/button-url.ts';
import { cleanText, isBlank } from '../../../markup/clean-text.ts';
import { clipLabel } from '../../../markup/clip-label.ts';
import { integerIn, type Loose, listIn, objectIn, textIn } from '../../../protocol/loose.ts';
import type { Note } from '../../../protocol/notes.ts';
import { ACTION_ROW, BUTTON, LINK_STYLE, STRING_SELECT } from '../component-types.ts';
import {
  MAX_BUTTON_LABEL_UNITS,
  MAX_BUTTONS_PER_ROW,
  MAX_CALLBACK_CHARS,
  MAX_OPTION_LABEL_UNITS,
  MAX_PLACEHOLDER_UNITS,
  MAX_ROWS,
  MAX_SELECT_OPTIONS,
  MAX_URL_CHARS,
} from '../limits.ts';

/** Selects of users, roles, mentionables and channels. */
const FIRST_AUTO_SELECT = 5;
const LAST_AUTO_SELECT = 8;

export interface MendedComponents {
  rows: Loose[];
  /** What the components that are gone said, a line each. */
  words: string[];
  /** What those that stay say. */
  labels: string[];
}

interface State {
  ids: Set<string>;
  /** Buttons so far, for the numbers in words. */
  buttons: number;
  words: string[];
  labels: string[];
  notes: Note[];
}

/** Components as Discord takes them: rows of buttons or of one menu. What does not fit is told in words. */
export function mendComponents(given: readonly unknown[], notes: Note[]): MendedComponents {
  const state: State = { ids: new Set(), buttons: 0, words: [], labels: [], notes };
  const rows: Loose[] = [];
  for (const row of given) {
    let buttons: Loose[] = [];
    const end = () => {
      if (buttons.length > 0) rows.push({ type: ACTION_ROW, components: buttons });
      buttons = [];
    };
    for (const one of listIn(objectIn(row)?.components)) {
      const component = objectIn(one) ?? {};
      const mended = component.type === BUTTON ? mendButton(component, state) : mendSelect(component, state);
      if (!mended) continue;
      if (mended.type !== BUTTON || buttons.length === MAX_BUTTONS_PER_ROW) end();
      if (mended.type === BUTTON) buttons.push(mended);
      else rows.push({ type: ACTION_ROW, components: [mended] });
    }
    end();
  }
  for (const row of rows.splice(MAX_ROWS)) {
    for (const component of listIn(row.components)) state.words.push(...linesOf(objectIn(component) ?? {}));
    notes.push({ code: 'buttons_as_text', message: `A Discord message has ${MAX_ROWS} rows. The others go as text.` });
  }
  return { rows, words: state.words, labels: state.labels };
}

function mendButton(button: Loose, state: State): Loose | undefined {
  const number = ++state.buttons;
  const said = cleanText(textIn(button.label) ?? '').trim();
  const label = clipLabel(said, MAX_BUTTON_LABEL_UNITS, 'utf16');
  const emoji = emojiIn(button.emoji);
  const look = { ...(emoji && { emoji }), ...(button.disabled === true && { disabled: true }) };
  const url = textIn(button.url);
  if (button.style === LINK_STYLE || (url !== undefined && button.custom_id === undefined)) {
    const fit = url === undefined ? undefined : buttonUrl(url, MAX_URL_CHARS);
    const line = isBlank(said) ? (url ?? '') : `${said}: ${url ?? ''}`;
    if (fit === undefined)
      return gone([line], 'link_as_text', 'Discord takes only http and https URLs of up to 512 characters', state);
    cut(said, label, line, state);
    state.labels.push(line);
    return {
      type: BUTTON,
      style: LINK_STYLE,
      label: label || clipLabel(fit, MAX_BUTTON_LABEL_UNITS, 'utf16'),
      url: fit,
      ...look,
    };
  }
  const line = `${number}. ${said || (emoji?.name ?? '')}`;
  const id = idIn(button.custom_id, state);
  if (id === undefined) {
    return gone([line], 'buttons_as_text', 'a custom_id has 1 to 100 characters, and is there once', state);
  }
  cut(said, label, line, state);
  state.labels.push(line);
  const style = integerIn(button.style);
  const shown = label || (emoji ? '' : String(number));
  const isStyle = style !== undefined && style >= 1 && style <= 4;
  return { type: BUTTON, style: isStyle ? style : 2, ...(shown !== '' && { label: shown }), custom_id: id, ...look };
}

function mendSelect(select: Loose, state: State): Loose | undefined {
  const type = integerIn(select.type) ?? 0;
  if (type >= FIRST_AUTO_SELECT && type <= LAST_AUTO_SELECT) {
    const custom_id = idIn(select.custom_id, state);
    const hint = placeholderIn(select);
    if (custom_id !== undefined) return { type, custom_id, ...hint };
    return gone([], 'buttons_as_text', 'a custom_id has 1 to 100 characters, and is there once', state);
  }
  if (type !== STRING_SELECT) return gone([], 'buttons_as_text', 'a row holds buttons, or one menu', state);
  const options: Loose[] = [];
  const values = new Set<string>();
  const words: string[] = [];
  listIn(select.options).forEach((given, at) => {
    const option = objectIn(given) ?? {};
    const said = cleanText(textIn(option.label) ?? '').trim();
    const value = textIn(option.value) ?? '';
    const label = clipLabel(said, MAX_OPTION_LABEL_UNITS, 'utf16') || String(at + 1);
    const description = clipLabel(textIn(option.description) ?? '', MAX_OPTION_LABEL_UNITS, 'utf16');
    const line = `${at + 1}. ${said}`;
    const fits =
      value !== '' && value.length <= MAX_CALLBACK_CHARS && !values.has(value) && options.length < MAX_SELECT_OPTIONS;
    if (!fits) {
      words.push(line);
      return;
    }
    values.add(value);
    cut(said, label, line, state);
    state.labels.push(line);
    options.push({
      label,
      value,
      ...(description !== '' && { description }),
      ...(option.default === true && { default: true }),
    });
  });
  const custom_id = options.length > 0 ? idIn(select.custom_id, state) : undefined;
  const all = custom_id === undefined ? linesOf(select) : words;
  if (all.length > 0) gone(all, 'buttons_as_text', 'a menu has up to 25 options, each with a value of its own', state);
  if (custom_id === undefined) return undefined;
  const max = Math.min(options.length, Math.max(1, integerIn(select.max_values) ?? 1));
  const min = Math.min(max, Math.max(0, integerIn(select.min_values) ?? 1));
  const chosen = options.filter((option) => option.default === true).length;
  const plain = chosen > max ? options.map(({ default: _, ...option }) => option) : options;
  return { type: STRING_SELECT, custom_id, ...placeholderIn(select), min_values: min, max_values: max, options: plain };
}

function placeholderIn(select: Loose): Loose {
  const placeholder = clipLabel(textIn(select.placeholder) ?? '', MAX_PLACEHOLDER_UNITS, 'utf16');
  return placeholder === '' ? {} : { placeholder };
}

/** One pictograph with what may follow it, or a flag. */
const EMOJI =
  /^(?:\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f){0,10}|\p{Regional_Indicator}{2})$/u;

function emojiIn(given: unknown): { name?: string; id?: string } | undefined {
  const { id, name } = objectIn(given) ?? {};
  if (typeof id === 'string' && /^\d{15,20}$/.test(id)) return { id };
  // A Unicode emoji, and no word.
  return typeof name === 'string' && EMOJI.test(name) ? { name } : undefined;
}

/** Discord refuses a message in which a `custom_id` stands twice. */
function idIn(given: unknown, { ids }: State): string | undefined {
  const id = typeof given === 'number' ? String(given) : textIn(given);
  if (id === undefined || id === '' || id.length > MAX_CALLBACK_CHARS || ids.has(id)) return undefined;
  ids.add(id);
  return id;
}

function gone(lines: readonly string[], code: Note['code'], why: string, { words, notes }: State): undefined {
  words.push(...lines.filter((line) => !isBlank(line)));
  notes.push({ code, message: `A component became text, or was left out: ${why}.` });
  return undefined;
}

function cut(said: string, label: string, line: string, { words, notes }: State): void {
  if (label === '' || said.length <= label.length) return;
  words.push(line);
  notes.push({ code: 'label_clipped', message: 'A label does not fit. The text has all of it.' });
}

/** What a component says. */
function linesOf({ type, label, url, options }: Loose): string[] {
  if (type === BUTTON) return [typeof url === 'string' ? `${label}: ${url}` : String(label ?? '')];
  return listIn(options).map((option, at) => `${at + 1}. ${cleanText(textIn(objectIn(option)?.label) ?? '').trim()}`);
}

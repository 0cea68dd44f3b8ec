import { cleanText, isBlank } from '../../../markup/clean-text.ts';
import { clipLabel } from '../../../markup/clip-label.ts';
import { type Loose, listIn, objectIn, textIn } from '../../../protocol/loose.ts';
import {
  MAX_ACTION_ID_CHARS,
  MAX_CALLBACK_CHARS,
  MAX_LABEL_UNITS,
  MAX_PLACEHOLDER_UNITS,
  MAX_SELECT_OPTIONS,
  MAX_URL_CHARS,
} from '../limits.ts';

/** Button, `value`. docs.slack.dev, Block Kit reference, read 2026-11. */
const MAX_VALUE_CHARS = 2000;

/** An element as Slack takes it, and the lines that say what of it is gone or cut. */
export interface Mended {
  element?: Loose;
  words: string[];
}

const MENUS = ['static_select', 'multi_static_select', 'radio_buttons', 'checkboxes', 'overflow'];
/** Elements of a message that are not looked into. */
const OTHERS = [
  ...['datepicker', 'timepicker', 'datetimepicker', 'users_select', 'conversations_select', 'channels_select'],
  ...['multi_users_select', 'multi_conversations_select', 'multi_channels_select', 'external_select'],
  ...['multi_external_select', 'workflow_button'],
];

/** `number`: the element's place among those of the message, from 1. */
export function mendElement(given: unknown, number: number): Mended {
  const element = objectIn(given) ?? {};
  if (element.type === 'button') return mendButton(element, number);
  if (MENUS.some((type) => type === element.type)) return mendMenu(element);
  if (OTHERS.some((type) => type === element.type)) return { element, words: [] };
  return { words: [] };
}

/** A `plain_text` of at most `max`; nothing when nothing of it would be seen. */
export function plainIn(given: unknown, max: number): Loose | undefined {
  const text = clipLabel(wordsIn(given), max, 'utf16');
  return text === '' ? undefined : { type: 'plain_text', text };
}

/** What a text object, or a bare text, says. */
export function wordsIn(given: unknown): string {
  return cleanText(textIn(typeof given === 'string' ? given : objectIn(given)?.text) ?? '');
}

/** Keeps an id that Slack takes; without one, it makes its own. */
export function idIn(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' && given.length <= MAX_ACTION_ID_CHARS ? given : undefined;
}

function mendButton(button: Loose, number: number): Mended {
  const label = wordsIn(button.text).trim();
  const text = plainIn(label, MAX_LABEL_UNITS) ?? { type: 'plain_text', text: String(number) };
  const words = label.length > MAX_LABEL_UNITS ? [`${number}. ${label}`] : [];
  const value = typeof button.value === 'number' ? String(button.value) : textIn(button.value);
  const url = textIn(button.url);
  if (url !== undefined && !isLink(url)) return { words: [isBlank(label) ? url : `${label}: ${url}`] };
  if (value !== undefined && value.length > MAX_VALUE_CHARS) return { words: [`${number}. ${label}`] };
  const action_id = idIn(button.action_id);
  const isStyled = button.style === 'primary' || button.style === 'danger';
  return {
    element: {
      type: 'button',
      text,
      ...(action_id !== undefined && { action_id }),
      ...(value !== undefined && value !== '' && { value }),
      ...(url !== undefined && { url }),
      ...(isStyled && { style: button.style }),
    },
    words,
  };
}

/** Most options of the menus that show them all at once; of `overflow`, 5. */
const FEW: Readonly<Record<string, number>> = { radio_buttons: 10, checkboxes: 10, overflow: 5 };

function mendMenu(menu: Loose): Mended {
  const type = String(menu.type);
  const max = FEW[type] ?? MAX_SELECT_OPTIONS;
  const all = [
    ...listIn(menu.options),
    ...listIn(menu.option_groups).flatMap((group) => listIn(objectIn(group)?.options)),
  ];
  const words: string[] = [];
  const options: Loose[] = [];
  const values = new Set<string>();
  all.forEach((given, at) => {
    const option = objectIn(given) ?? {};
    const label = wordsIn(option.text).trim();
    const value = typeof option.value === 'number' ? String(option.value) : (textIn(option.value) ?? '');
    const fits = value !== '' && value.length <= MAX_CALLBACK_CHARS && !values.has(value) && options.length < max;
    if (!fits || label.length > MAX_LABEL_UNITS) words.push(`${at + 1}. ${label}`);
    if (!fits) return;
    values.add(value);
    options.push({ text: plainIn(label, MAX_LABEL_UNITS) ?? { type: 'plain_text', text: String(at + 1) }, value });
  });
  if (options.length === 0) return { words };
  const action_id = idIn(menu.action_id);
  const isSelect = FEW[type] === undefined;
  return {
    element: {
      type,
      ...(action_id !== undefined && { action_id }),
      ...(isSelect && {
        placeholder: plainIn(menu.placeholder, MAX_PLACEHOLDER_UNITS) ?? { type: 'plain_text', text: '…' },
      }),
      options,
    },
    words,
  };
}

function isLink(url: string): boolean {
  return /^https?:\/\/[!-~]+$/i.test(url) && url.length <= MAX_URL_CHARS && URL.canParse(url);
}

import { canCallBack } from '../../callback/can-call-back.ts';
import { encodeCallback } from '../../callback/data.ts';
import { encodePrefill } from '../../callback/prefill.ts';
import { buttonLabel } from '../../markup/button-label.ts';
import { buttonUrl, hasPublicHost } from '../../markup/button-url.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import { prefillLabel } from '../../markup/prefill-label.ts';
import { addWords, type InWords, showInWords, showWithoutButtons } from '../../markup/words.ts';
import type {
  Affordance,
  ChoiceAffordance,
  LinkAffordance,
  OpenAffordance,
  PrefillAffordance,
} from '../../protocol/affordance.ts';
import { ACTION_ROW, BUTTON, LINK_STYLE, STRING_SELECT } from './component-types.ts';
import {
  MAX_BUTTON_LABEL_UNITS,
  MAX_BUTTONS_PER_ROW,
  MAX_CALLBACK_CHARS,
  MAX_OPTION_LABEL_UNITS,
  MAX_PLACEHOLDER_UNITS,
  MAX_ROWS,
  MAX_SELECT_OPTIONS,
  MAX_URL_CHARS,
} from './limits.ts';

const SECONDARY_STYLE = 2;

type Button =
  | { type: typeof BUTTON; style: typeof SECONDARY_STYLE; label: string; custom_id: string }
  | { type: typeof BUTTON; style: typeof LINK_STYLE; label: string; url: string };

interface Select {
  type: typeof STRING_SELECT;
  custom_id: string;
  placeholder?: string;
  min_values: number;
  max_values: number;
  options: { label: string; value: string }[];
}

type Loose = LinkAffordance | OpenAffordance | PrefillAffordance;

export interface Row {
  type: typeof ACTION_ROW;
  components: (Button | Select)[];
}

/** Action rows: one for each question, then the links and commands, as far as the message has room. The rest goes in words. */
export function actionRows(affordances: readonly Affordance[], out: InWords): Row[] {
  const rows: Row[] = [];
  const loose: Loose[] = [];
  for (const affordance of affordances) {
    switch (affordance.type) {
      case 'choice':
        addChoice(affordance, rows, out);
        break;
      case 'link':
      case 'open':
      case 'prefill':
        loose.push(affordance);
        break;
      default:
        showInWords(affordance, 'Discord components have nothing like it', out);
    }
  }
  // The text has every URL and command anyway, so questions come first where room is short.
  addLoose(loose, rows, out);
  return rows;
}

function addChoice(choice: ChoiceAffordance, rows: Row[], out: InWords): void {
  const { widgetId, options, multi } = choice;
  if (!canCallBack(choice, MAX_CALLBACK_CHARS) || options.length > MAX_SELECT_OPTIONS) {
    showInWords(choice, `Discord takes up to ${MAX_SELECT_OPTIONS} options with ids of our grammar`, out);
    return;
  }
  if (rows.length === MAX_ROWS || hasWidget(rows, widgetId)) {
    showWithoutButtons(choice, `a Discord message has ${MAX_ROWS} rows, and no id twice`, out);
    return;
  }
  if (!multi && options.length <= MAX_BUTTONS_PER_ROW) {
    rows.push({ type: ACTION_ROW, components: choiceButtons(choice, out) });
    return;
  }
  rows.push({ type: ACTION_ROW, components: [select(choice, out)] });
  if (!multi) {
    const message = `The choice of widget ${widgetId} is a menu: a Discord row has ${MAX_BUTTONS_PER_ROW} buttons.`;
    out.notes.push({ code: 'buttons_as_select', message, widgetId });
  }
}

/** Discord refuses a message in which a `custom_id` stands twice. */
function hasWidget(rows: readonly Row[], widgetId: string): boolean {
  return rows.some(({ components: [first] }) => {
    if (first === undefined || !('custom_id' in first)) return false;
    return first.custom_id === widgetId || first.custom_id.startsWith(`${widgetId}#`);
  });
}

function choiceButtons({ widgetId, options }: ChoiceAffordance, out: InWords): Button[] {
  const buttons: Button[] = [];
  for (const { label, index } of options) {
    buttons.push({
      type: BUTTON,
      style: SECONDARY_STYLE,
      label: labelOf(label, MAX_BUTTON_LABEL_UNITS, widgetId, out) || String(index + 1),
      custom_id: encodeCallback(widgetId, index),
    });
  }
  return buttons;
}

function select({ widgetId, prompt, options, multi }: ChoiceAffordance, out: InWords): Select {
  const placeholder = clipLabel(prompt, MAX_PLACEHOLDER_UNITS, 'utf16');
  return {
    type: STRING_SELECT,
    custom_id: widgetId,
    ...(placeholder !== '' && { placeholder }),
    min_values: 1,
    max_values: multi ? options.length : 1,
    options: options.map(({ label, index }) => ({
      label: labelOf(label, MAX_OPTION_LABEL_UNITS, widgetId, out) || String(index + 1),
      value: encodeCallback(widgetId, index),
    })),
  };
}

/** Links and commands, in their order, side by side. */
function addLoose(loose: readonly Loose[], rows: Row[], out: InWords): void {
  const taken = new Set<string>();
  let row: Row | undefined;
  for (const [place, affordance] of loose.entries()) {
    const button =
      affordance.type === 'prefill' ? commandButton(affordance, { place, taken }, out) : linkButton(affordance, out);
    if (!button) continue;
    if (row === undefined || row.components.length === MAX_BUTTONS_PER_ROW) {
      if (rows.length === MAX_ROWS) {
        showWithoutButtons(affordance, `a Discord message has ${MAX_ROWS} rows`, out);
        continue;
      }
      row = { type: ACTION_ROW, components: [] };
      rows.push(row);
    }
    row.components.push(button);
    if (affordance.type === 'prefill') addWords(affordance, out);
  }
}

function linkButton(link: LinkAffordance | OpenAffordance, out: InWords): Button | undefined {
  const url = buttonUrl(link.url, MAX_URL_CHARS);
  if (url === undefined || !hasPublicHost(url)) {
    showInWords(link, `Discord takes http and https URLs of ${MAX_URL_CHARS} characters, with a public host`, out);
    return undefined;
  }
  const label =
    labelOf(link.label, MAX_BUTTON_LABEL_UNITS, link.widgetId, out) || clipLabel(url, MAX_BUTTON_LABEL_UNITS, 'utf16');
  return { type: BUTTON, style: LINK_STYLE, label, url };
}

/** A press opens a form with the command in it, which must fit the button's id. The text has the command, too. */
function commandButton(
  prefill: PrefillAffordance,
  { place, taken }: { place: number; taken: Set<string> },
  out: InWords,
): Button | undefined {
  const custom_id = encodePrefill(prefill.widgetId, place, prefill.command);
  if (custom_id === undefined || custom_id.length > MAX_CALLBACK_CHARS) {
    showInWords(prefill, `Discord has no room for it in the ${MAX_CALLBACK_CHARS} characters of a button's id`, out);
    return undefined;
  }
  const label = prefillLabel(prefill, { max: MAX_BUTTON_LABEL_UNITS, unit: 'utf16', taken }, out);
  return { type: BUTTON, style: SECONDARY_STYLE, label, custom_id };
}

function labelOf(label: string, max: number, widgetId: string, out: InWords): string {
  return buttonLabel(label, { max, unit: 'utf16', widgetId }, out);
}

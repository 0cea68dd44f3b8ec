import { type Loose, listIn, objectIn, textIn } from './loose.ts';

/*
 * A question that takes several: each option is a button that is turned on and off, with its state in front of its label,
 * and a last button sends what is on. The keyboard of the message is all the state there is.
 */

const ON = '☑ ';
const OFF = '☐ ';
/** Graphemes of a label that the state takes. */
export const MARK_GRAPHEMES = 2;
/** Characters that the data of a toggle has more than that of a plain option: `#t3`. */
export const TOGGLE_DATA_CHARS = 1;

const STEP = /^(ui_[0-9A-Za-z_]+)#(?:t(\d{1,2})|ok)$/;

/** What a button of such a question does: turns the option `index` on or off, or sends the answer. */
export interface Step {
  widgetId: string;
  index?: number;
}

export function stepIn(data: string): Step | undefined {
  const [, widgetId, index] = STEP.exec(data) ?? [];
  if (widgetId === undefined) return undefined;
  return { widgetId, ...(index !== undefined && { index: Number(index) }) };
}

export function toggleButton(widgetId: string, index: number, label: string): { text: string; callback_data: string } {
  return { text: OFF + label, callback_data: `${widgetId}#t${index}` };
}

export function doneButton(widgetId: string, label: string): { text: string; callback_data: string } {
  return { text: label, callback_data: `${widgetId}#ok` };
}

/** Rows of buttons as a message of the platform shows them. */
export type Rows = readonly (readonly Loose[])[];

/** The keyboard of a message or a request; nothing where it has none. */
export function rowsIn(holder: Loose): Rows | undefined {
  const rows = objectIn(holder.reply_markup)?.inline_keyboard;
  if (!Array.isArray(rows)) return undefined;
  return rows.map((row) =>
    listIn(row)
      .map(objectIn)
      .filter((button) => button !== undefined),
  );
}

export function hasToggles(rows: Rows): boolean {
  return rows.some((row) => row.some((button) => toggleIn(button) !== undefined));
}

/** Options of a question that are on, in the order of the buttons. */
export function chosenIn(rows: Rows, widgetId: string): { index: number; label: string }[] {
  return rows.flat().flatMap((button) => {
    const toggle = toggleIn(button);
    return toggle?.isOn && toggle.widgetId === widgetId ? [{ index: toggle.index, label: toggle.label }] : [];
  });
}

/** Whether the button with this data is on; nothing when no toggle has it. */
export function isOn(rows: Rows, data: string): boolean | undefined {
  const button = rows.flat().find(({ callback_data }) => callback_data === data);
  return button && toggleIn(button)?.isOn;
}

/** The keyboard with one toggle set. */
export function withToggle(rows: Rows, data: string, isToBeOn: boolean): Rows {
  return mapToggles(rows, (toggle) => (toggle.data === data ? isToBeOn : toggle.isOn));
}

/** The keyboard with every toggle as another keyboard shows it. */
export function withStateOf(rows: Rows, shown: Rows): Rows {
  return mapToggles(rows, (toggle) => isOn(shown, toggle.data) ?? toggle.isOn);
}

interface Toggle {
  data: string;
  widgetId: string;
  index: number;
  isOn: boolean;
  label: string;
}

function toggleIn(button: Loose): Toggle | undefined {
  const data = textIn(button.callback_data) ?? '';
  const { widgetId, index } = stepIn(data) ?? {};
  const text = textIn(button.text) ?? '';
  const mark = [ON, OFF].find((candidate) => text.startsWith(candidate));
  if (widgetId === undefined || index === undefined || mark === undefined) return undefined;
  return { data, widgetId, index, isOn: mark === ON, label: text.slice(mark.length) };
}

function mapToggles(rows: Rows, isToBeOn: (toggle: Toggle) => boolean): Rows {
  return rows.map((row) =>
    row.map((button) => {
      const toggle = toggleIn(button);
      return toggle ? { ...button, text: (isToBeOn(toggle) ? ON : OFF) + toggle.label } : button;
    }),
  );
}

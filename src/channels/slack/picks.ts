import { decodeCallback } from '../../callback/data.ts';
import type { Action, Press } from './wire.ts';
import { wordsOf } from './words.ts';

/** One thing that was pressed or picked: its callback string, if it is ours, and what it reads. */
export interface Pick {
  value: unknown;
  label: string | undefined;
}

/** What was picked: the options of a menu (none when it was cleared), else the button itself. */
function picksOf(pressed: Action | undefined): Pick[] {
  if (!pressed) return [];
  const { selected_option, selected_options } = pressed;
  const options = selected_option === undefined ? selected_options : selected_option === null ? [] : [selected_option];
  if (options) return options.map((picked) => ({ value: picked.value, label: labelOf(picked.text?.text) }));
  // A template may carry the callback string in `action_id` alone. Slack shows no value then.
  return [{ value: pressed.value ?? pressed.action_id, label: labelOf(pressed.text?.text) }];
}

/** The verb of the button that sends what was ticked or picked beside it, e.g. `ui_…#ok`. */
const SUBMIT = /^(ui_[0-9A-Za-z_]+)#ok$/;

/** The callback string of the button that sends the picks of a widget. */
export function submitValue(widgetId: string): string {
  return `${widgetId}#ok`;
}

/** The widget whose picks a button sends; nothing for every other button. */
export function submittedWidget(value: unknown): string | undefined {
  return typeof value === 'string' ? SUBMIT.exec(value)?.[1] : undefined;
}

/**
 * What was answered: the picked option or the pressed button, and of a question that takes several what stands picked
 * when its own button is pressed. Nothing for a pick that such a button has yet to send.
 */
export function sentPicks(press: Press): Pick[] {
  const [action] = press.actions;
  const submitted = submittedWidget(action?.value);
  if (submitted !== undefined) return statedPicks(submitted, press);
  const picks = picksOf(action);
  const picked = decodeCallback(picks[0]?.value)?.id;
  const isToBeSent = picked !== undefined && action?.type !== 'button' && hasSubmit(picked, press);
  return isToBeSent ? [] : picks;
}

/** Whether the message has a button that sends the picks of this widget. One that one person sees is not shown to us. */
function hasSubmit(widgetId: string, { message, container, actions }: Press): boolean {
  const isUnseen = container?.is_ephemeral === true && message?.blocks === undefined;
  if (isUnseen) return actions[0]?.selected_options !== undefined;
  return JSON.stringify(message?.blocks ?? []).includes(`"${submitValue(widgetId)}"`);
}

/** What stood ticked or picked for a widget when its button was pressed, as the platform keeps it for each person. */
function statedPicks(widgetId: string, { state }: Press): Pick[] {
  for (const elements of Object.values(state?.values ?? {})) {
    const element = elements[widgetId];
    if (element) return picksOf({ ...element, type: undefined });
  }
  return [];
}

function labelOf(shown: string | undefined): string | undefined {
  return shown === undefined || shown === '' ? undefined : wordsOf(shown);
}

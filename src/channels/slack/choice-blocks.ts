import { encodeCallback } from '../../callback/data.ts';
import { buttonLabel } from '../../markup/button-label.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import { escapeMrkdwn } from '../../markup/escape.ts';
import { submitLabel } from '../../markup/submit-label.ts';
import type { InWords } from '../../markup/words.ts';
import type { ChoiceAffordance } from '../../protocol/affordance.ts';
import { type ActionsBlock, type Button, type NamedBlock, type Option, plainText } from './block-kit.ts';
import { MAX_BUTTONS_OF_CHOICE, MAX_CHECKBOXES, MAX_LABEL_UNITS, MAX_PLACEHOLDER_UNITS } from './limits.ts';
import { submitValue } from './picks.ts';

/**
 * The blocks of one question: buttons, a menu where they are many, or where several may be picked checkboxes or a menu
 * with a button below that sends them. Their ids are the widget's, whatever else the message has.
 */
export function choiceBlocks(choice: ChoiceAffordance, out: InWords): NamedBlock[] {
  const { widgetId, options, multi } = choice;
  if (multi) return [pickerBlock(choice, out), submitBlock(choice)];
  if (options.length <= MAX_BUTTONS_OF_CHOICE) return [buttonsBlock(choice, out)];
  const message = `The choice of widget ${widgetId} is a menu: it has more than ${MAX_BUTTONS_OF_CHOICE} options.`;
  out.notes.push({ code: 'buttons_as_select', message, widgetId });
  return [pickerBlock(choice, out)];
}

function buttonsBlock({ widgetId, options }: ChoiceAffordance, out: InWords): ActionsBlock {
  const elements = options.map(({ label, index }): Button => {
    const value = encodeCallback(widgetId, index);
    return { type: 'button', text: plainText(optionLabel(label, index, widgetId, out)), action_id: value, value };
  });
  return { type: 'actions', block_id: widgetId, elements };
}

/** Beside its question: several picks are not allowed in an actions block. */
function pickerBlock({ widgetId, prompt, options, multi }: ChoiceAffordance, out: InWords): NamedBlock {
  const question = clipLabel(prompt, MAX_PLACEHOLDER_UNITS, 'utf16') || 'Choose:';
  const offered = options.map(
    ({ label, index }): Option => ({
      text: plainText(optionLabel(label, index, widgetId, out)),
      value: encodeCallback(widgetId, index),
    }),
  );
  return {
    type: 'section',
    block_id: widgetId,
    text: { type: 'mrkdwn', text: escapeMrkdwn(question) },
    accessory:
      multi && options.length <= MAX_CHECKBOXES
        ? { type: 'checkboxes', action_id: widgetId, options: offered }
        : {
            type: multi ? 'multi_static_select' : 'static_select',
            action_id: widgetId,
            placeholder: plainText(question),
            options: offered,
          },
  };
}

/** Each pick is told to the app as it is made; the answer is what stands picked when this is pressed. */
function submitBlock(choice: ChoiceAffordance): ActionsBlock {
  const value = submitValue(choice.widgetId);
  const text = plainText(submitLabel(choice, MAX_LABEL_UNITS, 'utf16'));
  return {
    type: 'actions',
    block_id: value,
    elements: [{ type: 'button', text, action_id: value, value, style: 'primary' }],
  };
}

function optionLabel(label: string, index: number, widgetId: string, out: InWords): string {
  return buttonLabel(label, { max: MAX_LABEL_UNITS, unit: 'utf16', widgetId }, out) || String(index + 1);
}

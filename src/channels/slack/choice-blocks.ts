import { encodeCallback } from '../../callback/data.ts';
import { buttonLabel } from '../../markup/button-label.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import { escapeMrkdwn } from '../../markup/escape.ts';
import { submitLabel } from '../../markup/submit-label.ts';
import type { InWords } from '../../markup/words.ts';
import type { ChoiceAffordance } from '../../protocol/affordance.ts';
import { type ActionsBlock, type Button, type NamedBlock, type Option, type Picker, plainText } from './block-kit.ts';
import { MAX_BUTTONS_OF_CHOICE, MAX_CHECKBOXES, MAX_LABEL_UNITS, MAX_PLACEHOLDER_UNITS } from './limits.ts';
import { submitValue } from './picks.ts';

/**
 * The blocks of one question: buttons, a menu where they are many, or where several may be picked checkboxes or a menu
 * with a button that sends them. Their ids are the widget's, whatever else the message has. The text above has the
 * question already; it is asked again only beside what could belong to another one (`isAlone: false`), and where Slack
 * has no other place for a menu of several than beside a text.
 */
export function choiceBlocks(choice: ChoiceAffordance, isAlone: boolean, out: InWords): NamedBlock[] {
  const { widgetId, options, multi } = choice;
  if (!multi && options.length <= MAX_BUTTONS_OF_CHOICE) return [buttonsBlock(choice, out)];
  if (!multi) {
    const message = `The choice of widget ${widgetId} is a menu: it has more than ${MAX_BUTTONS_OF_CHOICE} options.`;
    out.notes.push({ code: 'buttons_as_select', message, widgetId });
    return [actions(widgetId, [picker(choice, out)])];
  }
  if (options.length <= MAX_CHECKBOXES && isAlone) {
    return [actions(widgetId, [picker(choice, out), submitButton(choice)])];
  }
  const section: NamedBlock = {
    type: 'section',
    block_id: widgetId,
    text: { type: 'mrkdwn', text: escapeMrkdwn(questionOf(choice)) },
    accessory: picker(choice, out),
  };
  return [section, actions(submitValue(widgetId), [submitButton(choice)])];
}

function actions(blockId: string, elements: ActionsBlock['elements']): ActionsBlock {
  return { type: 'actions', block_id: blockId, elements };
}

function buttonsBlock({ widgetId, options }: ChoiceAffordance, out: InWords): ActionsBlock {
  const buttons = options.map(({ label, index }): Button => {
    const value = encodeCallback(widgetId, index);
    return { type: 'button', text: plainText(optionLabel(label, index, widgetId, out)), action_id: value, value };
  });
  return actions(widgetId, buttons);
}

/** A menu of several may not stand in an actions block. */
function picker(choice: ChoiceAffordance, out: InWords): Picker {
  const { widgetId, options, multi } = choice;
  const offered = options.map(
    ({ label, index }): Option => ({
      text: plainText(optionLabel(label, index, widgetId, out)),
      value: encodeCallback(widgetId, index),
    }),
  );
  if (multi && options.length <= MAX_CHECKBOXES) return { type: 'checkboxes', action_id: widgetId, options: offered };
  const type = multi ? 'multi_static_select' : 'static_select';
  return { type, action_id: widgetId, placeholder: plainText(questionOf(choice)), options: offered };
}

function questionOf({ prompt }: ChoiceAffordance): string {
  return clipLabel(prompt, MAX_PLACEHOLDER_UNITS, 'utf16') || 'Choose:';
}

/** Each pick is told to the app as it is made; the answer is what stands picked when this is pressed. */
function submitButton(choice: ChoiceAffordance): Button {
  const value = submitValue(choice.widgetId);
  const text = plainText(submitLabel(choice, MAX_LABEL_UNITS, 'utf16'));
  return { type: 'button', text, action_id: value, value, style: 'primary' };
}

function optionLabel(label: string, index: number, widgetId: string, out: InWords): string {
  return buttonLabel(label, { max: MAX_LABEL_UNITS, unit: 'utf16', widgetId }, out) || String(index + 1);
}

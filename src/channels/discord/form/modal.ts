import { clipLabel } from '../../../markup/clip-label.ts';
import type { FormWords } from '../../../protocol/form-words.ts';
import { LABEL, TEXT_INPUT } from '../component-types.ts';
import type { InteractionAnswer } from '../interaction-answer.ts';
import { MAX_INPUT_LABEL_UNITS, MAX_INPUT_UNITS, MAX_MODAL_TITLE_UNITS } from '../limits.ts';
import type { FormPress } from './form-press.ts';

/** The one field of a form. */
export const FIELD = 'command';

/** Interaction callback type of a modal. docs.discord.com, Receiving and Responding, read 2026-11. */
const MODAL = 9;
/** Text input, `style`: one line. docs.discord.com, Component Reference, read 2026-11. */
const SHORT = 1;

/** Answers a press with the form that shows its command. The buttons around it are of the person's own Discord. */
export function modalFor({ name, command, label }: FormPress, words: FormWords): InteractionAnswer {
  const title = clipLabel(words.title, MAX_MODAL_TITLE_UNITS, 'utf16') || '/';
  const component = {
    type: TEXT_INPUT,
    custom_id: FIELD,
    style: SHORT,
    value: command,
    required: true,
    max_length: MAX_INPUT_UNITS,
  };
  return {
    type: MODAL,
    data: {
      custom_id: name,
      title,
      components: [{ type: LABEL, label: clipLabel(label, MAX_INPUT_LABEL_UNITS, 'utf16') || title, component }],
    },
  };
}

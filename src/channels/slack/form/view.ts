import { clipLabel } from '../../../markup/clip-label.ts';
import type { FormWords } from '../../../protocol/form-words.ts';
import { type ModalView, plainText } from '../block-kit.ts';
import { MAX_INPUT_UNITS, MAX_LABEL_UNITS, MAX_MODAL_WORDS_UNITS } from '../limits.ts';
import type { FormPress } from './form-press.ts';
import { writeOrigin } from './origin.ts';

/** What our forms are known by when they come back, and the one field in them. */
export const FORM = 'footbridge_prefill';
export const FIELD = 'command';

/** The form that shows a command, to be changed and sent by whoever pressed the button. */
export function formView(press: FormPress, words: FormWords): ModalView {
  const { command, label } = press;
  const shown = (text: string, otherwise: string) =>
    plainText(clipLabel(text, MAX_MODAL_WORDS_UNITS, 'utf16') || otherwise);
  const title = shown(words.title, '/');
  return {
    type: 'modal',
    callback_id: FORM,
    title,
    submit: shown(words.submit, '✓'),
    close: shown(words.cancel, '✗'),
    private_metadata: writeOrigin(press),
    blocks: [
      {
        type: 'input',
        block_id: FIELD,
        label: plainText(clipLabel(label, MAX_LABEL_UNITS, 'utf16') || title.text),
        element: {
          type: 'plain_text_input',
          action_id: FIELD,
          initial_value: command,
          max_length: MAX_INPUT_UNITS,
          focus_on_load: true,
        },
      },
    ],
  };
}

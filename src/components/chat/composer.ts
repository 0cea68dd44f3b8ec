import { element } from '../base/element.ts';
import type { Words } from '../words/words.ts';

/** The field in which a person writes. */
export interface Composer {
  node: HTMLElement;
  /** Puts a text into the field, with the caret behind it. Never sends. */
  fill(text: string): void;
  focus(): void;
}

/** A field that sends on Enter, breaks the line on Shift and Enter, and grows with its text. */
export function composer({ words, send }: { words: Words; send: (text: string) => void }): Composer {
  const field = element('textarea', {
    rows: '1',
    part: 'field',
    dir: 'auto',
    'aria-label': words('message_field'),
    placeholder: words('message_field'),
  });
  const grow = () => {
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight + 2}px`;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === '') return;
    field.value = '';
    grow();
    send(text);
  };
  const button = element('button', { class: 'button', type: 'submit', part: 'send' }, words('send'));
  const form = element('form', { class: 'composer', part: 'composer', submit }, field, button);
  field.addEventListener('input', grow);
  field.addEventListener('keydown', (event) => {
    // The Enter that ends the choice of a character is none.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  return {
    node: form,
    fill(text) {
      field.value = text;
      grow();
      field.focus();
      field.setSelectionRange(text.length, text.length);
    },
    focus: () => field.focus(),
  };
}

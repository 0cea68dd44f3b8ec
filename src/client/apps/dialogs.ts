import { element } from './elements.ts';

interface Question {
  title: string;
  /** Set off, as it is. */
  detail?: string | undefined;
  /** The first one is what most people want. */
  choices: readonly { value: string; label: string; href?: string }[];
  no: string;
}

/** Asks the person; nothing when they say no, or go away from the question. */
export type Ask = (question: Question) => Promise<string | undefined>;

/** Asks in a dialog of the page, outside of every app. A choice with an address opens it in a new tab, as a link does. */
export function askIn(parent: HTMLElement): Ask {
  return ({ title, detail, choices, no }) =>
    new Promise((resolve) => {
      const dialog = element('dialog', { class: 'question', 'aria-labelledby': 'question-title' });
      const end = (value: string | undefined) => {
        dialog.close();
        dialog.remove();
        resolve(value);
      };
      const buttons = choices.map(({ value, label, href }) => {
        const button = href
          ? element('a', { class: 'button', href, target: '_blank', rel: 'noopener noreferrer' }, label)
          : element('button', { type: 'button' }, label);
        button.addEventListener('click', () => end(value));
        return button;
      });
      const deny = element('button', { type: 'button', class: 'quiet' }, no);
      deny.addEventListener('click', () => end(undefined));
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        end(undefined);
      });
      dialog.append(
        element('h2', { id: 'question-title' }, title),
        ...(detail === undefined ? [] : [element('pre', { tabindex: '0' }, detail)]),
        element('div', { class: 'buttons' }, ...buttons, deny),
      );
      parent.append(dialog);
      dialog.showModal();
      // Whoever presses Enter without reading says no.
      deny.focus();
    });
}

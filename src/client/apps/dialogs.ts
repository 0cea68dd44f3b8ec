import { element } from './elements.ts';
import type { Words } from './words.ts';

export interface Question {
  title: string;
  /** Set off, as it is. */
  detail?: string | undefined;
  /** The first one is what most people want. */
  choices: readonly { value: string; label: string; href?: string }[];
  no: string;
}

/** Asks the person; nothing when they say no, go away from the question, or nobody waits for the answer any more. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<string | undefined>;

/** A press that was meant for something else is none: until then no choice can be pressed, milliseconds. */
const ARMED_AFTER_MS = 500;
/** Of a detail. What is longer is said to be. */
const MAX_SHOWN_CHARS = 20_000;
/** A detail that is longer needs to be scrolled, and is said to. */
const LONG_CHARS = 600;

/** Asks in a dialog of the page, outside of every app. A choice with an address opens it in a new tab, as a link does. */
export function askIn(parent: HTMLElement, words: Words): Ask {
  return ({ title, detail, choices, no }, signal) =>
    new Promise((resolve) => {
      const dialog = element('dialog', { class: 'question', 'aria-labelledby': 'question-title' });
      const buttons = choices.map(({ value, label, href }) => {
        const button = href
          ? element('a', { class: 'button', href, target: '_blank', rel: 'noopener noreferrer' }, label)
          : element('button', { type: 'button' }, label);
        button.addEventListener('click', (event) => {
          if (button.ariaDisabled === 'true') event.preventDefault();
          else end(value);
        });
        button.ariaDisabled = 'true';
        return button;
      });
      const arming = setTimeout(() => {
        for (const button of buttons) button.ariaDisabled = null;
      }, ARMED_AFTER_MS);
      const end = (value: string | undefined) => {
        clearTimeout(arming);
        signal.removeEventListener('abort', giveUp);
        dialog.close();
        dialog.remove();
        resolve(value);
      };
      const giveUp = () => end(undefined);
      const deny = element('button', { type: 'button', class: 'quiet' }, no);
      deny.addEventListener('click', giveUp);
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        giveUp();
      });
      signal.addEventListener('abort', giveUp);
      dialog.append(
        element('h2', { id: 'question-title' }, title),
        ...detailOf(detail, words),
        element('div', { class: 'buttons' }, ...buttons, deny),
      );
      parent.append(dialog);
      dialog.showModal();
      // Whoever presses Enter without reading says no.
      deny.focus();
    });
}

function detailOf(detail: string | undefined, words: Words): HTMLElement[] {
  if (detail === undefined) return [];
  const shown = element('pre', { tabindex: '0' }, detail.slice(0, MAX_SHOWN_CHARS));
  const isWhole = detail.length <= MAX_SHOWN_CHARS;
  if (isWhole && detail.length <= LONG_CHARS && detail.split('\n').length <= 12) return [shown];
  const note = isWhole ? words.scrollOn(detail.length) : words.notShown(detail.length - MAX_SHOWN_CHARS);
  return [shown, element('p', { class: isWhole ? 'length' : 'length is-cut' }, note)];
}

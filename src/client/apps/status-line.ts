import { element } from './elements.ts';

/** Says something about the app as a whole; '' when there is nothing to say. */
export interface Say {
  (text: string): void;
  element: HTMLElement;
}

export function statusLine(): Say {
  const line = element('p', { class: 'status', role: 'status' });
  const say = (text: string) => {
    line.textContent = text;
    line.hidden = text === '';
  };
  return Object.assign(say, { element: line });
}

import { element } from './elements.ts';

/** A page shows so many of a kind; more are counted. */
const MAX_SHOWN = 50;

/** Lines that can be looked at, folded away until somebody does. There is none to see as long as there is none. */
export class NoteList {
  readonly element = element('details', { class: 'notes' });
  readonly #title: (count: number) => string;
  readonly #summary = element('summary');
  readonly #list = element('ul');
  #count = 0;

  constructor(title: (count: number) => string) {
    this.#title = title;
    this.element.hidden = true;
    this.element.append(this.#summary, this.#list);
  }

  add(line: string): void {
    this.#count += 1;
    this.#summary.textContent = this.#title(this.#count);
    this.element.hidden = false;
    if (this.#count <= MAX_SHOWN) this.#list.append(element('li', {}, line));
  }
}

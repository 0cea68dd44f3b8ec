import { type AskedQuestion, answerSeveral } from '../../client/answers/ui-answer.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import { CHOICES_CSS } from './choices-css.ts';

/**
 * `<footbridge-choices>`: a question with its choices, as native radio buttons or checkboxes and a button that sends.
 * An answer is the event `footbridge-answer` with a `UiAnswer` as its detail; once it is given nothing can be chosen any
 * more, unless a listener prevents it. With the attribute `instant` a single choice is a button that answers at once.
 */
export class FootbridgeChoices extends FootbridgeElement {
  #question: AskedQuestion | undefined;
  #answeredLabel: string | undefined;
  /** The words above ask the same already: the prompt is only read out. Set it before the question. */
  isAskedAbove = false;

  constructor() {
    super(CHOICES_CSS);
  }

  static get observedAttributes(): string[] {
    return ['instant'];
  }

  attributeChangedCallback(): void {
    this.changed();
  }

  set question(question: AskedQuestion) {
    if (question === this.#question) return;
    this.#question = question;
    this.changed();
  }

  get question(): AskedQuestion | undefined {
    return this.#question;
  }

  /** The label of the choice that was taken, here or elsewhere; several are joined with `, `. */
  set answeredLabel(label: string | undefined) {
    if (label === this.#answeredLabel) return;
    this.#answeredLabel = label;
    this.changed();
  }

  protected draw(): void {
    const question = this.#question;
    if (!question) {
      this.root.replaceChildren();
      return;
    }
    const isAnswered = this.#answeredLabel !== undefined;
    const isInstant = this.hasAttribute('instant') && !question.multi;
    const chosen = this.#chosenValues();
    const prompt = question.prompt || this.words(question.multi ? 'choose_several' : 'choose');
    const choices = question.choices.map((choice) =>
      isInstant
        ? this.#button(choice)
        : this.#input(choice, isAnswered ? this.#isAnswer(choice.label) : chosen.includes(choice.value)),
    );
    const fields = element(
      'fieldset',
      { part: 'choices', disabled: isAnswered },
      element('legend', { dir: 'auto', ...(this.isAskedAbove && { class: 'unseen' }) }, prompt),
      ...choices,
    );
    const form = element('form', { submit: (event) => this.#submit(event), change: () => this.#showReady() }, fields);
    if (!isInstant && !isAnswered) {
      fields.append(element('button', { class: 'button', part: 'send', type: 'submit' }, this.words('send_choice')));
    }
    // The button that was pressed shows it by itself.
    const status = element('p', { class: isInstant ? 'unseen' : 'quiet', role: 'status', dir: 'auto' });
    const hadFocus = this.root.activeElement?.getAttribute('value');
    this.root.replaceChildren(form, status);
    if (isAnswered) status.textContent = this.words('chosen', { label: this.#answeredLabel ?? '' });
    else if (hadFocus !== null && hadFocus !== undefined) this.#focusOn(hadFocus);
    this.#showReady();
  }

  #input({ value, label }: { value: string; label: string }, isChosen: boolean): HTMLElement {
    const type = this.#question?.multi ? 'checkbox' : 'radio';
    const input = element('input', { type, name: 'choice', value, checked: isChosen });
    return element('label', { class: 'choice', part: 'choice' }, input, element('span', { dir: 'auto' }, label));
  }

  #button({ value, label }: { value: string; label: string }): HTMLElement {
    const click = () => this.#answer([value]);
    const isAnswer = this.#isAnswer(label);
    const attributes = {
      class: isAnswer ? 'choice is-chosen' : 'choice',
      part: 'choice',
      type: 'button',
      value,
      click,
    };
    return element('button', attributes, element('span', { dir: 'auto' }, label));
  }

  #isAnswer(label: string): boolean {
    const answered = this.#answeredLabel;
    return answered === label || (this.#question?.multi === true && (answered?.split(', ').includes(label) ?? false));
  }

  #chosenValues(): string[] {
    return [...this.root.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
  }

  #showReady(): void {
    const send = this.root.querySelector<HTMLButtonElement>('button[type=submit]');
    if (send) send.disabled = this.#chosenValues().length === 0;
  }

  #focusOn(value: string): void {
    const nodes = this.root.querySelectorAll<HTMLElement>('input, button[value]');
    [...nodes].find((node) => node.getAttribute('value') === value)?.focus();
  }

  #submit(event: Event): void {
    event.preventDefault();
    this.#answer(this.#chosenValues());
  }

  #answer(values: readonly string[]): void {
    const question = this.#question;
    if (!question || values.length === 0 || this.#answeredLabel !== undefined) return;
    const answer = answerSeveral(question, values);
    if (this.tell('footbridge-answer', answer)) this.answeredLabel = answer.message;
  }
}

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
  /** What was chosen here, where it was answered here. */
  #given: { message: string; values: readonly string[] } | undefined;
  /** The words above ask the same already: the prompt is only read out. Set it before the question. */
  isAskedAbove = false;
  readonly #place = element('div');
  /** Stays for good: readers of screens tell what changes in a place that they know. */
  readonly #status = element('p', { class: 'quiet', role: 'status', dir: 'auto', tabindex: '-1' });

  constructor() {
    super(CHOICES_CSS);
    this.root.append(this.#place, this.#status);
  }

  static get observedAttributes(): string[] {
    return ['instant'];
  }

  attributeChangedCallback(): void {
    this.changed();
  }

  set question(question: AskedQuestion) {
    if (question === this.#question) return;
    // What was chosen and answered is kept for the same question only.
    if (this.#question && question?.id !== this.#question.id) {
      this.#place.replaceChildren();
      this.#answeredLabel = undefined;
    }
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
      this.#place.replaceChildren();
      return;
    }
    const answer = this.#answeredLabel;
    const isAnswered = answer !== undefined;
    const isInstant = this.hasAttribute('instant') && !question.multi;
    const chosen = isAnswered ? this.#valuesBehind(answer, question) : this.#chosenValues();
    const prompt = question.prompt || this.words(question.multi ? 'choose_several' : 'choose');
    const fields = element(
      'fieldset',
      { part: 'choices', disabled: isAnswered },
      element('legend', { dir: 'auto', ...(this.isAskedAbove && { class: 'unseen' }) }, prompt),
      ...question.choices.map((choice) => {
        const isChosen = chosen.includes(choice.value);
        return isInstant ? this.#button(choice, isChosen) : this.#input(choice, isChosen);
      }),
    );
    if (!isInstant && !isAnswered) {
      fields.append(element('button', { class: 'button', part: 'send', type: 'submit' }, this.words('send_choice')));
    }
    const focused = this.root.activeElement;
    const submit = (event: Event) => {
      event.preventDefault();
      this.#answer(this.#chosenValues());
    };
    this.#place.replaceChildren(element('form', { submit, change: () => this.#showReady() }, fields));
    // The button that was pressed shows it by itself.
    this.#status.className = isInstant ? 'unseen' : 'quiet';
    this.#status.textContent = isAnswered ? this.words('chosen', { label: answer }) : '';
    this.#showReady();
    if (focused) this.#focusOn(focused);
  }

  #input({ value, label }: { value: string; label: string }, isChosen: boolean): HTMLElement {
    const type = this.#question?.multi ? 'checkbox' : 'radio';
    const input = element('input', { type, name: 'choice', value, checked: isChosen });
    return element('label', { class: 'choice', part: 'choice' }, input, element('span', { dir: 'auto' }, label));
  }

  #button({ value, label }: { value: string; label: string }, isChosen: boolean): HTMLElement {
    const attributes = { class: isChosen ? 'choice is-chosen' : 'choice', part: 'choice', type: 'button', value };
    const click = () => this.#answer([value]);
    return element('button', { ...attributes, click }, element('span', { dir: 'auto' }, label));
  }

  #valuesBehind(answer: string, question: AskedQuestion): readonly string[] {
    return this.#given?.message === answer ? this.#given.values : valuesBehind(answer, question);
  }

  #chosenValues(): string[] {
    return [...this.root.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
  }

  #showReady(): void {
    const send = this.root.querySelector<HTMLButtonElement>('button[type=submit]');
    if (send) send.disabled = this.#chosenValues().length === 0;
  }

  /** On what stands in the place of what had the focus; behind an answer, on the words that tell it. */
  #focusOn(before: Element): void {
    const value = before.getAttribute('value');
    const nodes = [...this.root.querySelectorAll<HTMLElement>('input, button')];
    const next = nodes.find((node) => node.getAttribute('value') === value && node.matches(':enabled'));
    (next ?? this.#status).focus();
  }

  #answer(values: readonly string[]): void {
    const question = this.#question;
    if (!question || values.length === 0 || this.#answeredLabel !== undefined) return;
    const answer = answerSeveral(question, values);
    if (!this.tell('footbridge-answer', answer)) return;
    this.#given = { message: answer.message, values };
    this.answeredLabel = answer.message;
  }
}

/**
 * The values of the choices that an answer names. Labels are joined in the order of the question, and may hold commas
 * themselves.
 */
function valuesBehind(answer: string, { choices, multi }: Pick<AskedQuestion, 'choices' | 'multi'>): string[] {
  for (const [at, { value, label }] of choices.entries()) {
    if (label === answer) return [value];
    if (!multi || !answer.startsWith(`${label}, `)) continue;
    const rest = valuesBehind(answer.slice(label.length + 2), { choices: choices.slice(at + 1), multi });
    if (rest.length > 0) return [value, ...rest];
  }
  return [];
}

import { objectOf, textIn } from '../json.ts';
import type { UIWidget } from '../parse-ui-widgets.ts';

/** A choice that a question offers. */
export interface UIOption {
  value: string;
  label: string;
}

/** A question by whatever way it came: an `options` widget of MUXI, or a question of a typed stream. */
export interface AskedQuestion {
  id: string;
  prompt: string;
  choices: readonly UIOption[];
  /** Whether several may be chosen. */
  multi: boolean;
}

/** What an answer is to the next message: words for everybody, and the fact beside them. */
export interface UiAnswer {
  message: string;
  uiResponse: { id: string; value: string | string[] };
}

/** The question that an `options` widget asks. Nothing for another widget and for one without choices. */
export function questionIn(widget: UIWidget): AskedQuestion | undefined {
  const { type, id, prompt, options, multi } = widget;
  if (type !== 'options' || !Array.isArray(options)) return undefined;
  const choices = options.flatMap((option) => {
    const { value, label } = objectOf(option) ?? {};
    return textIn(value) === '' ? [] : [{ value: textIn(value), label: textIn(label) || textIn(value) }];
  });
  return choices.length === 0 ? undefined : { id, prompt: textIn(prompt), choices, multi: multi === true };
}

/** The answer with this value. Throws when the question does not offer it. */
export function answerByValue(question: AskedQuestion, value: string): UiAnswer {
  const choice = question.choices.find((offered) => offered.value === value);
  return answerOf(question, choice ? [choice] : []);
}

/** The answer with the choice at this place, from 0 on. Throws when there is none. */
export function answerByIndex(question: AskedQuestion, index: number): UiAnswer {
  const choice = question.choices[index];
  return answerOf(question, choice ? [choice] : []);
}

/** The answer with several values, in the question's order, each once. Throws when one is not offered, or none is given. */
export function answerSeveral(question: AskedQuestion, values: readonly string[]): UiAnswer {
  const isOffered = values.every((value) => question.choices.some((choice) => choice.value === value));
  return answerOf(question, isOffered ? question.choices.filter(({ value }) => values.includes(value)) : []);
}

function answerOf({ id, multi }: AskedQuestion, chosen: readonly UIOption[]): UiAnswer {
  const [first] = chosen;
  if (!first || (!multi && chosen.length > 1)) {
    throw new TypeError(`The question '${id}' cannot be answered so: choose ${multi ? 'what' : 'one that'} it offers.`);
  }
  const message = chosen.map(({ label }) => label).join(', ');
  return { message, uiResponse: { id, value: multi ? chosen.map(({ value }) => value) : first.value } };
}

import type { Choice } from '../protocol/question.ts';
import { fold } from './fold.ts';

/** A longer text is a message, not an answer; a choice with a longer label can be typed by its number. */
const MAX_ANSWER_CHARS = 4096;

/** `2`, `2.`, `2)`, `(2)`, `#2`. */
const NUMBER = /^[#(]?(\d{1,6})[.)]?$/;
const COMMA = /[,;\n\u3001\uff0c\uff1b]/;
const AND = /\sand\s|&|\u548c/i;
const LEADING_AND = /^and\s/i;
/** `1 3` and `#1 #3`: numbers alone need no comma. Labels do, for they may hold spaces. */
const SPACED_NUMBERS = /^[#(]?\d{1,6}[.)]?(?:\s+[#(]?\d{1,6}[.)]?)+$/;
/** Folded. `everything` and the like may be meant otherwise. */
const EVERY_CHOICE: ReadonlySet<string> = new Set(['all', 'all of them', '全部', '都要']);

/**
 * The choices that a typed text names, as indexes without repeats; nothing when it names none, or more than one could be
 * meant. For a question that takes several, names may be separated by commas or "and", numbers by spaces too, and "all"
 * names every choice, unless one is called so.
 */
export function matchTyped(text: string, choices: readonly Choice[], isMulti: boolean): number[] | undefined {
  if (text.length > MAX_ANSWER_CHARS) return undefined;
  const answer = text.trim();
  const names = namesOf(choices);
  const one = indexNamed(answer, names);
  if (one !== undefined) return [one];
  if (!isMulti || names.labels.has(answer)) return undefined;
  if (EVERY_CHOICE.has(fold(answer)) && choices.length > 0) return choices.map((_, index) => index);

  const found = new Set<number>();
  for (const part of answer.split(COMMA)) {
    const name = part.trim().replace(LEADING_AND, '');
    if (name === '') continue;
    const whole = indexNamed(name, names);
    // A label may hold an "and" itself, so a part is taken apart only when it names nothing as it stands.
    const indexes = whole !== undefined ? [whole] : wordsOf(name).map((word) => indexNamed(word, names));
    for (const index of indexes) {
      if (index === undefined) return undefined;
      found.add(index);
    }
  }
  return found.size > 0 ? [...found] : undefined;
}

function wordsOf(part: string): string[] {
  return part.split(AND).flatMap((word) => {
    const name = word.trim();
    return SPACED_NUMBERS.test(fold(name)) ? name.split(/\s+/) : [name];
  });
}

/** Every name of every choice; `undefined` for a label that two choices share. */
interface Names {
  count: number;
  labels: Map<string, number | undefined>;
  foldedLabels: Map<string, number | undefined>;
  values: Map<string, number>;
}

function namesOf(choices: readonly Choice[]): Names {
  const names: Names = { count: choices.length, labels: new Map(), foldedLabels: new Map(), values: new Map() };
  choices.forEach(({ label, value }, index) => {
    const written = label.trim();
    const folded = fold(written);
    names.labels.set(written, names.labels.has(written) ? undefined : index);
    names.foldedLabels.set(folded, names.foldedLabels.has(folded) ? undefined : index);
    if (!names.values.has(value)) names.values.set(value, index);
  });
  return names;
}

/**
 * One choice by its name. First the label as it is written: a label "2" is meant before the second choice. Then the
 * number that people see before it, then the label folded, then the value, which they do not see. A label that two
 * choices share names neither.
 */
function indexNamed(answer: string, { count, labels, foldedLabels, values }: Names): number | undefined {
  if (answer === '') return undefined;
  if (labels.has(answer)) return labels.get(answer);
  const folded = fold(answer);
  const number = Number(NUMBER.exec(folded)?.[1]);
  if (number >= 1 && number <= count) return number - 1;
  if (foldedLabels.has(folded)) return foldedLabels.get(folded);
  return values.get(answer);
}

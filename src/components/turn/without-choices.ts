import { questionIn } from '../../client/answers/ui-answer.ts';
import type { TurnPart } from '../../client/turn/turn-state.ts';

/** A line `1. Label` of a list that is there for those who have no buttons. */
const NUMBERED = /^(\d{1,3})\. (.*)$/;

/**
 * A text without the numbered list at its end that says nothing but the choices of a question of the same turn, which
 * are there to be pressed. A list that differs from them in anything stays.
 */
export function withoutChoices(text: string, parts: readonly TurnPart[]): string {
  for (const part of parts) {
    const labels = labelsIn(part);
    if (labels.length === 0) continue;
    const lines = text.trimEnd().split('\n');
    const list = lines.slice(-labels.length);
    const isTheirs = labels.every((label, index) => {
      const [, number, words] = NUMBERED.exec(list[index] ?? '') ?? [];
      return Number(number) === index + 1 && words === label;
    });
    if (isTheirs) return lines.slice(0, -labels.length).join('\n').trimEnd();
  }
  return text;
}

function labelsIn(part: TurnPart): string[] {
  const question = part.type === 'question' ? part : part.type === 'widget' ? questionIn(part.widget) : undefined;
  return question?.choices.map(({ label }) => label) ?? [];
}

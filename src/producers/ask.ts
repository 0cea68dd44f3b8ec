import type { NoteCode } from '../protocol/notes.ts';
import { plainText } from '../protocol/plain-text.ts';
import type { Produced } from '../protocol/produced.ts';
import { type Choice, choiceLabel, MAX_WIDGET_CHOICES } from '../protocol/question.ts';

/** Longest value that a widget carries, bytes of UTF-8. */
const MAX_VALUE_BYTES = 256;

/**
 * Asks a question, with an `options` widget where it can have one. With more than 25 choices, or a value longer than
 * 256 bytes, it is a question without a widget: the text lists every choice and a typed answer counts.
 */
export function ask(
  asked: {
    /** What asks, for the notes, e.g. `the clarification`. */
    source: string;
    prompt: string;
    choices: readonly { value?: string | null | undefined; label?: string | null | undefined }[];
    multi: boolean;
  },
  mint: () => string,
  into: Produced,
): void {
  const { source, multi } = asked;
  const prompt = plainText(asked.prompt);
  const widgetId = mint();
  const note = (code: NoteCode, message: string) => into.notes.push({ code, message, widgetId });

  const byValue = new Map<string, Choice>();
  asked.choices.forEach(({ value, label }, index) => {
    if (!value) {
      note('choice_skipped', `Choice ${index + 1} of ${source} has no value and was left out. Give it one.`);
    } else if (byValue.has(value)) {
      note('choice_skipped', `Choice ${index + 1} of ${source} repeats an earlier value and was left out.`);
    } else {
      byValue.set(value, { value, label: choiceLabel({ label: label ?? undefined, value, number: byValue.size + 1 }) });
    }
  });
  const choices = [...byValue.values()];
  into.questions.push({ widgetId, prompt, choices, multi });

  const tooLong = choices.findIndex(({ value }) => Buffer.byteLength(value) > MAX_VALUE_BYTES);
  if (choices.length === 0) {
    note('no_choices', `The question of ${source} offers no choice: only its prompt is shown.`);
  } else if (choices.length > MAX_WIDGET_CHOICES) {
    note(
      'too_many_choices',
      `The question of ${source} offers ${choices.length} choices, ${MAX_WIDGET_CHOICES} is the limit of a widget. The text lists them all.`,
    );
  } else if (tooLong !== -1) {
    note(
      'value_too_long',
      `The value of choice ${tooLong + 1} of ${source} is longer than ${MAX_VALUE_BYTES} bytes, so there is no widget. The text lists every choice.`,
    );
  } else {
    const widget = { type: 'options', id: widgetId, prompt, options: choices, multi };
    into.widgets.push({ widget, provenance: 'clarification' });
  }
}

import { z } from 'zod';
import { plainText } from '../../protocol/plain-text.ts';
import { choiceLabel } from '../../protocol/question.ts';

/** Ids that come back whole in a callback string of at most 64 bytes: 61 and `#`, and two digits. */
const CALLBACK_ID = /^ui_[0-9A-Za-z_]{1,58}$/;

const option = z.looseObject({ value: z.string().min(1), label: z.string().optional().catch(undefined) });

/**
 * Options without a value are skipped. There is no upper bound of options here: a list too long for a widget is still a
 * question, and the text asks it.
 */
const offered = z.array(option.optional().catch(undefined)).transform((items, context) => {
  const options = items
    .filter((item) => item !== undefined)
    .map((item, index) => ({ ...item, label: choiceLabel({ ...item, number: index + 1 }) }));
  if (options.length > 0) return options;
  context.addIssue({ code: 'custom', message: 'no option has a value' });
  return z.NEVER;
});

export const optionsSchema = z.looseObject({
  type: z.literal('options'),
  id: z.string().regex(CALLBACK_ID),
  prompt: z.string().default('').transform(plainText),
  options: offered,
  multi: z.boolean().default(false),
});

export type OptionsWidget = z.infer<typeof optionsSchema>;

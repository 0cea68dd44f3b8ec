import type { WidgetType } from '../../protocol/widget.ts';
import { lowerOptions } from './lower.ts';
import { optionsSample } from './sample.ts';
import { type OptionsWidget, optionsSchema } from './schema.ts';

/** Pick one of several values, or some of them. */
export const options: WidgetType<OptionsWidget> = {
  type: 'options',
  schema: optionsSchema,
  ledger: 'standard',
  lower: lowerOptions,
  fallback: ({ prompt, options }) =>
    [...(prompt ? [prompt] : []), ...options.map(({ label }, index) => `${index + 1}. ${label}`)].join('\n'),
  question: ({ prompt, options, multi }) => ({
    prompt,
    choices: options.map(({ value, label }) => ({ value, label })),
    multi,
  }),
  sample: optionsSample,
};

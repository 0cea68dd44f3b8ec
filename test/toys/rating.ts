import { z } from 'zod';
import type { WidgetType } from '../../src/protocol/widget.ts';

const schema = z.looseObject({ type: z.literal('rating'), id: z.string(), of: z.string() });
const STARS = ['1 star', '2 stars', '3 stars'];

export const rating: WidgetType<z.infer<typeof schema>> = {
  type: 'rating',
  schema,
  ledger: 'standard',
  lower: ({ id, of }) => [
    {
      type: 'choice',
      widgetId: id,
      prompt: `How was ${of}?`,
      options: STARS.map((label, index) => ({ label, index })),
      multi: false,
    },
  ],
  fallback: ({ of }) => `How was ${of}?\n\n1. 1 star\n2. 2 stars\n3. 3 stars`,
  question: ({ of }) => ({
    prompt: `How was ${of}?`,
    choices: STARS.map((label, index) => ({ value: String(index + 1), label })),
    multi: false,
  }),
  sample: { type: 'rating', id: 'ui_0123456789ABCDEFGHIJK', of: 'the soup' },
};

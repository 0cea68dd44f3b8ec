import { z } from 'zod';
import type { WidgetType } from '../../src/protocol/widget.ts';

const schema = z.looseObject({ type: z.literal('command'), id: z.string(), label: z.string(), command: z.string() });

/** Offers a command to fill in. */
export const command: WidgetType<z.infer<typeof schema>> = {
  type: 'command',
  schema,
  ledger: 'standard',
  lower: ({ id, label, command: words }) => [{ type: 'prefill', widgetId: id, label, command: words }],
  fallback: ({ label, command: words }) => `${label}: ${words}`,
  sample: { type: 'command', id: 'ui_0123456789ABCDEFGHIJK', label: 'Buy', command: '/buy 100 BTC' },
};

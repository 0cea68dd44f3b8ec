import { z } from 'zod';
import { decodeCallback } from '../../src/callback/data.ts';
import type { ChannelType } from '../../src/protocol/channel.ts';

export const pager: ChannelType<{ url: string }> = {
  name: 'pager',
  settings: z.strictObject({ url: z.url() }),
  isEnabled: ({ url }) => url !== '',
  address: z.strictObject({ number: z.string().regex(/^\d+$/) }),
  conversationOf: ({ number }) => `pager:${number}`,
  addressOf: (name) => (name.startsWith('pager:') ? { number: name.slice(6) } : undefined),
  deliveryLaneOf: ({ number }) => `pager:${number}`,
  isShared: () => false,
  content: { format: 'plain', maxLength: 500, overflow: 'split', truncationSuffix: '' },
  print(affordances, text) {
    const keys = affordances.flatMap((one) => (one.type === 'choice' ? one.options.map(({ label }) => label) : []));
    return { parts: [{ content: text, ui: keys.length > 0 ? { keys } : {} }], notes: [] };
  },
  decode(payload) {
    const { from, key } = z.object({ from: z.string(), key: z.string() }).parse(payload);
    return { message: key, user_id: from, ui_response: decodeCallback(key) ?? null, context: { number: from } };
  },
};

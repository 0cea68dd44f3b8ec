import { z } from 'zod';
import { plainLine } from '../plain-text.ts';
import { blockAction } from './block-actions/block-action.ts';

/** Pictures that an item may have, by what they stand for. */
export const FEATURE_ICONS = [
  'wallet',
  'deposit',
  'swap',
  'buy',
  'sell',
  'autopilot',
  'workflow',
  'chart',
  'search',
  'settings',
  'alert',
  'research',
] as const;

/** Code points. */
const MAX_LABEL_CHARS = 20;
const MAX_HINT_CHARS = 48;
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** One trimmed line as it is read: nothing in it that only a layout sees. Counted in code points. */
function line(maxChars: number) {
  return z.string().transform((given, context) => {
    const text = given.trim();
    const fault = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (plainLine(given) !== text || !VISIBLE.test(text)) return fault('must be one line of visible text');
    if (text.length > maxChars && [...text].length > maxChars) return fault(`must have at most ${maxChars} characters`);
    return text;
  });
}

/** The fields of a recommended feature, with nothing beside them. */
export function featureItem(options: { externalHosts: readonly string[] | 'any' }) {
  return z.strictObject({
    id: z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, 'must be a lower-case identifier of at most 64 characters'),
    label: line(MAX_LABEL_CHARS),
    hint: line(MAX_HINT_CHARS).exactOptional(),
    icon: z.enum(FEATURE_ICONS).exactOptional(),
    action: z.unknown().transform((value, context) => {
      const checked = blockAction(value, options);
      if ('action' in checked) return checked.action;
      context.addIssue({ code: 'custom', message: `is refused (${checked.refusal})` });
      return z.NEVER;
    }),
  });
}

export type FeatureItem = z.infer<ReturnType<typeof featureItem>>;

/** One or two items, told apart by their ids. */
export function featureItems<Item extends z.ZodType<{ id: string }>>(item: Item) {
  return z
    .array(item)
    .min(1)
    .max(2)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'must have different ids');
}

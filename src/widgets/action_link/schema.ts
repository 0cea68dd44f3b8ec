import { z } from 'zod';
import { linkUrl } from '../../protocol/link-url.ts';
import { plainLine } from '../../protocol/plain-text.ts';

export const actionLinkSchema = z
  .looseObject({
    type: z.literal('action_link'),
    id: z.string().min(1),
    label: z.string().optional(),
    url: z.string(),
    hint: z.string().optional(),
  })
  .transform((widget, context) => {
    const { label, url, hint, ...rest } = widget;
    const checked = linkUrl(url);
    if ('refusal' in checked) {
      context.addIssue({ code: 'custom', path: ['url'], message: checked.refusal });
      return z.NEVER;
    }
    const shownHint = plainLine(hint ?? '');
    return {
      ...rest,
      label: plainLine(label ?? '') || new URL(checked.url).host,
      url: checked.url,
      ...(shownHint && { hint: shownHint }),
    };
  });

export type ActionLinkWidget = z.infer<typeof actionLinkSchema>;

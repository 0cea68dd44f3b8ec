import type { WidgetType } from '../../protocol/widget.ts';
import { lowerActionLink } from './lower.ts';
import { actionLinkSample } from './sample.ts';
import { type ActionLinkWidget, actionLinkSchema } from './schema.ts';

/** A link that a producer vouched for. */
export const actionLink: WidgetType<ActionLinkWidget> = {
  type: 'action_link',
  schema: actionLinkSchema,
  ledger: 'standard',
  lower: lowerActionLink,
  fallback: ({ label, url, hint }) => (hint === undefined ? `${label}: ${url}` : `${label}: ${url} (${hint})`),
  sample: actionLinkSample,
};

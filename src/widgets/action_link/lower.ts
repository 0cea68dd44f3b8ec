import type { Affordance } from '../../protocol/affordance.ts';
import type { ActionLinkWidget } from './schema.ts';

export function lowerActionLink({ id, label, url, hint }: ActionLinkWidget): Affordance[] {
  return [{ type: 'link', widgetId: id, label, url, ...(hint !== undefined && { hint }) }];
}

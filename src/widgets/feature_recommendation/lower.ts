import type { Affordance } from '../../protocol/affordance.ts';
import type { FeatureRecommendationWidget, FeatureWidgetItem } from './schema.ts';

export function lowerFeatureRecommendation({ id, items }: FeatureRecommendationWidget): Affordance[] {
  return items.map((item) => lowerItem(id, item));
}

function lowerItem(widgetId: string, item: FeatureWidgetItem): Affordance {
  const { label, hint, action } = item;
  if (action.kind === 'slash') {
    return { type: 'prefill', widgetId, label, command: action.command, ...(hint !== undefined && { hint }) };
  }
  const url = urlOf(item);
  if (url === undefined) return { type: 'note', widgetId, text: itemInWords(item) };
  return { type: 'link', widgetId, label, url, ...(hint !== undefined && { hint }) };
}

/** An item on one line, with all that it says and where it leads. */
export function itemInWords(item: FeatureWidgetItem): string {
  const { label, hint } = item;
  const said = `${label}: ${whereTo(item)}`;
  return hint === undefined ? said : `${said} (${hint})`;
}

function whereTo(item: FeatureWidgetItem): string {
  const { action } = item;
  if (action.kind === 'slash') return action.command;
  const url = urlOf(item);
  if (url !== undefined) return url;
  return action.kind === 'route' ? `${action.target} in the web app` : 'in the web app';
}

/** Where the item leads on a channel without the application. */
function urlOf({ action, url }: FeatureWidgetItem): string | undefined {
  return url ?? (action.kind === 'external' ? action.url : undefined);
}

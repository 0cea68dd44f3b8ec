import { z } from 'zod';
import { linkUrl } from '../../protocol/link-url.ts';
import { type FeatureItem, featureItem, featureItems } from '../../protocol/ui/feature-items.ts';

/** Whoever made the widget vouches for the host; a block's producer has asked the list of allowed ones. */
const item = featureItem({ externalHosts: 'any' })
  .extend({ url: z.string().exactOptional() })
  .refine(leadsWhereItSays, { path: ['url'], error: 'is not where the action leads' });

export const featureRecommendationSchema = z.looseObject({
  type: z.literal('feature_recommendation'),
  id: z.string().min(1),
  items: featureItems(item),
});

export type FeatureRecommendationWidget = z.infer<typeof featureRecommendationSchema>;
export type FeatureWidgetItem = FeatureRecommendationWidget['items'][number];

/** Whether a resolved URL, if there is one, is that of the item's action. */
function leadsWhereItSays({ action, url }: FeatureItem & { url?: string }): boolean {
  if (url === undefined) return true;
  if (!('url' in linkUrl(url))) return false;
  switch (action.kind) {
    case 'route':
      return url.endsWith(new URL(action.target, url).href.slice(new URL(url).origin.length));
    case 'external':
      return url === action.url;
    case 'modal':
      return true;
    case 'slash':
      return false;
  }
}

import type { WidgetType } from '../../protocol/widget.ts';
import { itemInWords, lowerFeatureRecommendation } from './lower.ts';
import { featureRecommendationSample } from './sample.ts';
import { type FeatureRecommendationWidget, featureRecommendationSchema } from './schema.ts';

/** One or two features of an application, as the block `minara.feature_recommendation` offers them. */
export const featureRecommendation: WidgetType<FeatureRecommendationWidget> = {
  type: 'feature_recommendation',
  schema: featureRecommendationSchema,
  ledger: 'standard',
  dialect: 'ubp',
  lower: lowerFeatureRecommendation,
  fallback: ({ items }) => items.map(itemInWords).join('\n'),
  sample: featureRecommendationSample,
};

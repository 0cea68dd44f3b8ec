import { z } from 'zod';
import { resolveRoute } from '../../protocol/ui/block-actions/route.ts';
import { targetKey } from '../../protocol/ui/block-actions/target-key.ts';
import type { BlockType } from '../../protocol/ui/block-type.ts';
import { type FeatureItem, featureItem, featureItems } from '../../protocol/ui/feature-items.ts';
import { featureDataSchema } from './feature-data-schema.ts';

interface FeatureData {
  items: FeatureItem[];
}

/** One or two features of the application that may help next. `appUrl` is where routes and dialogs are, if anywhere. */
export function featureRecommendationBlock(options: {
  appUrl: string | undefined;
  externalHosts: readonly string[];
}): BlockType {
  const schema = z.strictObject({ items: featureItems(featureItem(options)) });
  return {
    namespace: 'minara',
    blockType: 'feature_recommendation',
    version: '1.0.0',
    source: 'builtin',
    description: 'One or two buttons to features of the application that help the person go on from here.',
    dataSchema: featureDataSchema,
    check(data) {
      const parsed = schema.safeParse(data);
      return parsed.success ? { data: parsed.data } : { fault: faultOf(parsed.error) };
    },
    withoutRepeats(data, isNew) {
      const { items } = data as FeatureData;
      const fresh = items.filter(({ action }) => isNew(targetKey(action)));
      if (fresh.length === items.length) return data;
      return fresh.length > 0 ? { items: fresh } : undefined;
    },
    widgetOf: ({ id, data }) => ({
      type: 'feature_recommendation',
      id,
      items: (data as FeatureData).items.map((item) => {
        const url = urlOf(item, options.appUrl);
        return { ...item, ...(url !== undefined && { url }) };
      }),
    }),
  };
}

/** Where a channel without the application sends the person. */
function urlOf({ action }: FeatureItem, appUrl: string | undefined): string | undefined {
  switch (action.kind) {
    case 'external':
      return action.url;
    case 'route':
      return appUrl === undefined ? undefined : resolveRoute(appUrl, action.target);
    case 'modal':
      return appUrl;
    case 'slash':
      return undefined;
  }
}

function faultOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  // The names of keys that nobody knows are the agent's words.
  const path = issue?.path.join('.') || 'data';
  return issue?.code === 'custom' || issue?.code === 'invalid_format'
    ? `${path} ${issue.message}`
    : `${path}: ${issue?.code === 'unrecognized_keys' ? 'it has a key that is not known' : (issue?.message ?? 'not valid')}`;
}

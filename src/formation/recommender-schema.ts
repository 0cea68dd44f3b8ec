import { z } from 'zod';
import { featureItem } from '../protocol/ui/feature-items.ts';

/** More do not fit into a small question. */
const MAX_FEATURES = 64;

/** The list of a formation, by ids that are told apart. Which hosts may be opened is the web channel's to say. */
const features = z
  .array(featureItem({ externalHosts: 'any' }))
  .min(1)
  .max(MAX_FEATURES)
  .superRefine((items, context) => {
    const seen = new Set<string>();
    items.forEach(({ id }, at) => {
      if (seen.has(id)) context.addIssue({ code: 'custom', message: 'another feature has this id.', path: [at, 'id'] });
      seen.add(id);
    });
  });

/** The key `recommender` of a formation. */
export const recommenderSchema = z.strictObject({ model: z.string().min(1), features: features.exactOptional() });

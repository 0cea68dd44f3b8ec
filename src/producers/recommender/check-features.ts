import { BridgeError } from '../../protocol/errors.ts';
import type { BlockType } from '../../protocol/ui/block-type.ts';
import type { FeatureItem } from '../../protocol/ui/feature-items.ts';
import { FEATURE_BLOCK } from './feature-block.ts';

/** Throws `formation_invalid` for a feature that no block may show here, e.g. since its host may not be opened. */
export function checkFeatures(
  features: readonly FeatureItem[],
  registry: { find(block: typeof FEATURE_BLOCK): BlockType | undefined },
): void {
  const type = registry.find(FEATURE_BLOCK);
  for (const [at, feature] of features.entries()) {
    const checked = type?.check({ items: [feature] });
    if (!checked || !('fault' in checked)) continue;
    throw new BridgeError(
      'formation_invalid',
      `recommender.features[${at}] ('${feature.id}') could never be shown: ${checked.fault}. Correct it, or list its host under channels.web.external_hosts.`,
    );
  }
}

import { externalBlock } from '../../../src/producers/ui-block/external-block.ts';
import { featureRecommendationBlock } from '../../../src/producers/ui-block/feature-recommendation.ts';
import type { BlockType, CandidateBlock } from '../../../src/protocol/ui/block-type.ts';
import type { BlockSupport } from '../../../src/protocol/ui/ui-block.ts';

export const features = featureRecommendationBlock({
  appUrl: 'https://acme.example/app',
  externalHosts: ['docs.acme.example'],
});

/** A block that a formation declares; its data fits when it is an object. */
export function declared(blockType: string, version: string, namespace = 'acme.tools'): BlockType {
  return externalBlock({
    ...{ namespace, blockType, version, description: '', dataSchema: { type: 'object' } },
    faultIn: (data) => (typeof data === 'object' && data !== null ? undefined : 'must be object'),
  });
}

export const slash = (command: string, id = 'a') => ({ id, label: 'Go', action: { kind: 'slash', command } });

/** A candidate of `minara.feature_recommendation` with these items. */
export function recommending(items: unknown, more: Partial<CandidateBlock> = {}): CandidateBlock {
  return {
    ...{ namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' },
    ...{ data: { items }, ...more },
  };
}

export function quoting(version: string, data: unknown = {}, more: Partial<CandidateBlock> = {}): CandidateBlock {
  return { namespace: 'acme.tools', block_type: 'quote', version, data, ...more };
}

export const FEATURES: BlockSupport = { namespace: 'minara', block_type: 'feature_recommendation', version: 1 };
export const quote = (version: number): BlockSupport => ({ namespace: 'acme.tools', block_type: 'quote', version });

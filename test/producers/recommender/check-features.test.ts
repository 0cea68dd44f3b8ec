import { describe, expect, it } from 'vitest';
import { checkFeatures } from '../../../src/producers/recommender/check-features.ts';
import { allBlockTypes } from '../../../src/producers/ui-block/block-types.ts';
import { createBlockRegistry } from '../../../src/producers/ui-block/registry.ts';
import type { FeatureItem } from '../../../src/protocol/ui/feature-items.ts';

const blocks = createBlockRegistry(allBlockTypes({ appUrl: undefined, externalHosts: ['docs.example'], declared: [] }));
const opening = (id: string, url: string): FeatureItem => ({ id, label: 'Docs', action: { kind: 'external', url } });

describe('the features of a formation', () => {
  it('may be shown where their hosts may be opened', () => {
    expect(() => checkFeatures([opening('docs', 'https://docs.example/a')], blocks)).not.toThrow();
  });

  it('are told at the start when one could never be shown, by its place and its id', () => {
    const features = [opening('docs', 'https://docs.example/a'), opening('other', 'https://elsewhere.example/')];
    expect(() => checkFeatures(features, blocks)).toThrow(
      expect.objectContaining({
        code: 'formation_invalid',
        message: expect.stringMatching(
          /^recommender\.features\[1\] \('other'\) could never be shown: .*channels\.web\.external_hosts\.$/,
        ),
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { createBlockRegistry } from '../../../src/producers/ui-block/registry.ts';
import { BridgeError } from '../../../src/protocol/errors.ts';
import { readCapabilities } from '../../../src/protocol/ui/capability-token.ts';
import { declared, FEATURES, features, quote, quoting, recommending } from './types.ts';

const registry = createBlockRegistry([features, declared('quote', '1.4.0'), declared('quote', '2.0.1')]);
const tokens = (text: string) => readCapabilities([text]).tokens;

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return error instanceof BridgeError ? error.code : String(error);
  }
  return undefined;
}

describe('the registry of blocks', () => {
  it('gives of what a client declares what there is, in its order [UBP-11, UBP-14]', () => {
    expect(
      registry.intersect(
        tokens(
          'acme.tools.quote@2,acme.tools.other@1,minara.feature_recommendation@1,acme.tools.quote@1,acme.tools.quote@3',
        ),
      ),
    ).toEqual([quote(2), FEATURES, quote(1)]);
    expect(registry.intersect([])).toEqual([]);
  });

  it('matches no huge major [UBP-8, HI-32]', () => {
    expect(registry.intersect(tokens('acme.tools.quote@99999999999999999999,acme.tools.quote@2147483648'))).toEqual([]);
  });

  it('negotiates no version 0 [UBP-16]', () => {
    const early = createBlockRegistry([declared('quote', '0.9.0')]);
    expect(early.find(quoting('0.9.0'))).toBeDefined();
    expect(early.intersect(tokens('acme.tools.quote@0,acme.tools.quote@1'))).toEqual([]);
  });

  it('finds a type by the major of a semantic version [UBP-16]', () => {
    expect(registry.find(quoting('1.0.0'))?.version).toBe('1.4.0');
    expect(registry.find(quoting('2.99.0-rc.1'))?.version).toBe('2.0.1');
    for (const version of ['3.0.0', '1', '1.0', 'v1.0.0', '']) expect(registry.find(quoting(version))).toBeUndefined();
    expect(registry.find(recommending([], { namespace: 'minara ' }))).toBeUndefined();
  });

  it('offers the highest major of each block that a client knows, and our own where we draw [UBP-14, UBP-51]', () => {
    const named = (supported: Parameters<typeof registry.offers>[0]) =>
      registry.offers(supported).map(({ blockType, version }) => `${blockType} ${version}`);
    expect(named([quote(1), FEATURES, quote(2)])).toEqual(['feature_recommendation 1.0.0', 'quote 2.0.1']);
    expect(named([quote(1)])).toEqual(['quote 1.4.0']);
    expect(named([])).toEqual([]);
    expect(named('all')).toEqual(['feature_recommendation 1.0.0']);
  });

  it.each(['minara', 'minara.x', 'minara.x.y'])('refuses an external type under %s [UBP-18]', (namespace) => {
    expect(codeOf(() => createBlockRegistry([declared('quote', '1.0.0', namespace)]))).toBe(
      'ui_block_namespace_reserved',
    );
  });

  it('takes an external type under a name that only begins like ours [UBP-18]', () => {
    expect(codeOf(() => createBlockRegistry([declared('quote', '1.0.0', 'minara-x')]))).toBeUndefined();
  });

  it('refuses two types that a token could not tell apart, and one without a semantic version', () => {
    expect(codeOf(() => createBlockRegistry([declared('quote', '1.0.0'), declared('quote', '1.1.0')]))).toBe(
      'formation_invalid',
    );
    expect(codeOf(() => createBlockRegistry([declared('quote', '1.0')]))).toBe('formation_invalid');
  });
});

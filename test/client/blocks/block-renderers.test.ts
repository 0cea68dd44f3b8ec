import { describe, expect, it } from 'vitest';
import { createBlockRenderers } from '../../../src/client/blocks/block-renderers.ts';
import { blockIsDrawable } from '../../../src/client/blocks/is-drawable.ts';

const block = (version: string, name = 'quote', namespace = 'acme.tools') => ({
  id: 'b1',
  namespace,
  block_type: name,
  version,
  data: 'seven',
});

describe('the blocks that a client draws', () => {
  it('are those that it asks for, and no others [UBP-51]', () => {
    const { registerBlockRenderer, clientCapabilityTokens } = createBlockRenderers<string>();
    expect(clientCapabilityTokens()).toEqual([]);
    registerBlockRenderer('minara', 'feature_recommendation', 1, () => 'cards');
    registerBlockRenderer('acme.tools', 'quote', 2, () => 'quote');
    expect(clientCapabilityTokens()).toEqual(['minara.feature_recommendation@1', 'acme.tools.quote@2']);
  });

  it('are drawn by the renderer of their major version [UBP-16]', () => {
    const { registerBlockRenderer, renderBlock } = createBlockRenderers<string>();
    registerBlockRenderer('acme.tools', 'quote', 2, ({ data }) => `two: ${data}`);
    registerBlockRenderer('acme.tools', 'quote', 3, ({ data }) => `three: ${data}`);
    expect(renderBlock(block('2.9.1'))).toBe('two: seven');
    expect(renderBlock(block('3.0.0-rc.1'))).toBe('three: seven');
  });

  it('leave the rest to an unknown card: another name, another version, data that is refused, a throw [UBP-21]', () => {
    const { registerBlockRenderer, renderBlock } = createBlockRenderers<string>();
    registerBlockRenderer('acme.tools', 'quote', 2, ({ data }) => {
      if (data === 'seven') throw new Error('no');
      return undefined;
    });
    for (const unknown of [
      block('2.0.0'),
      { ...block('2.0.0'), data: 8 },
      block('1.0.0'),
      block('2.0.0', 'note'),
      block('2.0.0', 'quote', 'acme'),
      block(''),
      block('2.0.0', '__proto__', ''),
    ]) {
      expect(renderBlock(unknown)).toBeUndefined();
    }
  });

  it('have a name that can be negotiated, once', () => {
    const { registerBlockRenderer } = createBlockRenderers<string>();
    const draw = () => 'x';
    registerBlockRenderer('acme', 'quote', 1, draw);
    for (const [namespace, type, major] of [
      ['Acme', 'quote', 1],
      ['', 'quote', 1],
      ['acme.', 'quote', 1],
      ['acme', 'quote.x', 1],
      ['acme', 'quote', 0],
      ['acme', 'quote', 1.5],
      ['acme', 'quote', 2 ** 31],
      ['acme', 'quote@1,x', 1],
      ['acme', 'quote', 1],
    ] as const) {
      expect(() => registerBlockRenderer(namespace, type, major, draw), `${namespace}.${type}@${major}`).toThrow(
        TypeError,
      );
    }
  });
});

describe('blockIsDrawable', () => {
  it('holds the major version, and no other part of it, to the renderer [UBP-16]', () => {
    const drawable = ['1.0.0', '1.99.0', '1.0.0-beta.2', '1.2.3+build.7', '1.0.0-0a'];
    expect(drawable.filter((version) => !blockIsDrawable(version, 1))).toEqual([]);
    const not = [
      '2.0.0',
      '0.1.0',
      '1',
      '1.0',
      '01.0.0',
      '1.0.0 ',
      '1.0.0\n',
      'v1.0.0',
      '1.0.0-',
      '1.0.0-01',
      '',
      '^1.0.0',
    ];
    expect(not.filter((version) => blockIsDrawable(version, 1))).toEqual([]);
    expect(blockIsDrawable('0.1.0', 0)).toBe(false);
  });

  it('tells great numbers apart', () => {
    expect(blockIsDrawable('99999999999999999999.0.0', 1e20)).toBe(false);
    expect(blockIsDrawable('9007199254740993.0.0', 9007199254740992)).toBe(false);
  });
});

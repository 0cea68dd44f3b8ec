import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCapabilityToken, readCapabilities, supportOf } from '../../../src/protocol/ui/capability-token.ts';

/** The published grammar, as one expression: the parser is written without one. */
const GRAMMAR = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+@[1-9][0-9]*$/;

const faultOf = (text: string) => {
  const parsed = parseCapabilityToken(text);
  return 'fault' in parsed ? parsed.fault : undefined;
};

describe('a capability token', () => {
  it('has its namespace before the last dot [UBP-5]', () => {
    expect(parseCapabilityToken('acme.tools.bridge_quote@2')).toEqual({
      token: { namespace: 'acme.tools', block_type: 'bridge_quote', major: '2' },
    });
    expect(parseCapabilityToken('minara.feature_recommendation@1')).toEqual({
      token: { namespace: 'minara', block_type: 'feature_recommendation', major: '1' },
    });
    // Grammatical, though there is no such block.
    expect(parseCapabilityToken('-.-@1')).toEqual({ token: { namespace: '-', block_type: '-', major: '1' } });
  });

  it.each([
    ['Minara.x@1', 'bad_segment'],
    ['minara.x@01', 'bad_version'],
    ['minara.x@0', 'bad_version'],
    ['minara.x@-1', 'bad_version'],
    ['minara.x@1.0', 'bad_version'],
    ['minara.x@^1', 'bad_version'],
    ['minara.x@1e3', 'bad_version'],
    ['minara.x@', 'bad_version'],
    ['minara@1', 'no_namespace'],
    ['.minara.x@1', 'bad_segment'],
    ['minara..x@1', 'bad_segment'],
    ['minara.x.@1', 'bad_segment'],
    ['minara.x', 'no_version'],
    ['', 'no_version'],
    ['a@1@2', 'several_versions'],
    ['a.b@1@2', 'several_versions'],
    ['minara.x@1\n', 'bad_version'],
    [' minara.x@1', 'bad_segment'],
    ['minara.x@1 ', 'bad_version'],
    ['minara. x@1', 'bad_segment'],
    ['minara.x@٣', 'bad_version'],
    ['minara.x@１', 'bad_version'],
    ['mïnara.x@1', 'bad_segment'],
    ['minara.ⅹ@1', 'bad_segment'],
  ])('is not %j [UBP-6, UBP-7, HI-30]', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it('is what the grammar says, on any text [UBP-6, UBP-8]', () => {
    const near = fc.string({ unit: fc.constantFrom(...'ab1.@-_0 A\n+９') });
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' }), fc.stringMatching(GRAMMAR)), (text) => {
        const parsed = parseCapabilityToken(text);
        expect('token' in parsed).toBe(GRAMMAR.test(text));
        if (!('token' in parsed)) return;
        const { namespace, block_type, major } = parsed.token;
        expect(`${namespace}.${block_type}@${major}`).toBe(text);
        expect(block_type).not.toContain('.');
      }),
      { numRuns: 5_000 },
    );
  });

  it('with a huge major is one, and matches no block [UBP-8, HI-32]', () => {
    const parsed = parseCapabilityToken('minara.x@99999999999999999999');
    expect(parsed).toEqual({ token: { namespace: 'minara', block_type: 'x', major: '99999999999999999999' } });
    const supported = (major: string) => supportOf({ namespace: 'minara', block_type: 'x', major })?.version;
    expect(supported('99999999999999999999')).toBeUndefined();
    expect(supported('2147483648')).toBeUndefined();
    expect(supported('2147483647')).toBe(2147483647);
    expect(supported('1')).toBe(1);
  });

  it('is read in time linear in its length', () => {
    const before = performance.now();
    for (const unit of ['a', 'a.', '.', '@', '1']) parseCapabilityToken(unit.repeat(500_000));
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

describe('the declaration of a client', () => {
  it('is the list of all its parameters, each token once, in its order [UBP-4, UBP-10]', () => {
    const read = readCapabilities(['b.b@2,a.a@1', 'b.b@2,c.c@1']);
    expect(read.tokens.map(({ block_type }) => block_type)).toEqual(['b', 'a', 'c']);
    expect(read.bad).toEqual([]);
  });

  it('keeps what is good and lists what is bad [UBP-9]', () => {
    const read = readCapabilities(['a.a@1,Nope,,b.b@1']);
    expect(read.tokens.map(({ block_type }) => block_type)).toEqual(['a', 'b']);
    expect(read.bad).toEqual([
      { text: 'Nope', fault: 'no_version' },
      { text: '', fault: 'no_version' },
    ]);
  });

  it('is empty without tokens', () => {
    expect(readCapabilities([])).toEqual({ tokens: [], bad: [] });
    expect(readCapabilities(['', ''])).toEqual({ tokens: [], bad: [] });
  });

  it('is read up to 64 tokens [UBP-10]', () => {
    const many = Array.from({ length: 70 }, (_, at) => `a.b${at}@1`);
    expect(readCapabilities([many.join(',')]).tokens.map(({ block_type }) => block_type)).toEqual(
      Array.from({ length: 64 }, (_, at) => `b${at}`),
    );
  });

  it('is read up to 4096 characters, and a token that is cut there is none [UBP-10]', () => {
    const filler = `${'a'.repeat(4_086)}.b@1`;
    // 4,090 characters, a comma, and five more that would be a token of their own.
    expect(readCapabilities([`${filler},c.d@12`]).tokens.map(({ block_type }) => block_type)).toEqual(['b']);
    expect(readCapabilities([`${filler},c.d@1`]).tokens.map(({ block_type }) => block_type)).toEqual(['b', 'd']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockTurnOptions, createBlockTurn } from '../../../src/producers/ui-block/block-turn.ts';
import { createBlockRegistry } from '../../../src/producers/ui-block/registry.ts';
import type { BlockOutcome, CandidateBlock } from '../../../src/protocol/ui/block-type.ts';
import type { BlockSupport, UiBlock } from '../../../src/protocol/ui/ui-block.ts';
import { declared, FEATURES, features, quote, quoting, recommending, slash } from './types.ts';

const registry = createBlockRegistry([features, declared('quote', '1.4.0'), declared('quote', '2.0.0')]);

function open(options: Partial<BlockTurnOptions> = {}) {
  const written: UiBlock[] = [];
  let minted = 0;
  const turn = createBlockTurn({
    registry,
    supported: [FEATURES, quote(2)],
    mint: () => `ui_${++minted}`,
    hasText: () => false,
    write: (block) => written.push(block),
    ...options,
  });
  return { turn, written };
}

const refusalOf = (outcome: BlockOutcome) => ('refusal' in outcome ? outcome.refusal : undefined);

describe('a block', () => {
  it('is sent with an id, the registered version and cleaned data [UBP-15, UBP-19]', () => {
    const { turn, written } = open();
    const outcome = turn.emit(
      recommending([{ ...slash('/buy BTC'), label: ' Buy ', hint: ' Now ' }], { version: '1.9.0' }),
    );
    const block = {
      ...{ id: 'ui_1', namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' },
      data: { items: [{ id: 'a', label: 'Buy', hint: 'Now', action: { kind: 'slash', command: '/buy BTC' } }] },
      position: 'after_text',
    };
    expect(written).toEqual([block]);
    expect(outcome).toEqual({
      block,
      widget: { type: 'feature_recommendation', id: 'ui_1', items: block.data.items },
    });
    expect(turn.emitted).toBe(1);
  });

  it.each([
    ['ui_block_unknown_type', recommending([slash('/a')], { block_type: 'nothing' })],
    ['ui_block_unknown_type', recommending([slash('/a')], { version: '2.0.0' })],
    ['ui_block_unknown_type', recommending([slash('/a')], { version: '1' })],
    ['ui_block_invalid_data', recommending([])],
    ['ui_block_invalid_data', quoting('2.0.0', 'no object')],
    ['ui_block_invalid_data', quoting('2.0.0', {}, { data: undefined })],
    ['ui_block_invalid_data', quoting('2.0.0', { amount: 1n })],
    ['ui_block_invalid_data', quoting('2.0.0', JSON.parse('{"a":{"__proto__":1}}'))],
    ['ui_block_invalid_data', quoting('2.0.0', { a: 'x\ud800' })],
    ['ui_block_invalid_data', quoting('2.0.0', {}, { _meta: { 'acme/a': '\udc00' } })],
    ['ui_block_too_large', quoting('2.0.0', { a: 'x'.repeat(4_096) })],
  ] as const)('is refused with %s [UBP-17, UBP-30]', (refusal, candidate) => {
    const { turn, written } = open();
    expect(refusalOf(turn.emit(candidate))).toBe(refusal);
    expect([written, turn.emitted]).toEqual([[], 0]);
  });

  it('that the client did not declare is refused with the way out [UBP-13, UBP-24]', () => {
    const { turn } = open({ supported: [quote(2)] });
    expect(turn.emit(recommending([slash('/a')]))).toEqual({
      refusal: 'ui_block_not_supported_by_client',
      message:
        "The person's client does not show blocks of the type 'minara.feature_recommendation' 1.0.0. Say the same in your text, as inline markdown.",
    });
  });

  it('of a lower major is refused where a higher one is negotiated [UBP-14]', () => {
    expect(refusalOf(open({ supported: [quote(1), quote(2)] }).turn.emit(quoting('1.0.0')))).toBe(
      'ui_block_not_supported_by_client',
    );
    expect(refusalOf(open({ supported: [quote(1), quote(2)] }).turn.emit(quoting('2.0.0')))).toBeUndefined();
    expect(refusalOf(open({ supported: [quote(1)] }).turn.emit(quoting('1.0.0')))).toBeUndefined();
  });

  it('is of any registered type where our own printers draw', () => {
    const { turn } = open({ supported: 'all' });
    expect(refusalOf(turn.emit(quoting('1.0.0')))).toBeUndefined();
    expect(refusalOf(turn.emit(recommending([slash('/a')])))).toBeUndefined();
  });

  it('is checked in one order: the first that is wrong is told [UBP-23]', () => {
    const wrong = { amount: 1n, a: 'x'.repeat(5_000) };
    const closed = open({ supported: [] });
    closed.turn.close();
    expect(refusalOf(closed.turn.emit(quoting('9.0.0', wrong)))).toBe('ui_block_turn_closed');
    expect(refusalOf(open({ supported: [] }).turn.emit(quoting('9.0.0', wrong)))).toBe('ui_block_unknown_type');
    expect(refusalOf(open({ supported: [] }).turn.emit(quoting('2.0.0', wrong)))).toBe(
      'ui_block_not_supported_by_client',
    );
    expect(refusalOf(open().turn.emit(quoting('2.0.0', wrong)))).toBe('ui_block_invalid_data');
    const large = recommending([slash('/a')], { _meta: { 'minara/reason': 'x'.repeat(5_000) } });
    const { turn } = open({ maxBlocksPerTurn: 1 });
    turn.emit(recommending([slash('/a')]));
    expect(refusalOf(turn.emit(large))).toBe('ui_block_too_large');
    expect(refusalOf(turn.emit(recommending([slash('/a')])))).toBe('ui_block_duplicate');
    expect(refusalOf(turn.emit(recommending([slash('/b')])))).toBe('ui_block_turn_cap_exceeded');
  });

  it('may have 4,096 bytes, as it is sent', () => {
    const { turn, written } = open();
    turn.emit(quoting('2.0.0', { a: '' }));
    const room = 4_096 - Buffer.byteLength(JSON.stringify(written[0]));
    expect(refusalOf(open().turn.emit(quoting('2.0.0', { a: 'x'.repeat(room) })))).toBeUndefined();
    expect(refusalOf(open().turn.emit(quoting('2.0.0', { a: 'x'.repeat(room + 1) })))).toBe('ui_block_too_large');
  });

  it('comes after the end of its turn too late [UBP-22]', () => {
    const { turn, written } = open();
    turn.close();
    expect(refusalOf(turn.emit(recommending([slash('/a')])))).toBe('ui_block_turn_closed');
    expect(written).toEqual([]);
  });

  it('keeps its data, whatever its maker does with it later', () => {
    const { turn, written } = open();
    const data = { list: [1] };
    turn.emit(quoting('2.0.0', data));
    data.list.push(2);
    expect(written[0]?.data).toEqual({ list: [1] });
  });
});

describe('the position of a block', () => {
  it('is behind the text, unless it says something else [UBP-19]', () => {
    const { turn, written } = open();
    turn.emit(quoting('2.0.0'));
    turn.emit(quoting('2.0.0', {}, { position: 'inline' }));
    expect(written.map(({ position }) => position)).toEqual(['after_text', 'inline']);
  });

  it('is before the text only while there is none [UBP-19]', () => {
    let text = '';
    const { turn, written } = open({ hasText: () => text !== '' });
    turn.emit(quoting('2.0.0', {}, { position: 'before_text' }));
    text = 'Hello';
    turn.emit(quoting('2.0.0', {}, { position: 'before_text' }));
    expect(written.map(({ position }) => position)).toEqual(['before_text', 'inline']);
  });
});

describe('the _meta of a block', () => {
  const metaOf = (_meta: Record<string, unknown>) => {
    const { turn, written } = open();
    const outcome = turn.emit(quoting('2.0.0', {}, { _meta }));
    return refusalOf(outcome) ?? written[0]?._meta;
  };

  it('travels as it is, with keys that are not known here [UBP-20]', () => {
    const meta = {
      'minara/reason': 'It fits',
      'minara/source': 'x',
      'minara/outputTemplate': 'ui://x',
      'acme.example/a': [1],
    };
    expect(metaOf(meta)).toEqual(meta);
  });

  it.each([
    { reason: 'no vendor' },
    { '/x': 1 },
    { 'minara/': 1 },
    { 'acme/x': { constructor: 1 } },
    { 'acme/x': [{ prototype: 1 }] },
    JSON.parse('{"acme/x":{"__proto__":1}}'),
    JSON.parse('{"__proto__":{"acme/x":1}}'),
    { 'acme/x': () => 1 },
  ])('is refused as %o [UBP-20]', (meta) => {
    expect(metaOf(meta)).toBe('ui_block_invalid_data');
  });

  it('may have 1 KB of keys that are not known here [UBP-20]', () => {
    // {"a/x":""} is 10 bytes.
    expect(metaOf({ 'a/x': 'x'.repeat(1_014), 'minara/reason': 'x'.repeat(1_000) })).not.toBe('ui_block_invalid_data');
    expect(metaOf({ 'a/x': 'x'.repeat(1_015) })).toBe('ui_block_invalid_data');
  });
});

describe('the blocks of a turn', () => {
  it('are two, over all that make them; those that are refused do not count [UBP-25]', () => {
    const { turn } = open();
    const outcomes = [
      recommending([]),
      recommending([slash('/a')]),
      recommending([slash('/a 7')]),
      quoting('2.0.0'),
      quoting('2.0.0'),
      recommending([slash('/b')]),
    ].map((candidate) => refusalOf(turn.emit(candidate)));
    expect(outcomes).toEqual([
      ...['ui_block_invalid_data', undefined, 'ui_block_duplicate', undefined],
      ...['ui_block_turn_cap_exceeded', 'ui_block_turn_cap_exceeded'],
    ]);
    expect(turn.emitted).toBe(2);
  });

  it('may be fewer or more by configuration, also for a session [UBP-25, UBP-29]', () => {
    const one = open({ maxBlocksPerTurn: 1 }).turn;
    expect([quoting('2.0.0'), quoting('2.0.0')].map((candidate) => refusalOf(one.emit(candidate)))).toEqual([
      ...[undefined, 'ui_block_turn_cap_exceeded'],
    ]);
    expect(refusalOf(open({ maxBlocksPerSession: 0 }).turn.emit(quoting('2.0.0')))).toBe('ui_block_turn_cap_exceeded');
  });

  it('lead nowhere twice: an item that does is left out, and a block of none [UBP-26]', () => {
    const { turn, written } = open();
    turn.emit(recommending([slash('/buy 100 BTC'), slash('/buy 200 btc', 'b')]));
    turn.emit(recommending([slash('/buy 5 BTC'), slash('/buy 5 ETH', 'b')]));
    expect(written.map(({ data }) => (data as { items: { id: string }[] }).items.map(({ id }) => id))).toEqual([
      ['a'],
      ['b'],
    ]);
    expect(refusalOf(turn.emit(recommending([slash('/buy ETH'), slash('/buy BTC', 'b')])))).toBe('ui_block_duplicate');
  });

  it('forget nothing of a block that was refused only at the end', () => {
    const { turn } = open({ maxBlocksPerTurn: 1 });
    turn.emit(recommending([slash('/a')]));
    expect(refusalOf(turn.emit(recommending([slash('/b')])))).toBe('ui_block_turn_cap_exceeded');
    // Had its target been kept, this would be a duplicate.
    expect(refusalOf(turn.emit(recommending([slash('/b')])))).toBe('ui_block_turn_cap_exceeded');
  });

  it('may lead in the next turn where they led in this one [UBP-28]', () => {
    expect(refusalOf(open().turn.emit(recommending([slash('/a')])))).toBeUndefined();
    expect(refusalOf(open().turn.emit(recommending([slash('/a')])))).toBeUndefined();
  });

  it('that are said in words take no place from those that can be sent, and have as many [UBP-25]', () => {
    const { turn, written } = open({ supported: [quote(2)] });
    expect(turn.inWords(recommending([slash('/a')]))).toMatchObject({ widget: { type: 'feature_recommendation' } });
    expect(refusalOf(turn.inWords(recommending([slash('/a')])))).toBe('ui_block_duplicate');
    expect(refusalOf(turn.inWords(recommending([])))).toBe('ui_block_invalid_data');
    expect(refusalOf(turn.emit(quoting('2.0.0')))).toBeUndefined();
    expect(refusalOf(turn.inWords(recommending([slash('/b')])))).toBeUndefined();
    expect(refusalOf(turn.inWords(recommending([slash('/c')])))).toBe('ui_block_turn_cap_exceeded');
    expect(refusalOf(turn.emit(quoting('2.0.0')))).toBeUndefined();
    expect(refusalOf(turn.emit(quoting('2.0.0')))).toBe('ui_block_turn_cap_exceeded');
    expect([written.length, turn.emitted]).toEqual([2, 2]);
  });

  it('never exceed the cap, never were not negotiated, never are invalid or lead nowhere new [UBP-13, UBP-17, UBP-25, UBP-26]', () => {
    const action = fc.oneof(
      fc.constantFrom('/a', '/b 1', '/b 2', '/c x', 'bad').map((command) => ({ kind: 'slash', command })),
      fc.constantFrom('/a', '/a/', '/../x').map((target) => ({ kind: 'route', target })),
      fc.constantFrom('https://docs.acme.example/', 'https://evil.example/').map((url) => ({ kind: 'external', url })),
      fc.constantFrom('deposit', 'transfer').map((name) => ({ kind: 'modal', name })),
    );
    const item = fc.record({
      id: fc.constantFrom('a', 'b', 'B'),
      label: fc.constantFrom('Go', ' ', 'x'.repeat(21)),
      action,
    });
    const candidate: fc.Arbitrary<CandidateBlock> = fc.oneof(
      fc.array(item, { maxLength: 3 }).map((items) => recommending(items)),
      fc
        .record({ version: fc.constantFrom('1.0.0', '2.0.0', '3.0.0', '1'), data: fc.constantFrom<unknown>({}, 7) })
        .map(({ version, data }) => quoting(version, data)),
      fc.anything().map((data) => quoting('2.0.0', data)),
    );
    const supported = fc.subarray<BlockSupport>([FEATURES, quote(1), quote(2)]);
    fc.assert(
      fc.property(fc.array(fc.tuple(candidate, fc.boolean()), { maxLength: 12 }), supported, (steps, client) => {
        const { turn, written } = open({ supported: client });
        for (const [one, isInWords] of steps) {
          const before = written.length;
          const outcome = isInWords ? turn.inWords(one) : turn.emit(one);
          expect(written.length - before).toBe(!isInWords && 'block' in outcome ? 1 : 0);
        }
        expect(written.length).toBeLessThanOrEqual(2);
        expect(turn.emitted).toBe(written.length);
        expect(new Set(written.map(({ id }) => id)).size).toBe(written.length);
        const targets: string[] = [];
        for (const block of written) {
          const major = Number(block.version.split('.')[0]);
          expect(client).toContainEqual({ namespace: block.namespace, block_type: block.block_type, version: major });
          if (block.block_type === 'quote') {
            if (client.some((one) => one.block_type === 'quote' && one.version === 2)) expect(major).toBe(2);
            continue;
          }
          const { items } = block.data as { items: { action: Record<string, string> }[] };
          expect(items.length).toBeGreaterThan(0);
          for (const { action: its } of items) {
            const target = [its.command?.replace(/ \d+/, ''), its.target?.replace(/\/$/, ''), its.url, its.name];
            targets.push(JSON.stringify(target));
            expect(JSON.stringify(its)).not.toMatch(/bad|\.\.|evil|transfer/);
          }
        }
        expect(new Set(targets).size).toBe(targets.length);
      }),
      { numRuns: 3_000 },
    );
  });
});

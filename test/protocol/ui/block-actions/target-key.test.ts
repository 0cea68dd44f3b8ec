import { describe, expect, it } from 'vitest';
import { type BlockAction, blockAction } from '../../../../src/protocol/ui/block-actions/block-action.ts';
import { targetKey } from '../../../../src/protocol/ui/block-actions/target-key.ts';

const slash = (command: string): BlockAction => ({ kind: 'slash', command });
const route = (target: string): BlockAction => ({ kind: 'route', target });
const external = (url: string): BlockAction => ({ kind: 'external', url });
const modal = (params?: Record<string, never>): BlockAction => ({
  kind: 'modal',
  name: 'deposit',
  ...(params && { params }),
});
const json = (text: string) => JSON.parse(text) as Record<string, never>;

describe('two actions', () => {
  it.each([
    [slash('/buy 100 BTC'), slash('/buy 999 BTC')],
    [slash('/buy 100 BTC'), slash('/buy btc')],
    [slash('/buy +1_000.5% BTC'), slash('/buy  BTC ')],
    [route('/wallet'), route('/wallet/')],
    [route('/wallet#a'), route('/wallet#b')],
    [route('/%77allet'), route('/wallet')],
    [modal(), modal({})],
    [modal(json('{"a":1,"b":{"c":[1],"d":2}}')), modal(json('{"b":{"d":2,"c":[1]},"a":1}'))],
    [external('https://minara.ai'), external('https://minara.ai/')],
  ])('%j and %j lead to the same [UBP-27]', (one, other) => {
    expect(targetKey(one)).toBe(targetKey(other));
  });

  it.each([
    [slash('/buy 100 BTC'), slash('/buy 100 ETH')],
    [slash('/buy BTC ETH'), slash('/buy ETH BTC')],
    [slash('/buy BTC'), slash('/sell BTC')],
    [slash('/buy a b'), slash('/buy ab')],
    [route('/wallet'), route('/wallet?tab=1')],
    [route('/wallet'), route('/Wallet')],
    [route('/a?b'), route('/a%3Fb')],
    [route('/buy'), slash('/buy')],
    [modal(json('{"a":1}')), modal(json('{"a":"1"}'))],
    [modal(), { kind: 'modal', name: 'withdraw' } satisfies BlockAction],
    [external('https://minara.ai/a'), external('https://minara.ai/b')],
  ])('%j and %j do not [UBP-27]', (one, other) => {
    expect(targetKey(one)).not.toBe(targetKey(other));
  });
});

it('an action of a kind that there is not is refused [UBP-39]', () => {
  for (const action of [{ kind: 'navigate' }, {}, null, 'route', { kind: ['route'], target: '/a' }]) {
    expect(blockAction(action, { externalHosts: 'any' })).toEqual({ refusal: 'unknown_kind' });
  }
});

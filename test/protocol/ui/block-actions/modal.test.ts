import { describe, expect, it } from 'vitest';
import { modalAction } from '../../../../src/protocol/ui/block-actions/modal.ts';

const check = (params: unknown) => modalAction({ kind: 'modal', name: 'deposit', params });

describe('a dialog', () => {
  it('is one of those that there are [UBP-43, HI-44]', () => {
    expect(modalAction({ kind: 'modal', name: 'deposit' })).toEqual({ action: { kind: 'modal', name: 'deposit' } });
    expect(modalAction({ kind: 'modal', name: 'withdraw' })).toEqual({ action: { kind: 'modal', name: 'withdraw' } });
    for (const name of ['transfer', 'Deposit', '', 'constructor', undefined, ['deposit']]) {
      expect(modalAction({ kind: 'modal', name })).toEqual({ refusal: 'unknown_modal' });
    }
  });

  it('has exactly its fields [UBP-39]', () => {
    expect(modalAction({ kind: 'modal', name: 'deposit', url: 'x' })).toEqual({ refusal: 'wrong_fields' });
    expect(modalAction({ kind: 'modal' })).toEqual({ refusal: 'wrong_fields' });
  });

  it('may have parameters of plain JSON, four levels deep [UBP-43]', () => {
    const params = { asset: 'BTC', amounts: [1, 2.5], nested: { a: { b: { c: null } } }, ok: true };
    const checked = check(params);
    expect(checked).toEqual({ action: { kind: 'modal', name: 'deposit', params } });
    expect('action' in checked && checked.action.params).not.toBe(params);
  });

  it.each([
    { a: { b: { c: { d: {} } } } },
    [1],
    'text',
    null,
    7,
    { when: new Date(0) },
    { amount: Number.NaN },
    { amount: 1n },
    { f: () => 1 },
    { u: undefined },
    { list: [undefined] },
    { list: new Array(2) },
    { toJSON: () => ({}) },
    { m: new Map() },
    { constructor: 1 },
    { a: { prototype: {} } },
    JSON.parse('{"a":{"__proto__":{"b":1}}}'),
  ])('may not have the parameters %o [UBP-43]', (params) => {
    expect(check(params)).toEqual({ refusal: 'bad_params' });
  });

  it('may have parameters of 1,024 bytes, and no more [UBP-43]', () => {
    // {"a":""} is 8 bytes, and ü is two.
    expect('action' in check({ a: 'x'.repeat(1_016) })).toBe(true);
    expect(check({ a: 'x'.repeat(1_017) })).toEqual({ refusal: 'params_too_large' });
    expect('action' in check({ a: 'ü'.repeat(508) })).toBe(true);
    expect(check({ a: 'ü'.repeat(509) })).toEqual({ refusal: 'params_too_large' });
  });
});

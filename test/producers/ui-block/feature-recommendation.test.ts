import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { featureRecommendationBlock } from '../../../src/producers/ui-block/feature-recommendation.ts';
import { features, slash } from './types.ts';

const item = (more: object = {}) => ({ ...slash('/buy BTC'), ...more });
const check = (items: unknown, type = features) => type.check({ items });
const isTaken = (items: unknown) => 'data' in check(items);

describe('the data of a recommendation', () => {
  it('has one or two items [UBP-35]', () => {
    expect(isTaken([item()])).toBe(true);
    expect(isTaken([item(), item({ id: 'b' })])).toBe(true);
    expect(isTaken([])).toBe(false);
    expect(isTaken([item(), item({ id: 'b' }), item({ id: 'c' })])).toBe(false);
    expect(isTaken(undefined)).toBe(false);
    expect(isTaken({ 0: item() })).toBe(false);
  });

  it('has no key that is not known [UBP-35]', () => {
    expect('data' in features.check({ items: [item()], title: 'x' })).toBe(false);
    expect(isTaken([item({ url: 'https://x.example' })])).toBe(false);
    expect(isTaken([item({ action: { kind: 'slash', command: '/a', url: 'x' } })])).toBe(false);
    expect(features.check([item()])).toEqual({ fault: expect.stringContaining('data') });
  });

  it('tells its items apart by lower-case ids [UBP-36]', () => {
    for (const id of ['a', 'a-b_9', 'a'.repeat(64)]) expect(isTaken([item({ id })])).toBe(true);
    for (const id of ['', 'A', '9a', '-a', 'a b', 'a\n', 'ä', 'a'.repeat(65), 7])
      expect(isTaken([item({ id })])).toBe(false);
    expect(isTaken([item(), item({ action: { kind: 'slash', command: '/sell' } })])).toBe(false);
  });

  it('has labels of 1 to 20 visible characters on one line [UBP-37]', () => {
    for (const label of ['x', 'x'.repeat(20), ` ${'x'.repeat(20)} `, '🙂'.repeat(20), 'Größe', '买入', 'می‌خواهم']) {
      expect(isTaken([item({ label })])).toBe(true);
    }
    for (const label of [
      '',
      ' ',
      '\u200b',
      '\u200d',
      'x'.repeat(21),
      '🙂'.repeat(21),
      'a\nb',
      'a\tb',
      'a\u0000',
      'a\u0085b',
      'a\u2028b',
      'a\u202eb',
      'a\u2066b',
      'a\u200eb',
      'a\ud800',
      7,
    ]) {
      expect(isTaken([item({ label })]), JSON.stringify(label)).toBe(false);
    }
  });

  it('has hints of up to 48 characters on one line [UBP-37]', () => {
    for (const hint of ['x', 'x'.repeat(48)]) expect(isTaken([item({ hint })])).toBe(true);
    for (const hint of ['x'.repeat(49), 'a\nb', '\u202e', '', undefined, null])
      expect(isTaken([item({ hint })])).toBe(false);
  });

  it('has icons of the list [UBP-38]', () => {
    for (const icon of ['wallet', 'research', 'autopilot']) expect(isTaken([item({ icon })])).toBe(true);
    for (const icon of ['rocket', 'Wallet', '', 'constructor', undefined])
      expect(isTaken([item({ icon })])).toBe(false);
  });

  it('is refused as a whole, and the fault quotes none of it [HI-44]', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((id) => item({ id }));
    for (const items of [
      five,
      [item(), item({ id: 'b', icon: 'hunter2' })],
      [item(), item({ id: 'b', action: { kind: 'modal', name: 'transfer' } })],
      [item({ hunter2: 1 })],
      [item({ id: 'hunter2 ' })],
      [item({ action: { kind: 'route', target: '/hunter2/..' } })],
    ]) {
      const checked = check(items);
      expect(checked).toEqual({ fault: expect.any(String) });
      expect(JSON.stringify(checked)).not.toMatch(/hunter2|transfer/);
    }
    expect(check([item(), item({ id: 'b', action: { kind: 'modal', name: 'transfer' } })])).toEqual({
      fault: 'items.1.action is refused (unknown_modal)',
    });
  });

  it('leads outside only to the hosts of the formation [UBP-44, UBP-46]', () => {
    const external = (url: string) => [item({ action: { kind: 'external', url } })];
    expect(isTaken(external('https://docs.acme.example/a'))).toBe(true);
    expect(isTaken(external('https://minara.ai/'))).toBe(false);
    expect(isTaken(external('https://DOCS.acme.example/a'))).toBe(false);
    const none = featureRecommendationBlock({ appUrl: undefined, externalHosts: [] });
    expect('data' in check(external('https://docs.acme.example/a'), none)).toBe(false);
  });

  it('is described to whoever makes it by a JSON Schema that takes what is taken', () => {
    const fits = new Ajv2020({ strict: true }).compile(features.dataSchema);
    for (const action of [
      { kind: 'route', target: '/wallet?x=1' },
      { kind: 'slash', command: '/buy BTC' },
      { kind: 'modal', name: 'deposit' },
      { kind: 'modal', name: 'withdraw', params: { asset: 'BTC' } },
      { kind: 'external', url: 'https://docs.acme.example/' },
    ]) {
      const data = { items: [item({ action, icon: 'buy', hint: 'Why' })] };
      expect('data' in features.check(data)).toBe(true);
      expect(fits(data)).toBe(true);
    }
    for (const items of [
      [],
      [item({ icon: 'rocket' })],
      [item({ action: { kind: 'modal', name: 'transfer' } })],
      [item({ x: 1 })],
    ]) {
      expect(fits({ items })).toBe(false);
    }
  });
});

describe('the widget of a recommendation', () => {
  const widgetOf = (action: object, type = features) => {
    const checked = type.check({ items: [item({ action })] });
    if (!('data' in checked)) throw new Error(checked.fault);
    const block = { id: 'ui_1', namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' };
    const widget = type.widgetOf({
      ...block,
      data: checked.data,
      position: 'inline',
      _meta: { 'minara/reason': 'secret' },
    });
    expect(JSON.stringify(widget)).not.toContain('secret');
    return (widget as unknown as { items: { url?: string }[] }).items[0]?.url;
  };

  it('says where each item leads without the application [UBP-20, UBP-46]', () => {
    expect(widgetOf({ kind: 'route', target: '/wallet?x#y' })).toBe('https://acme.example/app/wallet?x#y');
    expect(widgetOf({ kind: 'modal', name: 'deposit' })).toBe('https://acme.example/app');
    expect(widgetOf({ kind: 'external', url: 'https://docs.acme.example/' })).toBe('https://docs.acme.example/');
    expect(widgetOf({ kind: 'slash', command: '/buy' })).toBeUndefined();
  });

  it('says it nowhere when there is no application', () => {
    const none = featureRecommendationBlock({ appUrl: undefined, externalHosts: [] });
    expect(widgetOf({ kind: 'route', target: '/wallet' }, none)).toBeUndefined();
    expect(widgetOf({ kind: 'modal', name: 'deposit' }, none)).toBeUndefined();
  });
});

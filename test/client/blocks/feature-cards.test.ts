import { describe, expect, it } from 'vitest';
import { readFeatureCards } from '../../../src/client/blocks/feature-cards.ts';

const HOSTS = { externalHosts: ['acme.example'] };
const item = (action: unknown, more: object = {}) => ({ id: 'go', label: 'Go', action, ...more });
const refusalOf = (action: unknown) => readFeatureCards({ items: [item(action)] }, HOSTS)?.[0]?.checked.refusal;

describe('recommended features in a client', () => {
  it('are read with their actions checked once more', () => {
    const data = {
      items: [
        item({ kind: 'route', target: '/wallet' }, { hint: 'Your coins', icon: 'wallet' }),
        { ...item({ kind: 'external', url: 'https://acme.example/x' }), id: 'docs' },
      ],
    };
    expect(readFeatureCards(data, HOSTS)).toEqual([
      {
        id: 'go',
        label: 'Go',
        hint: 'Your coins',
        icon: 'wallet',
        checked: { action: { kind: 'route', target: '/wallet' } },
      },
      { id: 'docs', label: 'Go', checked: { action: { kind: 'external', url: 'https://acme.example/x' } } },
    ]);
  });

  it('do nothing that is not allowed [HI-2, HI-10, HI-16, HI-18, HI-22]', () => {
    for (const action of [
      { kind: 'external', url: 'https://user:pw@acme.example/' },
      { kind: 'external', url: 'https://acme.example.evil.example/' },
      { kind: 'external', url: 'https://acme.example:8443/' },
      { kind: 'external', url: 'https://ACME.example/' },
      { kind: 'external', url: 'javascript:alert(1)' },
      { kind: 'route', target: '//evil.example' },
      { kind: 'route', target: '/wallet/%2e%2e/admin' },
      { kind: 'slash', command: 'rm' },
      { kind: 'slash', command: '/buy\n/sell' },
      { kind: 'modal', name: 'transfer' },
      { kind: 'run', script: 'x' },
      null,
    ]) {
      expect(refusalOf(action), JSON.stringify(action)).toEqual(expect.any(String));
    }
  });

  it('are none when the data is not theirs [UBP-35, UBP-37]', () => {
    const good = item({ kind: 'route', target: '/wallet' });
    for (const data of [
      null,
      [],
      {},
      { items: [] },
      { items: [good, good, good] },
      { items: [good], html: 'x' },
      { items: [{ ...good, label: ' ' }] },
      { items: [{ ...good, label: 'x'.repeat(21) }] },
      { items: [{ ...good, hint: 'x'.repeat(49) }] },
      { items: [{ ...good, id: 7 }] },
      { items: [null] },
    ]) {
      expect(readFeatureCards(data, HOSTS), JSON.stringify(data)).toBeUndefined();
    }
  });
});

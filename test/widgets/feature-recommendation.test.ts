import { describe, expect, it } from 'vitest';
import { featureRecommendation } from '../../src/widgets/feature_recommendation/index.ts';

const route = { id: 'r', label: 'Wallet', hint: 'What you hold', action: { kind: 'route', target: '/wallet?x=1' } };
const slash = { id: 's', label: 'Buy', hint: 'Now', action: { kind: 'slash', command: '/buy 5 BTC' } };
const modal = { id: 'm', label: 'Deposit', action: { kind: 'modal', name: 'deposit' } };
const external = { id: 'e', label: 'Docs', action: { kind: 'external', url: 'https://docs.acme.example/a' } };
const routeUrl = 'https://acme.example/app/wallet?x=1';

const parse = (...items: object[]) =>
  featureRecommendation.schema.safeParse({ type: 'feature_recommendation', id: 'ui_abc', items });
const widget = (...items: object[]) =>
  featureRecommendation.schema.parse({ type: 'feature_recommendation', id: 'ui_abc', items });

describe('a feature_recommendation widget', () => {
  it('lowers commands to prefills, and what has a URL to links', () => {
    expect(featureRecommendation.lower(widget(slash, { ...route, url: routeUrl }))).toEqual([
      { type: 'prefill', widgetId: 'ui_abc', label: 'Buy', command: '/buy 5 BTC', hint: 'Now' },
      { type: 'link', widgetId: 'ui_abc', label: 'Wallet', url: routeUrl, hint: 'What you hold' },
    ]);
    expect(featureRecommendation.lower(widget({ ...modal, url: 'https://acme.example/app' }, external))).toEqual([
      { type: 'link', widgetId: 'ui_abc', label: 'Deposit', url: 'https://acme.example/app' },
      { type: 'link', widgetId: 'ui_abc', label: 'Docs', url: 'https://docs.acme.example/a' },
    ]);
  });

  it('lowers what leads nowhere without the application to words', () => {
    expect(featureRecommendation.lower(widget(route, modal))).toEqual([
      { type: 'note', widgetId: 'ui_abc', text: 'Wallet: /wallet?x=1 in the web app (What you hold)' },
      { type: 'note', widgetId: 'ui_abc', text: 'Deposit: in the web app' },
    ]);
  });

  it('in words is a line for each item, with all that it says', () => {
    expect(featureRecommendation.fallback(widget({ ...route, url: routeUrl }, slash))).toBe(
      `Wallet: ${routeUrl} (What you hold)\nBuy: /buy 5 BTC (Now)`,
    );
    expect(featureRecommendation.fallback(widget(modal, external))).toBe(
      'Deposit: in the web app\nDocs: https://docs.acme.example/a',
    );
  });

  it('holds what the block holds [UBP-35, UBP-36, UBP-39]', () => {
    for (const items of [
      [],
      [slash, modal, external],
      [slash, slash],
      [{ ...slash, theme: 'dark' }],
      [{ ...slash, action: { kind: 'slash', command: '/buy\n' } }],
      [{ ...route, action: { kind: 'route', target: '/a/../b' } }],
      [{ ...external, action: { kind: 'external', url: 'https://DOCS.acme.example/a' } }],
    ]) {
      expect(parse(...items).success).toBe(false);
    }
  });

  it('has no URL but that of its action', () => {
    expect(parse({ ...external, url: external.action.url }).success).toBe(true);
    for (const item of [
      { ...external, url: 'https://evil.example/' },
      { ...route, url: 'https://acme.example/app/other' },
      { ...route, url: 'javascript:alert(1)/wallet?x=1' },
      { ...route, url: 'https://u:p@acme.example/wallet?x=1' },
      { ...modal, url: 'file:///etc/passwd' },
      { ...slash, url: 'https://acme.example/' },
    ]) {
      expect(parse(item).success, JSON.stringify(item)).toBe(false);
    }
  });
});

import express from 'express';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, LOOKS, picture, seriousFaults, useStage } from './stage.ts';

const item = (id: string, action: object, more = {}) => ({ id, label: id, action, ...more });
const WALLET = item('wallet', { kind: 'route', target: '/wallet?tab=1' }, { hint: 'What you have', icon: 'wallet' });
const BUY = item('buy', { kind: 'slash', command: '/buy 100 BTC' }, { icon: 'buy' });
const DEPOSIT = item('deposit', { kind: 'modal', name: 'deposit', params: { asset: 'BTC' } }, { icon: 'deposit' });
const WITHDRAW = item('withdraw', { kind: 'modal', name: 'withdraw' });
const DOCS = item('docs', { kind: 'external', url: 'https://minara.ai/docs?a=1' }, { icon: 'nothing-known' });

/** Shows a block. What the page does for it goes into `told`; `isBare` gives it nothing to act with. */
async function show(page: Page, items: object[], { isBare = false } = {}): Promise<void> {
  await page.evaluate(
    async ({ items, isBare }) => {
      const node = new footbridge.FootbridgeFeatures();
      const tell =
        (what: string) =>
        (...detail: unknown[]) =>
          void told.push([what, ...detail]);
      node.host = isBare
        ? { warn: tell('warn') }
        : {
            connection: {},
            navigate: tell('navigate'),
            fillComposer: tell('fill'),
            modals: { deposit: tell('deposit') },
            warn: tell('warn'),
          };
      node.block = { id: 'b1', data: { items } };
      main.append(node);
      await new Promise((resolve) => setTimeout(resolve));
    },
    { items, isBare },
  );
}

const toldOf = (page: Page) => page.evaluate(() => window.told);

/** A service that hears of presses, in its own time. */
function telemetry({ status = 204, isSilent = false } = {}) {
  const heard: unknown[] = [];
  const service = express.Router();
  service.post('/v1/telemetry/block-action', express.json(), (request, response) => {
    heard.push(request.body);
    if (!isSilent) response.status(status).end();
  });
  return { service, heard };
}

describe.skipIf(!hasBrowser)('features', () => {
  const open = useStage();

  it('go to a route through the router of the page, by mouse and by key [UBP-41]', async () => {
    const { service, heard } = telemetry();
    const page = await open({ service });
    const url = page.url();
    await show(page, [WALLET, BUY]);
    await page.getByRole('button', { name: 'wallet' }).click();
    await page.getByRole('button', { name: 'wallet' }).press('Enter');
    await page.getByRole('button', { name: 'wallet' }).press('Space');
    expect(await toldOf(page)).toEqual(Array(3).fill(['navigate', '/wallet?tab=1']));
    expect(page.url()).toBe(url);
    await expect.poll(() => heard).toEqual(Array(3).fill({ blockId: 'b1', itemId: 'wallet', action: 'route' }));
  });

  it('put a command into the composer and never send it [UBP-42]', async () => {
    const page = await open({ service: telemetry().service });
    await show(page, [BUY]);
    await page.getByRole('button', { name: 'buy' }).click();
    expect(await toldOf(page)).toEqual([['fill', '/buy 100 BTC']]);
    expect(await page.getByRole('status').textContent()).toBe('The command is in the message field. Nothing was sent.');
  });

  it('open the dialogs that the page has, and no other [UBP-43]', async () => {
    const page = await open({ service: telemetry().service });
    await show(page, [DEPOSIT, WITHDRAW]);
    await page.getByRole('button', { name: 'deposit' }).click();
    await page.getByRole('button', { name: 'withdraw' }).click();
    expect(await toldOf(page)).toEqual([
      ['deposit', { asset: 'BTC' }],
      ['warn', "Nobody here can do an action of the kind 'modal'."],
    ]);
    expect(await page.getByRole('status').textContent()).toBe('That is not allowed here, so nothing was done.');
  });

  it('open an allowed host in a new tab that knows nothing of this page [UBP-44, HI-20]', async () => {
    const page = await open({ service: telemetry().service, expected: /./ });
    await page
      .context()
      .route('https://minara.ai/**', (route) => route.fulfill({ body: 'x', contentType: 'text/html' }));
    await show(page, [item('next', { kind: 'external', url: 'https://minara.ai/?next=//evil.com' })]);
    const link = page.getByRole('link', { name: /next.*opens minara.ai in a new tab/ });
    const [other] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await other.waitForLoadState();
    expect(other.url()).toBe('https://minara.ai/?next=//evil.com');
    expect(await other.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
  });

  it('open nothing at any other place, and say so [UBP-44, UBP-45, HI-2, HI-8, HI-10, HI-12, HI-14, HI-16, HI-18]', async () => {
    const urls = [
      'https://evil.example/',
      'https://user:pw@minara.ai/',
      'https://minara.ai./',
      'https://MINARA.ai/',
      'https://ｍｉｎａｒａ.ai/',
      'https://minara。ai/',
      'https://minara.ai\u00AD/',
      '\u0000https://minara.ai/',
      ' https://minara.ai/',
      'https://minara.ai:8443/',
      'https://minara.ai:443/',
      'http://minara.ai/',
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'blob:https://minara.ai/1',
      'file:///etc/passwd',
      'tg://x',
      'intent://x',
    ];
    const page = await open();
    for (const [index, url] of urls.entries()) {
      await show(page, [item(`a${index}`, { kind: 'external', url })]);
      await page.getByRole('button', { name: `a${index}`, exact: true }).click();
    }
    const refused = ['warn', expect.stringMatching(/^An action of a block was refused: \w+\.$/)];
    expect(await toldOf(page)).toEqual(urls.map(() => refused));
    expect(await page.getByText('That is not allowed here, so nothing was done.').count()).toBe(urls.length);
    expect(await page.getByRole('link').count()).toBe(0);
    expect(page.context().pages()).toHaveLength(1);
  });

  it('go to no route that leads elsewhere than it says [HI-22, HI-24]', async () => {
    const targets = [
      '/wallet/../admin',
      '/wallet/%2e%2e/admin',
      '/wallet/%2E%2e',
      '/x/%2e/y',
      '/x/./y',
      '/a%0d%0aSet-Cookie:x',
      '/a\tb',
      '/a%00',
      '//evil.example',
      '/x/;/..;/y',
      '/%252e%252e/x',
      'javascript:alert(1)',
    ];
    const page = await open();
    for (const [index, target] of targets.entries()) {
      await show(page, [item(`r${index}`, { kind: 'route', target })]);
      await page.getByRole('button', { name: `r${index}`, exact: true }).click();
    }
    const told = (await toldOf(page)) as string[][];
    expect(told.map(([what]) => what)).toEqual(targets.map(() => 'warn'));
  });

  it('do the same whether the service hears of it or not [UBP-49, HI-88]', async () => {
    const { service, heard } = telemetry({ isSilent: true });
    const page = await open({ service });
    await show(page, [WALLET]);
    await page.getByRole('button', { name: 'wallet' }).click();
    expect(await toldOf(page)).toHaveLength(1);
    await expect.poll(() => heard.length).toBe(1);
    await page.evaluate(() => {
      globalThis.fetch = () => {
        throw new TypeError('blocked');
      };
    });
    await page.getByRole('button', { name: 'wallet' }).click();
    expect(await toldOf(page)).toHaveLength(2);
  });

  it('do nothing and say so where the page has nothing for it', async () => {
    const page = await open();
    await show(page, [WALLET, BUY], { isBare: true });
    await page.getByRole('button', { name: 'wallet' }).click();
    await page.getByRole('button', { name: 'buy' }).click();
    expect(await toldOf(page)).toEqual([
      ['warn', "Nobody here can do an action of the kind 'route'."],
      ['footbridge-command', { command: '/buy 100 BTC' }],
      ['warn', "Nobody here can do an action of the kind 'slash'."],
    ]);
  });

  it.each(LOOKS)('look well and can be used by everybody: $name', async ({ name, ...look }) => {
    const page = await open(look);
    await show(page, [WALLET, BUY]);
    await show(page, [DEPOSIT, DOCS]);
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture(page, `features-${name}`);
  });
});

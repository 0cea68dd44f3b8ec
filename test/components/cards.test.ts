import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, LOOKS, picture, seriousFaults, useStage } from './stage.ts';

async function showPanels(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const history = new footbridge.FootbridgeHistoryPanel();
    history.panel = {
      deviceIds: ['pump-1', '<b>pump-2</b>'],
      startMs: Date.parse('2026-03-01T08:00:00Z'),
      endMs: Date.parse('2026-03-02T08:00:00Z'),
      metric: 'flow',
    };
    const scada = new footbridge.FootbridgeScadaPanel();
    scada.panel = { deviceIds: ['pump-1'], title: 'Station North' };
    const live = document.createElement('button');
    live.textContent = 'Refresh';
    live.addEventListener('click', () => told.push('refreshed'));
    scada.append(live);
    const unknown = new footbridge.FootbridgeUnknown();
    unknown.block = { namespace: 'acme.tools', block_type: 'quote', version: '2.0.0' };
    main.append(history, scada, unknown);
    await new Promise((resolve) => setTimeout(resolve));
  });
}

async function showApp(page: Page, { isMounted = false } = {}): Promise<void> {
  await page.evaluate(
    async ({ isMounted }) => {
      const node = new footbridge.FootbridgeApp();
      node.host = isMounted
        ? {
            mountApp(place, { app }) {
              place.textContent = `App ${app}`;
              return () => void told.push('ended');
            },
          }
        : {};
      node.app = { app: 'token', url: `${location.origin}/apps/token`, server: 'clock', tool: 'get-time' };
      main.append(node);
      await new Promise((resolve) => setTimeout(resolve));
    },
    { isMounted },
  );
}

describe.skipIf(!hasBrowser)('panels', () => {
  const open = useStage();

  it('stand on the side of the page where it begins, whatever they are written in', async () => {
    const page = await open({ direction: 'rtl' });
    await showPanels(page);
    await page.getByText('acme.tools.quote').waitFor();
    const gaps = await page.evaluate(() => {
      const nodes = [...document.querySelectorAll('footbridge-history-panel, footbridge-unknown')].flatMap((host) => [
        ...(host.shadowRoot?.querySelectorAll('dd, strong') ?? []),
      ]);
      return nodes.map((node) => {
        const words = document.createRange();
        words.selectNodeContents(node);
        const column = node.localName === 'dd' ? node : (node.parentElement as Element);
        return Math.round(column.getBoundingClientRect().right - words.getBoundingClientRect().right);
      });
    });
    expect(gaps.length).toBe(6);
    // As far as the padding of a card is.
    expect(Math.max(...gaps)).toBeLessThan(20);
  });

  it('say which devices and when, and hold what the page puts in', async () => {
    const page = await open();
    await showPanels(page);
    const history = page.getByRole('region', { name: 'History of readings' });
    expect(await history.locator('dd').allTextContents()).toEqual([
      'pump-1, <b>pump-2</b>',
      expect.stringContaining('2026'),
      expect.stringContaining('2026'),
      'flow',
    ]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Refresh' }).press('Enter');
    expect(await page.evaluate(() => window.told)).toEqual(['refreshed', 'refreshed']);
  });

  it('stand beside what nobody can draw, which is named and not shown [UBP-21]', async () => {
    const page = await open();
    await showPanels(page);
    const card = page.locator('footbridge-unknown');
    expect(await card.locator('.card').textContent()).toBe('acme.tools.quote 2.0.0This page cannot show this block.');
  });

  it.each(LOOKS)('look well and can be used by everybody: $name', async ({ name, ...look }) => {
    const page = await open(look);
    await showPanels(page);
    await showApp(page);
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture(page, `cards-${name}`);
  });
});

describe.skipIf(!hasBrowser)('the place of an app', () => {
  const open = useStage();

  it('says whose it is, and loads nothing before the person opens it', async () => {
    const page = await open();
    await showApp(page);
    await page.getByText('App “get-time” of the MCP server “clock”').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByRole('button', { name: 'Open the app' }).press('Enter');
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('src')).toMatch(/\/apps\/token$/);
    expect(await frame.getAttribute('title')).toBe('App “get-time” of the MCP server “clock”');
    await page.getByRole('button', { name: 'Close the app' }).click();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('is filled by the page where that has a host of apps', async () => {
    const page = await open();
    await showApp(page, { isMounted: true });
    await page.getByRole('button', { name: 'Open the app' }).click();
    await page.getByText('App token').waitFor();
    await page.evaluate(() => document.querySelector('footbridge-app')?.remove());
    expect(await page.evaluate(() => window.told)).toEqual(['ended']);
  });
});

import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { haveBundle as haveComponents } from '../components/bundle.ts';
import { eventually, hasBrowser, useAppBrowser } from './app-browser.ts';
import { serverProgram, useAppService } from './app-service.ts';

const BASIC = {
  ...{ name: 'basic', program: serverProgram('basic-vanillajs'), args: ['--stdio'], tool: 'get-time' },
};

/** The page of the app in its place in the chat, and in that the app itself. */
function opened(page: Page): { page: FrameLocator; view: FrameLocator } {
  const appPage = page.frameLocator('footbridge-app iframe');
  return { page: appPage, view: appPage.frameLocator('.stage iframe').frameLocator('iframe') };
}

async function say(page: Page, text: string): Promise<void> {
  await page.locator('footbridge-chat textarea').fill(text);
  await page.locator('footbridge-chat textarea').press('Enter');
}

describe.skipIf(!hasBrowser)("an app in the console's web chat", () => {
  const there = useAppService([BASIC]);
  const openPage = useAppBrowser();
  beforeAll(haveComponents, 60_000);

  async function open(dialect: string): Promise<Page> {
    const { page, complaints } = await openPage(there.service.url, { as: 'ann' });
    await page.getByLabel(dialect, { exact: true }).check({ force: true });
    await page.locator('footbridge-chat textarea').waitFor();
    expect(complaints).toEqual([]);
    return page;
  }

  it.each(['UI blocks', 'agent-ui'])(
    'says whose it is, is opened by keys, and calls its tool, in %s',
    async (dialect) => {
      const page = await open(dialect);
      await say(page, 'show basic');
      const place = page.getByRole('region', { name: 'App “get-time” of the MCP server “basic”' });
      await place.waitFor();
      expect(await page.locator('footbridge-app iframe').count()).toBe(0);
      await place.getByRole('button', { name: 'Open the app' }).press('Enter');
      const app = opened(page);
      await app.view.getByRole('button', { name: 'Get Server Time' }).click();
      await app.page.getByRole('dialog').getByRole('button', { name: 'Allow once' }).press('Enter');
      await eventually(() => app.view.locator('#server-time').textContent()).toMatch(/\d{4}-\d\d-\d\dT/);
      // The frame is of this service itself; the app in it is of another origin.
      const frames = page.frames().map((frame) => new URL(frame.url() || 'about:blank').origin);
      expect(frames[1]).toBe(new URL(there.service.url).origin);
      expect(frames[2]).not.toBe(frames[1]);
      await place.getByRole('button', { name: 'Close the app' }).press('Enter');
      await eventually(() => page.locator('footbridge-app iframe').count()).toBe(0);
    },
  );

  it('shows what an app says for the person, and what is answered to that', async () => {
    const page = await open('UI blocks');
    await say(page, 'show basic');
    await page.getByRole('button', { name: 'Open the app' }).click();
    const app = opened(page);
    await app.view.getByRole('button', { name: 'Send Message' }).click();
    const ask = app.page.getByRole('dialog');
    await ask.waitFor();
    await ask.getByRole('button').first().click();
    await page.locator('footbridge-chat').getByText('You said:').waitFor();
    await eventually(() => page.locator('footbridge-chat .is-mine').count()).toBe(2);
  });

  it('is used by whoever the page around names, where the service takes that from anybody', async () => {
    const url = await there.appOf('basic', 'bo');
    const named = await openPage(url, { hash: '#user=bo' });
    await named.view.getByRole('button', { name: 'Get Server Time' }).click();
    await named.page.getByRole('dialog').getByRole('button', { name: 'Allow once' }).waitFor();
    expect(named.page.url()).toBe(url);
  });

  it('is a link in MUXI, which has no such block', async () => {
    const page = await open('MUXI');
    await say(page, 'show basic');
    await page.locator('footbridge-chat').getByText('Here it is.').waitFor();
    const link = page.locator('footbridge-chat').getByRole('link', { name: `${there.service.url}/apps/` });
    await link.waitFor();
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  });
});

import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { haveBundle } from '../components/bundle.ts';
import { type StandIn, type StandInOptions, standIn } from './stand-in.ts';

const CHROMIUM = '/usr/bin/chromium';

/** Tests in a browser are skipped without /usr/bin/chromium. */
export const hasBrowser = existsSync(CHROMIUM);

/** What does not happen by then does not happen, also on a machine that has other things to do. */
const PATIENCE_MS = 15_000;

/** The width at which all four panes stand beside each other. */
const WIDTH_PX = 1440;

/**
 * Starts a browser for the tests of a `describe`. What it gives opens the page and holds it to this: no error, nothing
 * that the content security policy stopped, but what is expected of a hostile content. `reader` is whose browser it is:
 * language, size, colours.
 */
export function useBrowser(): (
  options?: StandInOptions,
  expected?: { complaints?: RegExp; reader?: BrowserContextOptions },
) => Promise<{ page: Page; there: StandIn }> {
  let browser: Browser;
  beforeAll(async () => {
    await haveBundle();
    // Playwright gives each launch a profile folder of its own and removes it.
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
  }, 60_000);
  afterAll(() => browser?.close());

  return async (options, expected) => {
    const there = await standIn(options);
    const context = await browser.newContext({ viewport: { width: WIDTH_PX, height: 860 }, ...expected?.reader });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // What the browser itself says about an answer 401 or 400, or about a cut connection, is part of those tests.
      const text = message.text();
      if (message.type() !== 'error' || /Failed to load resource/.test(text)) return;
      if (!expected?.complaints?.test(text)) complaints.push(text);
    });
    onTestFinished(async () => {
      await context.close();
      await there.close();
      expect(complaints).toEqual([]);
    });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(there.url);
    return { page, there };
  };
}

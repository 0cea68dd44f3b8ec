import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { haveBundle } from './bundle.ts';

const CHROMIUM = '/usr/bin/chromium';

/** Tests in a browser are skipped without /usr/bin/chromium. */
export const hasBrowser = existsSync(CHROMIUM);

/** What is so sooner or later; on an idle machine it is so at once. */
export function eventually<T>(read: () => T | Promise<T>): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: 30_000 });
}

/** The page of an app in a browser, and the document of the app in it. */
export interface ShownApp {
  page: Page;
  context: BrowserContext;
  /** The page between ours and the app. */
  sandbox: FrameLocator;
  /** The app's own document. */
  view: FrameLocator;
  /** Headers of the page between, once it was there. */
  sandboxHeaders(): Record<string, string>;
  /** What the browser said, errors and warnings. */
  complaints: string[];
}

/** Starts a browser for the tests of a file. What it gives opens the page of an app, as somebody or as nobody. */
export function useAppBrowser(): (
  url: string,
  options?: { as?: string; colorScheme?: 'dark' | 'light'; locale?: string; hash?: string; stays?: boolean },
) => Promise<ShownApp> {
  let browser: Browser;
  beforeAll(async () => {
    await haveBundle();
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
  });
  afterAll(() => browser?.close());

  return async (url, { as, hash = '', colorScheme = 'light', locale = 'en-GB', stays = false } = {}) => {
    const context = await browser.newContext({
      ...{ viewport: { width: 900, height: 800 }, colorScheme, locale, timezoneId: 'Europe/Oslo' },
    });
    if (!stays) onTestFinished(() => context.close());
    // As the console does for the person of its tab.
    if (as !== undefined) {
      const content = `if (window === top) sessionStorage.setItem('footbridge.user', ${JSON.stringify(as)});`;
      await context.addInitScript({ content });
    }
    // What each window is told, whoever says it.
    const content =
      'addEventListener("message", ({ data, origin }) => (window.__heard ??= []).push({ data, origin }));';
    await context.addInitScript({ content });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // What the browser itself says about an answer 4xx is part of those tests.
      const text = message.text();
      if (message.type() === 'error' && !/Failed to load resource/.test(text)) complaints.push(text);
    });
    let sandboxHeaders: Record<string, string> = {};
    page.on('response', (response) => {
      const isPageBetween = response.request().resourceType() === 'document' && response.frame() !== page.mainFrame();
      if (isPageBetween) sandboxHeaders = response.headers();
    });
    page.setDefaultTimeout(30_000);
    await page.goto(url + hash);
    const sandbox = page.frameLocator('.stage iframe');
    return {
      page,
      context,
      sandbox,
      view: sandbox.frameLocator('iframe'),
      sandboxHeaders: () => sandboxHeaders,
      complaints,
    };
  };
}

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import express, { type Router } from 'express';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type * as Components from '../../src/components/entry.ts';
import { BUNDLE, haveBundle } from './bundle.ts';

export const CHROMIUM = '/usr/bin/chromium';
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  // WebGL in software, for maps.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Tests in a browser are skipped without /usr/bin/chromium. */
export const hasBrowser = existsSync(CHROMIUM);

/** The strictest policy under which everything works: no inline script or style, nothing from anywhere else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "img-src 'self' data: blob:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const PAGE = (language: string, direction: string) => `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>Components</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script></head>
<body><main id="main"><h1>Components</h1></main></body></html>`;

const STYLE = `:root { color-scheme: light dark; } body { margin: 0; padding: 16px; background: light-dark(#eef1f0, #10161a);
  color: light-dark(#1c2524, #e6ecea); font: 16px/1.5 system-ui, sans-serif; } main { max-width: 720px; } h1 { font-size: 1rem; }`;

const SCRIPT = `import * as footbridge from '/components/components.js';
footbridge.defineElements();
Object.assign(window, { footbridge, told: [], main: document.getElementById('main') });
for (const name of ['footbridge-answer', 'footbridge-command'])
  document.addEventListener(name, (event) => window.told.push([name, event.detail]));
document.documentElement.dataset.ready = 'yes';`;

/** What the page has for scripts of the tests. */
declare global {
  var footbridge: typeof Components;
  /** What the elements told, in order; tests put more into it. */
  var told: unknown[];
  var main: HTMLElement;
}

export interface StageOptions {
  isDark?: boolean;
  /** Width of the window in pixels. Default 800. */
  width?: number;
  language?: string;
  direction?: 'ltr' | 'rtl';
  /** Routes of a service beside the page. */
  service?: Router;
  /** What the browser may complain about. */
  expected?: RegExp;
}

/**
 * Starts a browser for the tests of a `describe`. What it gives opens an empty page with the components under a strict
 * policy, and holds it to this: no error, nothing that the policy stopped, nothing asked of another host.
 */
export function useStage(): (options?: StageOptions) => Promise<Page> {
  let browser: Browser;
  beforeAll(async () => {
    await haveBundle();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  }, 60_000);
  afterAll(() => browser?.close());

  return async ({ isDark = false, width = 800, language = 'en', direction = 'ltr', service, expected } = {}) => {
    const { url, close } = await serve(PAGE(language, direction), service);
    const colorScheme = isDark ? 'dark' : 'light';
    const context = await browser.newContext({
      viewport: { width, height: 700 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      const isComplaint = message.type() === 'error' || message.type() === 'warning';
      if (isComplaint && !/GPU stall|Failed to load resource/.test(text) && !expected?.test(text))
        complaints.push(text);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(?:blob|data):/.test(request.url()))
        complaints.push(`asked ${request.url()}`);
    });
    onTestFinished(async () => {
      await context.close();
      await close();
      expect(complaints).toEqual([]);
    });
    page.setDefaultTimeout(10_000);
    await page.goto(url);
    await page.waitForSelector('html[data-ready]');
    return page;
  };
}

async function serve(html: string, service?: Router): Promise<{ url: string; close: () => Promise<void> }> {
  const app = express();
  if (service) app.use(service);
  app.use((_request, response, next) => {
    response.setHeader('Content-Security-Policy', POLICY);
    next();
  });
  app.get('/', (_request, response) => void response.type('html').send(html));
  app.get('/page.js', (_request, response) => void response.type('js').send(SCRIPT));
  app.get('/page.css', (_request, response) => void response.type('css').send(STYLE));
  app.get('/favicon.ico', (_request, response) => void response.status(204).end());
  app.use('/components', express.static(BUNDLE));
  const server: Server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** What axe finds on the page that is serious or critical, as `rule: element`. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Evaluated by the tool, not by the page, so its policy stays as it is.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

/** Keeps a picture of the page for whoever wants to look at it, when `FOOTBRIDGE_PICTURES` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.FOOTBRIDGE_PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** How an element is looked at by everybody: light and wide, dark and narrow, and from right to left. */
export const LOOKS: readonly (StageOptions & { name: string })[] = [
  { name: 'light' },
  { name: 'dark-375', isDark: true, width: 375 },
  { name: 'rtl-zh', language: 'zh', direction: 'rtl' },
];

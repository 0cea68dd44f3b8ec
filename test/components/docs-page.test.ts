import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../e2e/service.ts';
import { haveBundle } from './bundle.ts';
import { CHROMIUM, CHROMIUM_ARGS, hasBrowser } from './stage.ts';

const docs = readFileSync(fileURLToPath(new URL('../../docs/components.md', import.meta.url)), 'utf8');
const [, PAGE = ''] = /^```html\n([\s\S]*?)^```$/m.exec(docs) ?? [];

let browser: Browser;
let service: TestService;
let origin: string;
const pages = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(PAGE.replaceAll('http://localhost:3000', service.url));
});

describe.skipIf(!hasBrowser)('the page of the documentation', () => {
  beforeAll(async () => {
    await haveBundle();
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    service = await startTestService({
      formation: `agent:\n  type: script\n  replies: [{ turn: { text: Hello from the agent. } }]\nchannels:\n  web: { origins: ["${origin}"] }\n`,
    });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await service?.end();
    pages.closeAllConnections();
    await new Promise((resolve) => pages.close(resolve));
  });

  it.each([
    ['as it is', 'const same = true;'],
    ['on plain http, where browsers have less', 'delete Crypto.prototype.randomUUID; delete crypto.subtle;'],
    [
      'where nothing may be kept',
      "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('no'); } });",
    ],
  ])('is a chat that works, %s', async (_where, script) => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    await context.addInitScript(script);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(origin);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Good morning');
    await field.press('Enter');
    await page.getByText('Hello from the agent.').waitFor();
    expect(await page.getByText('Good morning').count()).toBe(1);
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../e2e/service.ts';
import { haveBundle } from './bundle.ts';
import { CHROMIUM, CHROMIUM_ARGS, hasBrowser, picture, seriousFaults } from './stage.ts';

const FORMATION = (origin: string) => `
agent:
  type: script
  replies:
    - when: { ui_response: true }
      turn: { text: "Deploying to \${{ turn.ui_response.value }}." }
    - when: { text: ^deploy }
      turn:
        text: Which region should I deploy to?
        clarification:
          prompt: Which region should I deploy to?
          choices: [{ value: us, label: United States }, { value: eu, label: Europe }]
    - when: { text: ^slowly }
      delay_ms: 1500
      turn: { text: That took a while. }
    - when: { text: ^chart }
      turn:
        text: Here it is.
        tool_calls:
          - tool: show_chart
            args:
              spec: { title: { text: Flow }, xAxis: { type: category }, yAxis: {}, series: [{ type: bar }] }
              data: { source: [{ day: Mon, flow: 3 }, { day: Tue, flow: 5 }] }
    - when: { text: ^zoom }
      turn:
        text: Look here.
        tool_calls: [{ tool: zoom_to_map, args: { bbox: [8, 47, 9, 48], fallbackText: Around Zurich. } }]
    - when: { text: ^buy }
      turn:
        text: You could go on here.
        blocks:
          - namespace: minara
            block_type: feature_recommendation
            version: 1.0.0
            data: { items: [{ id: buy, label: Buy more, icon: buy, action: { kind: slash, command: /buy 100 BTC } }] }
    - turn: { text: "You said: \${{ turn.text }}" }
channels:
  telegram: { token: "1:test", api_root: API_ROOT }
  web: { origins: ["${origin}"] }
`;

let service: TestService;
let origin: string;
let html = '';
let browser: Browser;
const pages = createServer((_request, response) => {
  response.setHeader('Content-Security-Policy', policy());
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(html);
});

/** That of a page of somebody else: the service may give it scripts and answers, and nothing is inline. */
const policy = () =>
  `default-src 'none'; script-src ${service.url}; connect-src ${service.url}; worker-src blob:; img-src data: blob:`;

/** Opens a page of somebody else that holds a chat, as the documentation has it. */
async function open(attributes = '', { width = 900, isDark = false, language = 'en' } = {}): Promise<Page> {
  html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Acme</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<script type="module" src="${service.url}/components/define.js"></script>
<main><h1>Acme</h1><footbridge-chat base-url="${service.url}" user-id="ann" ${attributes}></footbridge-chat></main></html>`;
  const context = await browser.newContext({
    viewport: { width, height: 760 },
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|favicon/.test(message.text()))
      complaints.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  page.setDefaultTimeout(15_000);
  await page.goto(origin);
  await page
    .getByRole('textbox', { name: 'Message' })
    .or(page.getByRole('textbox', { name: '消息' }))
    .waitFor();
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.getByRole('textbox').press('Enter');
}

describe.skipIf(!hasBrowser)('a chat on a page of another origin', () => {
  beforeAll(async () => {
    await haveBundle();
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    service = await startTestService({ formation: FORMATION(origin) });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await service?.end();
    pages.closeAllConnections();
    await new Promise<void>((resolve) => pages.close(() => resolve()));
  });

  it.each(['muxi', 'ubp', 'agent-ui'])('asks, is answered by keys alone, and goes on, in %s', async (dialect) => {
    const page = await open(`dialect="${dialect}"`);
    await say(page, 'deploy');
    await page.getByRole('radio', { name: 'Europe' }).press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('Deploying to eu.').waitFor();
    expect(await page.getByText('Chosen: Europe').isVisible()).toBe(true);
    expect(await page.getByRole('radio', { name: 'United States' }).isDisabled()).toBe(true);
  });

  it('shows a question as answered that was answered in words', async () => {
    const page = await open('dialect="ubp"');
    await say(page, 'deploy');
    await page.getByRole('radio', { name: 'Europe' }).waitFor();
    await say(page, '1');
    await page.getByText('Chosen: United States').waitFor();
  });

  it('puts a suggested command into its field and sends nothing [UBP-42]', async () => {
    const page = await open('dialect="ubp"');
    await say(page, 'buy');
    await page.getByRole('button', { name: 'Buy more' }).click();
    expect(await page.getByRole('textbox').inputValue()).toBe('/buy 100 BTC');
    expect(await page.getByText('You said:').count()).toBe(0);
    expect(
      await page.evaluate(() => document.querySelector('footbridge-chat')?.shadowRoot?.activeElement?.localName),
    ).toBe('textarea');
  });

  it('draws charts and has a map of its own, tells how they are shown, and does nothing on the map again after a reload [AUI-22, AUI-24]', async () => {
    const page = await open('dialect="agent-ui"');
    const statuses: unknown[] = [];
    page.on('request', (request) => {
      if (/\/status$/.test(request.url())) statuses.push(request.postDataJSON().renderStatus);
    });
    await say(page, 'chart');
    await page.getByRole('img', { name: 'Flow' }).waitFor();
    await say(page, 'zoom');
    await page.getByText('✓ Shown on the map').waitFor();
    await page.locator('footbridge-map .zoom').waitFor();
    await expect.poll(() => statuses).toEqual(['rendered', 'rendered']);
    await picture(page, 'chat-agent-ui');

    await page.reload();
    await page.getByRole('img', { name: 'Flow' }).waitFor();
    await page.getByText('Around Zurich.').waitFor();
    expect(await page.getByText('✓ Shown on the map').count()).toBe(0);
    // An empty map takes no place.
    expect(await page.locator('footbridge-map').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show on the map again' }).click();
    await page.getByText('✓ Shown on the map').waitFor();
    // Who closes it to read has it again with what is shown next.
    await page.locator('footbridge-chat summary').filter({ hasText: /^Map$/ }).press('Enter');
    await expect.poll(() => page.locator('footbridge-map').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show on the map again' }).click();
    await expect.poll(() => page.locator('footbridge-map').isVisible()).toBe(true);
  });

  it('goes on with a turn that a reload came into, and with a question that was open [UBP-13]', async () => {
    const page = await open('dialect="ubp"');
    const begun = page.waitForResponse((response) => /chat\/stream/.test(response.url()));
    await say(page, 'slowly');
    await begun;
    await page.reload();
    await page.getByText('That took a while.').waitFor();
    expect(await page.getByText('slowly').count()).toBe(1);
    await say(page, 'deploy');
    await page.getByRole('radio', { name: 'Europe' }).waitFor();
    await page.reload();
    await page.getByRole('radio', { name: 'Europe' }).press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('Deploying to eu.').waitFor();
  });

  it('says when the service cannot be reached, and tries again as the same message', async () => {
    const page = await open();
    const keys: (string | undefined)[] = [];
    let isDown = true;
    await page.route('**/v1/chat', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      return isDown
        ? route.fulfill({
            status: 400,
            body: '{"error":{"code":"x","message":"Not now."}}',
            headers: { 'Access-Control-Allow-Origin': '*' },
          })
        : route.continue();
    });
    await say(page, 'hello');
    await page.getByText('Not now.').waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('You said: hello').waitFor();
    expect(await page.getByText('Not now.').count()).toBe(0);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it.each([
    { name: 'light', language: 'en' },
    { name: 'dark-375', language: 'en', isDark: true, width: 375 },
    { name: 'zh', language: 'zh' },
  ])('looks well and can be used by everybody: $name', async ({ name, ...look }) => {
    const page = await open('dialect="ubp"', look);
    await say(page, 'deploy');
    await page.getByRole('radio', { name: 'Europe' }).check();
    await say(page, 'A longer message, with <b>marks</b> and https://acme.example/a/path/that/is/long?and=more in it.');
    await page.getByText('You said:').waitFor();
    await say(page, 'buy');
    await page.getByRole('button', { name: 'Buy more' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture(page, `chat-${name}`);
  });
});

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveBundle } from '../components/bundle.ts';
import { field, log, say, speak } from '../console/web-pane.ts';
import { type ChildService, startChild } from './child-service.ts';

const CHROMIUM = '/usr/bin/chromium';

describe.skipIf(!existsSync(CHROMIUM))('the web chat of the demo (skipped without /usr/bin/chromium)', () => {
  let folder: string;
  let service: ChildService;
  let browser: Browser;
  beforeAll(async () => {
    await haveBundle();
    folder = await mkdtemp(join(tmpdir(), 'footbridge-page-'));
    service = await startChild({ FOOTBRIDGE_DATA: join(folder, 'data') });
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await service.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  async function open(dialect: string): Promise<Page> {
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(service.url);
    await speak(page, dialect);
    return page;
  }

  it('asks and hears an answer in every dialect', async () => {
    for (const dialect of ['MUXI', 'UI blocks', 'agent-ui']) {
      const page = await open(dialect);
      await say(page, 'deploy');
      await log(page).getByRole('button', { name: 'Europe' }).click();
      await log(page).getByText('Deploying to eu.').waitFor();
      await say(page, 'deploy');
      await log(page).getByRole('button', { name: 'United States' }).nth(1).waitFor();
      await page.close();
    }
  });

  it('shows what could be done next as cards in UI blocks, and in words elsewhere', async () => {
    const page = await open('UI blocks');
    await say(page, 'features');
    await log(page).getByRole('button', { name: 'See releases' }).click();
    await page.getByRole('status').getByText('/releases would open in your app.').waitFor();
    await log(page).getByRole('button', { name: 'Deploy again' }).click();
    expect(await field(page).inputValue()).toBe('/deploy eu');
    await log(page).getByRole('button', { name: 'Deposit' }).click();
    await page.getByRole('dialog').getByText('USDC').waitFor();
    await page.keyboard.press('Escape');
    const link = log(page).getByRole('link', { name: 'Read on' });
    expect(await link.getAttribute('href')).toBe('https://example.com/footbridges');
    await page.close();
    const muxi = await open('MUXI');
    await say(muxi, 'features');
    await log(muxi).getByText('/deploy eu').waitFor();
    await muxi.close();
  });

  it('shows charts, maps and panels in agent-ui, also after a reload', async () => {
    const page = await open('agent-ui');
    await say(page, 'chart');
    await log(page).getByRole('img', { name: 'Crossings' }).waitFor();
    await say(page, 'map');
    await log(page).getByText('✓ Shown on the map').nth(1).waitFor();
    const places = page.locator('footbridge-map');
    await places.getByText('Show the places as a list').click();
    await places.getByRole('cell', { name: 'Far gate' }).waitFor();
    await say(page, 'history');
    await log(page).getByRole('region', { name: 'The gates now' }).waitFor();
    const shown = await log(page).locator('li').count();
    const statuses = () =>
      page.evaluate(async () => {
        const { sessionStorage } = globalThis as unknown as { sessionStorage: Record<string, string> };
        const path = `/api/v1/agent/chat/sessions/${sessionStorage['footbridge.session']}/messages`;
        const response = await fetch(path, { headers: { 'X-User-Id': sessionStorage['footbridge.user'] ?? '' } });
        const { messages } = (await response.json()) as { messages: { uiEnvelopes?: { renderStatus: string }[] }[] };
        return messages.flatMap(({ uiEnvelopes = [] }) => uiEnvelopes.map(({ renderStatus }) => renderStatus));
      });
    await expect.poll(statuses).toEqual(Array(5).fill('rendered'));
    await page.reload();
    await log(page).getByRole('region', { name: 'The gates now' }).waitFor();
    await log(page).getByRole('img', { name: 'Crossings' }).waitFor();
    expect(await log(page).locator('li').count()).toBe(shown);
    // What was done on the map is done again when the person says so.
    expect(await places.isVisible()).toBe(false);
    await log(page).getByRole('button', { name: 'Show on the map again' }).nth(1).click();
    await places.getByText('Show the places as a list').click();
    await places.getByRole('cell', { name: 'Far gate' }).waitFor();
    await page.close();
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser } from './browser.ts';

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const HOSTILE = '<img src=x onerror="document.title=1">';

describe.skipIf(!hasBrowser)('the page in a browser (skipped without /usr/bin/chromium)', () => {
  const open = useBrowser();

  const say = async (page: Page, text: string) => {
    await page.locator('footbridge-chat textarea').fill(text);
    await page.locator('footbridge-chat textarea').press('Enter');
  };
  const webLog = (page: Page) => page.locator('footbridge-chat .log');
  const telegramLog = (page: Page) => page.locator('#telegram-log');

  it('talks to the chat API by stream, as one user in one session [MUXI-4]', async () => {
    const { page, there } = await open();
    await say(page, 'hello');
    await say(page, 'again');
    await webLog(page).getByText('You said: again').waitFor();
    const [first, second] = there.posts;
    expect(first?.body).toEqual({ message: 'hello', session_id: expect.any(String), stream: true });
    expect(second?.body.session_id).toBe(first?.body.session_id);
    expect(first?.headers['x-user-id']).toMatch(/^visitor-\w+$/);
    expect(first?.headers['idempotency-key']).not.toBe(second?.headers['idempotency-key']);
  });

  it('copies what a button of Telegram copies, and the bot hears nothing of it', async () => {
    const { page, there } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Telegram message').fill('command');
    await page.getByLabel('Telegram message').press('Enter');
    await telegramLog(page).getByRole('button', { name: 'Buy' }).press('Enter');
    await page.getByText('Copied: /buy 100 BTC').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('/buy 100 BTC');
    expect(there.emulator?.messages(there.emulator.person('Ann').id)).toHaveLength(2);
  });

  it('shows a point on the map of Telegram, and asks nobody for the map', async () => {
    const { page } = await open();
    await page.getByLabel('Telegram message').fill('where');
    await page.getByLabel('Telegram message').press('Enter');
    await telegramLog(page).getByText('Location: 48.8584, 2.2945').waitFor();
  });

  it('offers the suggestions until something was said', async () => {
    const { page } = await open();
    await page.locator('#web-suggestions').getByRole('button', { name: 'github' }).click();
    const link = webLog(page).getByRole('link', { name: /Connect GitHub/ });
    expect(await link.getAttribute('href')).toBe('https://github.com/login');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await link.locator('span').allTextContents()).toEqual([
      'Connect GitHub',
      '↗',
      'Opens GitHub to authorize access',
      'github.com',
      'opens github.com in a new tab',
    ]);
    expect(await page.locator('#web-suggestions').isVisible()).toBe(false);
  });

  it('sends a press with label and value, once, and marks it [MUXI-26]', async () => {
    const { page, there } = await open();
    await say(page, 'deploy');
    const choice = webLog(page).getByRole('button', { name: 'Europe' });
    await choice.dblclick({ force: true });
    await webLog(page).getByText('Deploying to eu.').waitFor();
    expect(there.posts.slice(1).map(({ body }) => body)).toEqual([
      {
        message: 'Europe',
        ui_response: { id: 'ui_region', value: 'eu' },
        session_id: expect.any(String),
        stream: true,
      },
    ]);
    await webLog(page).getByRole('button', { name: '✓ Europe' }).waitFor();
    expect(await choice.isDisabled()).toBe(true);
    expect(await webLog(page).getByRole('button', { name: 'United States' }).isDisabled()).toBe(true);
  });

  it('collects several choices before it sends them [MUXI-13]', async () => {
    const options = ['Olives', 'Capers', 'Corn'].map((label) => ({ label, value: label.toLowerCase() }));
    const widget = { type: 'options', id: 'ui_multi', prompt: 'Toppings', multi: true, options };
    const { page, there } = await open({ replies: { pizza: { text: 'Which?', ui: [widget] } } });
    await say(page, 'pizza');
    expect(await page.getByRole('button', { name: 'Send choice' }).isDisabled()).toBe(true);
    await page.getByLabel('Olives').check();
    await page.getByLabel('Corn').check();
    await page.getByRole('button', { name: 'Send choice' }).click();
    await webLog(page).getByText('You said: Olives, Corn').waitFor();
    expect(there.posts[1]?.body).toMatchObject({
      message: 'Olives, Corn',
      ui_response: { id: 'ui_multi', value: ['olives', 'corn'] },
    });
    expect(await page.getByLabel('Capers').isDisabled()).toBe(true);
  });

  it('shows hostile words as words and ignores what it does not know [MUXI-9, HI-38]', async () => {
    const ui: (object | null)[] = [
      { type: 'options', id: 'ui_1', prompt: HOSTILE, multi: false, options: [{ value: 'a', label: HOSTILE }] },
      { type: 'action_link', id: 'ui_2', label: HOSTILE, url: 'https://a.example/', hint: HOSTILE },
      { type: 'action_link', id: 'ui_3', label: 'never', url: 'javascript:alert(1)' },
      { type: 'mcp_resource', id: 'ui_4', resource: 'ui://x', data: HOSTILE, server: HOSTILE, tool: HOSTILE },
      { type: 'hologram', id: 'ui_5' },
      { type: '__proto__', id: 'ui_6' },
      null,
    ];
    const { page, there } = await open({ replies: { show: { text: HOSTILE, ui } } });
    await say(page, 'show');
    await webLog(page).getByText('A card of the tool').waitFor();
    const parts = webLog(page).locator('footbridge-turn .parts > *');
    expect(await parts.evaluateAll((nodes) => nodes.map(({ localName }) => localName))).toEqual([
      'div',
      'footbridge-choices',
      'footbridge-link',
      'footbridge-link',
      'p',
    ]);
    // What cannot be opened is no link.
    expect(await webLog(page).locator('footbridge-link a').count()).toBe(1);
    const ann = there.emulator?.person('Ann').id as number;
    await page.getByLabel('Telegram message').fill(HOSTILE);
    await page.getByRole('button', { name: 'Send on Telegram' }).click();
    await telegramLog(page).getByText(`You said: ${HOSTILE}`).waitFor();
    expect(there.emulator?.messages(ann)).toHaveLength(2);
    expect(await page.locator('ol img, footbridge-chat img').count()).toBe(0);
    expect(await page.title()).toBe('Footbridge console');
  });

  it('tries a lost reply again as the same turn, and a failed one as a new turn', async () => {
    const { page, there } = await open({ replies: { lose: 'cut', fail: 'fail' } });
    await say(page, 'lose');
    await webLog(page).getByText('Half of').waitFor();
    there.asked.breakLines();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => there.posts.length).toBe(2);
    expect(there.posts[1]?.headers['idempotency-key']).toBe(there.posts[0]?.headers['idempotency-key']);
    await say(page, 'fail');
    await webLog(page).getByText('The agent could not be reached.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await expect.poll(() => there.posts.length).toBe(4);
    expect(there.posts[3]?.headers['idempotency-key']).not.toBe(there.posts[2]?.headers['idempotency-key']);
  });

  it('asks for a token when the API does, and then goes on', async () => {
    const { page, there } = await open({ token: 'secret' });
    await page.getByText('Telegram is shown as soon as you have pasted a token.').waitFor();
    await say(page, 'hello');
    await page.getByLabel('This service asks for a token.').fill('secret');
    await page.getByRole('button', { name: 'Use token' }).click();
    await webLog(page).getByText('You said: hello').waitFor();
    expect(there.posts[0]?.headers).not.toHaveProperty('x-user-id');
    await page.getByLabel('Telegram message').waitFor();
  });

  it('says in a sentence when Telegram is real', async () => {
    const { page } = await open({ withTelegram: false });
    const button = page.getByRole('button', { name: 'Telegram off' });
    await button.waitFor();
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await button.click();
    await page.getByText('No Telegram emulator runs here').waitFor();
    expect(await page.getByLabel('Telegram message').isVisible()).toBe(false);
  });

  it('presses a button on Telegram: toast, message edited in place, buttons gone', async () => {
    const { page } = await open();
    await page.locator('#telegram-suggestions').getByRole('button', { name: 'deploy' }).click();
    const rows = telegramLog(page).locator('.tg-row');
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual(['United States\nEurope', 'Docs\n↗']);
    const count = await telegramLog(page).locator('li').count();
    await telegramLog(page).getByRole('button', { name: 'Europe' }).click();
    await page.getByRole('status').getByText('Recorded: Europe').waitFor();
    await telegramLog(page).getByText('Deploying to eu.').waitFor();
    expect(await rows.count()).toBe(0);
    expect(await telegramLog(page).locator('li').count()).toBe(count + 1);
    expect(await telegramLog(page).locator('li').nth(1).textContent()).toMatch(
      /^Which region should I deploy to\?\s+✓ Europe/,
    );
  });

  it('shows entities as Telegram does', async () => {
    const { page } = await open();
    await page.locator('#telegram-suggestions').getByRole('button', { name: 'story' }).click();
    const story = telegramLog(page).locator('li').nth(1);
    await story.waitFor();
    expect(await story.locator('em').textContent()).toBe('short');
    expect(await story.locator('code').textContent()).toBe('npm start');
    expect(await story.locator('pre').textContent()).toBe('const bridge = open();');
    expect(await story.locator('blockquote').textContent()).toBe('Write first, nod second.');
    expect(await story.getByRole('link', { name: 'the keeper' }).getAttribute('href')).toBe('https://example.com/');
    expect(await story.getByRole('button', { name: 'Nobody fell.' }).count()).toBe(1);
  });

  it('lets two people meet in a group', async () => {
    const { page } = await open();
    await page.getByLabel('Group').check();
    await page.getByText('In a group the bot hears what names it: @emulated_bot.').waitFor();
    await page.locator('#telegram-suggestions').getByRole('button', { name: 'deploy' }).click();
    await telegramLog(page).getByText('@emulated_bot deploy').waitFor();
    await telegramLog(page).getByRole('button', { name: 'Europe' }).waitFor();
    await page.getByLabel('Bo', { exact: true }).check();
    expect(await telegramLog(page).locator('.tg-author').allInnerTexts()).toEqual(['Ann', 'Emulated bot']);
    await telegramLog(page).getByRole('button', { name: 'Europe' }).click();
    await page.getByRole('status').getByText('Recorded: Europe').waitFor();
    await page.getByLabel('Private').check();
    expect(await telegramLog(page).locator('li').count()).toBe(0);
  });

  it('fits every screen: one pane at a time on a phone, more beside each other where there is room', async () => {
    const { page } = await open({ withSlack: true, withDiscord: true, withMail: true });
    const headings = () => page.locator('main h2:visible').allInnerTexts();
    const width = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(headings).toEqual(['Web chat', 'Telegram', 'Slack', 'Discord']);
    for (const phone of [320, 375]) {
      await page.setViewportSize({ width: phone, height: 700 });
      for (const name of ['Telegram', 'Slack', 'Discord', 'E-mail', 'Web chat']) {
        await page.getByRole('button', { name, exact: true }).click();
        await expect.poll(headings).toEqual([name]);
        await expect.poll(width).toBe(phone);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(headings).toEqual(['Web chat', 'Telegram', 'Slack', 'Discord']);
    await page.getByRole('button', { name: 'E-mail', exact: true }).click();
    await expect.poll(headings).toEqual(['Web chat', 'Telegram', 'Slack', 'Discord', 'E-mail']);
    await expect.poll(width).toBe(1280);
    await page.getByRole('button', { name: 'E-mail', exact: true }).click();
    await expect.poll(headings).toEqual(['Web chat', 'Telegram', 'Slack', 'Discord']);
    await page.getByRole('button', { name: 'Telegram', exact: true }).click();
    await page.reload();
    await page.getByLabel('Slack message').waitFor();
    await expect.poll(headings).toEqual(['Web chat', 'Slack', 'Discord']);
    await expect.poll(width).toBe(1280);
  });

  it('says a suggestion in every open pane', async () => {
    const { page, there } = await open({ withSlack: true });
    await page.getByLabel('Slack message').waitFor();
    await page.getByLabel('Telegram message').waitFor();
    await page.getByRole('button', { name: 'Slack', exact: true }).click();
    await page.locator('#everywhere').getByRole('button', { name: 'weather' }).click();
    await webLog(page).getByText('You said: weather').waitFor();
    await telegramLog(page).getByText('You said: weather').waitFor();
    expect(there.slack?.messages(there.slack.dm(there.slack.person('Ann')))).toEqual([]);
  });

  it('shows pictures', async () => {
    const { page, there } = await open({ withSlack: true, withDiscord: true });
    const { emulator, slack, discord } = there;
    if (!emulator || !slack || !discord) throw new Error('all three were asked for');
    await page.getByLabel('Discord message').waitFor();
    const picture = { name: 'dot.png', mime: 'image/png', bytes: Buffer.from(DOT, 'base64') };
    const [ann, anns, annd] = [emulator.person('Ann'), slack.person('Ann'), discord.person('Ann')];
    emulator.sendText(ann, ann, 'look', { photo: picture });
    slack.sendText(anns, slack.dm(anns), 'look', { files: [picture] });
    discord.sendText(annd, discord.dm(annd), 'look', { files: [picture] });
    for (const platform of ['telegram', 'slack', 'discord']) {
      const image = page.locator(`#${platform}-log img`);
      await image.waitFor();
      await expect.poll(() => image.evaluate((shown) => Reflect.get(shown, 'naturalWidth'))).toBe(1);
      expect(await image.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
    }
  });

  it('is used by keyboard alone', async () => {
    const { page } = await open();
    await page.locator('#telegram-suggestions').getByRole('button', { name: 'deploy' }).press('Enter');
    await telegramLog(page).getByRole('button', { name: 'Europe' }).press('Enter');
    await telegramLog(page).getByText('Deploying to eu.').waitFor();
    // The button is gone; who pressed it is still at its message.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('✓ Europe');
    await say(page, 'deploy');
    await webLog(page).getByRole('button', { name: 'Europe' }).press('Enter');
    await webLog(page).getByText('Deploying to eu.').waitFor();
  });
});

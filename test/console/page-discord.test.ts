import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser } from './browser.ts';

const HOSTILE = '<img src=x onerror="document.title=1"> **<script>** [x](javascript:alert(1))';

describe.skipIf(!hasBrowser)('the Discord pane in a browser (skipped without /usr/bin/chromium)', () => {
  const openPage = useBrowser();
  const open = async () => {
    const opened = await openPage({ withTelegram: false, withDiscord: true });
    await opened.page.getByLabel('Discord message').waitFor();
    return opened;
  };
  const log = (page: Page) => page.locator('#discord-log');
  const say = async (page: Page, text: string) => {
    await page.getByLabel('Discord message').fill(text);
    await page.getByLabel('Discord message').press('Enter');
  };

  it('presses a button: the message is edited in place and its buttons go', async () => {
    const { page } = await open();
    await page.locator('#discord-suggestions').getByRole('button', { name: 'deploy' }).click();
    const docs = log(page).getByRole('link', { name: 'Docs' });
    expect(await docs.getAttribute('href')).toBe('https://example.com/');
    await log(page).getByRole('button', { name: 'Europe' }).press('Enter');
    await log(page).getByText('You chose eu.').waitFor();
    expect(await log(page).getByRole('button', { name: 'Europe' }).count()).toBe(0);
    expect(await log(page).locator('li').nth(1).textContent()).toMatch(
      /emulated_bot\s*APP[\s\S]*✓ eu[\s\S]*\(edited\)/,
    );
    expect(await log(page).locator('li').nth(2).textContent()).toMatch(/^Reply to @emulated_bot ✓ eu/);
  });

  it('picks several in a menu, which are sent when it closes [MUXI-13]', async () => {
    const { page } = await open();
    await say(page, 'toppings');
    await log(page).getByRole('button', { name: 'toppings' }).click();
    await log(page).getByRole('option', { name: 'Corn' }).click();
    await log(page).getByRole('option', { name: 'Olives' }).click();
    await page.keyboard.press('Escape');
    await log(page).getByText('You chose olives and corn.').waitFor();
  });

  it('opens a form of the app, and sends it by keyboard or leaves it', async () => {
    const { page, there } = await open();
    await say(page, 'order');
    const button = log(page).getByRole('button', { name: 'Order…' });
    await button.press('Enter');
    const form = page.getByRole('dialog', { name: 'Your order' });
    const field = form.getByLabel('Dish');
    await field.waitFor();
    expect(await form.locator('strong').allInnerTexts()).toEqual(['open']);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await button.click();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Pizza <large>');
    expect(await page.locator('input:focus').inputValue()).toBe('Pizza <large>');
    await field.fill('Salad');
    await field.press('Enter');
    await log(page).getByText('You ordered: Salad').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const dm = there.discord?.dm(there.discord.person('Ann'));
    expect(there.discord?.messages(dm ?? '')).toHaveLength(3);
  });

  it('picks one in a menu at once', async () => {
    const { page } = await open();
    await say(page, 'city');
    await log(page).getByRole('button', { name: 'city' }).click();
    await log(page).getByRole('option', { name: 'Osaka' }).click();
    await log(page).getByText('You chose osaka.').waitFor();
  });

  it('runs the command /ask: the app thinks, then it answers', async () => {
    const { page } = await open();
    await page.getByLabel('#team').check();
    await say(page, '/ask why');
    await log(page).getByText('emulated_bot is thinking…').waitFor();
    await say(page, 'go on');
    await log(page).getByText('You asked: why').waitFor();
    expect(await log(page).locator('li').first().textContent()).toMatch(/^Ann used a command/);
    await say(page, '/unknown words');
    await log(page).getByText('You said: /unknown words').waitFor();
  });

  it('shows to one person what is for that person, and says when the app stays silent', async () => {
    const { page } = await open();
    await page.getByLabel('#team').check();
    await say(page, '@emulated_bot secret');
    await log(page).getByRole('button', { name: 'whisper' }).click();
    await log(page).getByText('Only you can see this').waitFor();
    await log(page).getByRole('button', { name: 'never' }).click();
    await log(page).getByText('This interaction failed').waitFor();
    await page.getByLabel('Bo', { exact: true }).check();
    expect(await log(page).getByText('Shall I?').count()).toBe(1);
    expect(await log(page).getByText('Between us.').count()).toBe(0);
  });

  it('shows Markdown as Discord does', async () => {
    const { page } = await open();
    await say(page, 'marks');
    const story = log(page).locator('li.dc-message').nth(1);
    await story.locator('pre').waitFor();
    expect(await story.locator('h3').textContent()).toBe('Story');
    expect(await story.locator('.dc-text strong').allInnerTexts()).toEqual(['bold']);
    expect(await story.locator('em').allInnerTexts()).toEqual(['italic']);
    expect(await story.locator('u').textContent()).toBe('under');
    expect(await story.locator('s').textContent()).toBe('struck');
    expect(await story.locator('code').textContent()).toBe('npm start');
    expect(await story.locator('pre').textContent()).toBe('const a = "<b>";');
    expect(await story.locator('blockquote').textContent()).toBe('Write first');
    expect(await story.locator('ul li').allInnerTexts()).toEqual(['one', 'two']);
    expect(await story.getByRole('link', { name: 'the keeper' }).getAttribute('href')).toBe('https://example.com/');
    expect(await story.getByRole('button', { name: 'nobody fell' }).count()).toBe(1);
    expect(await story.getByText('snake_case_name').count()).toBe(1);
  });

  it('shows hostile words as words [HI-38]', async () => {
    const { page } = await open();
    await say(page, HOSTILE);
    await log(page).getByText('You said:').waitFor();
    expect(await log(page).locator('li').nth(1).textContent()).toContain(
      '<img src=x onerror="document.title=1"> <script> [x](javascript:alert(1))',
    );
    expect(await log(page).locator('img, script, a').count()).toBe(0);
    expect(await page.title()).toBe('Footbridge console');
  });

  it('gives a file when it is asked for', async () => {
    const { page } = await open();
    await say(page, 'file');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      log(page).getByRole('button', { name: 'notes.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('notes.txt');
  });
});

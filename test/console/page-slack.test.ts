import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser } from './browser.ts';

const HOSTILE = '<img src=x onerror="document.title=1"> *<script>* &lt;b&gt;';

describe.skipIf(!hasBrowser)('the Slack pane in a browser (skipped without /usr/bin/chromium)', () => {
  const openPage = useBrowser();
  const open = async () => {
    const opened = await openPage({ withTelegram: false, withSlack: true });
    await opened.page.getByLabel('Slack message').waitFor();
    return opened;
  };
  const log = (page: Page) => page.locator('#slack-log');
  const say = async (page: Page, text: string) => {
    await page.getByLabel('Slack message').fill(text);
    await page.getByLabel('Slack message').press('Enter');
  };

  it('presses a button: the message is edited in place and its buttons go', async () => {
    const { page } = await open();
    await page.locator('#slack-suggestions').getByRole('button', { name: 'deploy' }).click();
    const docs = log(page).getByRole('link', { name: 'Docs' });
    expect(await docs.getAttribute('href')).toBe('https://example.com/');
    expect(await docs.getAttribute('rel')).toBe('noopener noreferrer');
    await log(page).getByRole('button', { name: 'Europe' }).press('Enter');
    await log(page).getByText('You chose Europe.').waitFor();
    expect(await log(page).getByRole('button', { name: 'Europe' }).count()).toBe(0);
    expect(await log(page).locator('li').nth(1).textContent()).toMatch(
      /Emulated bot\s*APP[\s\S]*✓ Europe[\s\S]*\(edited\)/,
    );
  });

  it('picks several in a menu, which are sent when it closes [MUXI-13]', async () => {
    const { page } = await open();
    await say(page, 'toppings');
    const menu = log(page).getByRole('button', { name: 'Toppings' });
    await menu.click();
    expect(await log(page).getByRole('option').allInnerTexts()).toEqual(['Olives', 'Capers', 'Corn']);
    await log(page).getByRole('option', { name: 'Olives' }).click();
    await log(page).getByRole('option', { name: 'Corn' }).click();
    expect(await log(page).getByRole('option', { name: 'Corn' }).getAttribute('aria-selected')).toBe('true');
    await log(page).getByRole('button', { name: 'Done (2)' }).click();
    await log(page).getByText('You chose olives and corn.').waitFor();
  });

  it('picks one in a menu by keyboard, and nothing when it is left with Escape', async () => {
    const { page, there } = await open();
    await say(page, 'city');
    const menu = log(page).getByRole('button', { name: 'City' });
    await menu.press('Enter');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
    await menu.press('ArrowDown');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await log(page).getByText('You chose Lima.').waitFor();
    const dm = there.slack?.dm(there.slack.person('Ann'));
    expect(there.slack?.messages(dm ?? '')).toHaveLength(3);
  });

  it('ticks boxes, keeps them when the app edits the message, and sends them with the button', async () => {
    const { page } = await open();
    await say(page, 'boxes');
    await page.getByLabel('Olives').check();
    await page.getByLabel('Capers').check();
    await page.getByLabel('Olives').uncheck();
    await page.getByLabel('Corn').check();
    await say(page, 'touch');
    await log(page).getByText('Touched.').waitFor();
    expect(await page.getByLabel('Capers').isChecked()).toBe(true);
    expect(await page.getByLabel('Olives').isChecked()).toBe(false);
    await log(page).getByRole('button', { name: 'Submit' }).click();
    await log(page).getByText('You chose capers and corn.').waitFor();
  });

  it('opens a form of the app, which says what is wrong, and sends it by keyboard', async () => {
    const { page } = await open();
    await say(page, 'order');
    await log(page).getByRole('button', { name: 'Order…' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Your order' });
    const field = form.getByLabel('Dish');
    await field.waitFor();
    expect(await field.inputValue()).toBe('Pizza <large>');
    expect(await page.locator('input:focus').inputValue()).toBe('Pizza <large>');
    expect(await form.locator('strong').allInnerTexts()).toEqual(['open']);
    await field.fill('soup');
    await field.press('Enter');
    await form.getByText('There is no soup today.').waitFor();
    await field.fill('Salad & bread');
    await field.press('Enter');
    await log(page).getByText('You ordered: Salad & bread').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it.each(['Escape', 'the button'])('leaves a form with %s, and nothing is sent', async (way) => {
    const { page, there } = await open();
    await say(page, 'order');
    await log(page).getByRole('button', { name: 'Order…' }).click();
    const form = page.getByRole('dialog', { name: 'Your order' });
    await form.waitFor();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await form.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const ann = there.slack?.person('Ann') ?? '';
    await expect.poll(() => there.slack?.views(ann)).toEqual([]);
    expect(there.slack?.messages(there.slack.dm(ann))).toHaveLength(2);
  });

  it('shows to one person what is for that person', async () => {
    const { page } = await open();
    await page.getByLabel('#team').check();
    await page.getByText('In a channel the app hears what names it: @Emulated bot.').waitFor();
    await say(page, '@Emulated bot whisper');
    await log(page).getByText('Only visible to you').waitFor();
    expect(await log(page).locator('.mention').textContent()).toBe('@Emulated bot');
    await page.getByLabel('Bo', { exact: true }).check();
    expect(await log(page).getByText('whisper').count()).toBe(1);
    expect(await log(page).getByText('Between us.').count()).toBe(0);
  });

  it('writes into a thread, and out of it again', async () => {
    const { page } = await open();
    await say(page, 'hello');
    await log(page).getByText('You said: hello').waitFor();
    await log(page).locator('> li').first().getByRole('button', { name: 'Reply in thread' }).press('Enter');
    await page.getByText('Thread below Ann’s message').waitFor();
    await say(page, 'below');
    const replies = log(page).locator('> li').first().getByRole('list', { name: 'Thread' });
    await replies.getByText('You said: below').waitFor();
    expect(await replies.locator('li').count()).toBe(2);
    await page.getByRole('button', { name: 'Leave thread' }).click();
    await say(page, 'above');
    await log(page).getByText('You said: above').waitFor();
    expect(await replies.locator('li').count()).toBe(2);
  });

  it('shows mrkdwn as Slack does', async () => {
    const { page } = await open();
    await say(page, 'marks');
    const story = log(page).locator('li').nth(1);
    await story.locator('pre').waitFor();
    expect(await story.locator('strong').allInnerTexts()).toEqual(['Emulated bot', 'bold']);
    expect(await story.locator('em').allInnerTexts()).toEqual(['italic']);
    expect(await story.locator('s').textContent()).toBe('struck');
    expect(await story.locator('code').textContent()).toBe('npm start');
    expect(await story.locator('pre').textContent()).toBe('const a = "<b>";');
    expect(await story.locator('blockquote').textContent()).toBe('Write first');
    expect(await story.getByRole('link', { name: 'the keeper' }).getAttribute('href')).toBe('https://example.com/');
    const bare = story.getByRole('link', { name: 'https://example.com/a_b_c?d=1&e=2' });
    expect(await bare.getAttribute('href')).toBe('https://example.com/a_b_c?d=1&e=2');
    expect(await story.getByText('2*3*4 and snake_case_name &').count()).toBe(1);
  });

  it('shows hostile words as words [HI-38]', async () => {
    const { page } = await open();
    await say(page, HOSTILE);
    await log(page).getByText('You said:').waitFor();
    expect(await log(page).locator('li').nth(1).textContent()).toContain(
      '<img src=x onerror="document.title=1"> <script>',
    );
    expect(await log(page).locator('img, script').count()).toBe(0);
    expect(await page.title()).toBe('Footbridge console');
  });

  it('runs commands, and gives a file when it is asked for', async () => {
    const { page } = await open();
    await say(page, '/ask why');
    await log(page).getByText('You asked: why').waitFor();
    await say(page, 'file');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      log(page).getByRole('button', { name: 'notes.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('notes.txt');
  });
});

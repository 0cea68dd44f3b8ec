import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser } from './browser.ts';

const ANN = 'ann@people.example';

describe.skipIf(!hasBrowser)('the mail pane in a browser (skipped without /usr/bin/chromium)', () => {
  const openPage = useBrowser();
  const open = async (expected?: { complaints: RegExp }) => {
    const { page, there } = await openPage({ withTelegram: false, withMail: true }, expected);
    // Narrow enough for one thing at a time: the inbox, or what is read.
    await page.setViewportSize({ width: 1000, height: 860 });
    const { mail, mailBot } = there;
    if (!mail || !mailBot) throw new Error('mail was asked for');
    await page.getByRole('button', { name: 'E-mail', exact: true }).click();
    await page.getByRole('button', { name: 'Write', exact: true }).waitFor();
    return { page, mail, mailBot };
  };
  const log = (page: Page) => page.locator('#mail-log');
  const rows = (page: Page) => page.locator('#mail-rows > li');
  const letter = (page: Page, number: number) => log(page).locator('> li').nth(number);
  const said = (page: Page, number: number, text: string) => letter(page, number).locator('.ml-text').getByText(text);
  const write = async (page: Page, subject: string, text: string) => {
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Your mail').fill(text);
    await page.getByLabel('Your mail').press('Control+Enter');
  };
  const setMailbox = async (page: Page, manner: string) => {
    await page.getByRole('button', { name: /^This mailbox/ }).click();
    await page.getByRole('option', { name: manner }).click();
    await page.getByRole('button', { name: `This mailbox: ${manner}` }).waitFor();
  };

  it('begins a thread with a suggestion; its HTML has links that open beside the page, and a text at the switch', async () => {
    const { page, mailBot } = await open();
    await page.locator('#mail-suggestions').getByRole('button', { name: 'deploy' }).click();
    await letter(page, 1).waitFor();
    const frame = letter(page, 1).locator('iframe');
    await expect.poll(async () => (await frame.boundingBox())?.height ?? 0).toBeGreaterThan(70);
    const link = frame.contentFrame().getByRole('link', { name: 'Europe' });
    const [beside] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await beside.getByText('A page of the bot.').waitFor();
    expect(mailBot.visits.filter((path) => path !== '/favicon.ico')).toEqual(['/answer']);
    await letter(page, 1).getByLabel('Text').check();
    const address = letter(page, 1).getByRole('link', { name: /\/answer$/ });
    expect(await address.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await letter(page, 1).locator('iframe').count()).toBe(0);
  });

  it('answers a mail in its thread, quoting it, and folds what is quoted', async () => {
    const { page, mail } = await open();
    await write(page, 'Lunch', 'hello');
    await said(page, 1, 'You said: hello').waitFor();
    await page.getByLabel('Reply to Bot').fill('thanks');
    await page.getByRole('button', { name: 'Send by mail' }).click();
    await said(page, 3, 'You said: thanks').waitFor();
    expect(await said(page, 2, '> You said: hello').isVisible()).toBe(false);
    await letter(page, 2).getByText('···').click();
    await said(page, 2, '> You said: hello').waitFor();
    expect(await page.getByLabel('Reply to Bot').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    expect(await rows(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^me, Bot\s*4\s[\s\S]*Lunch\s+You said: thanks$/),
    ]);
    expect(mail.sent(ANN).map(({ subject }) => subject)).toEqual(['Lunch', 'Re: Lunch']);
  });

  it('marks what is new until it is opened, newest thread first', async () => {
    const { page } = await open();
    await write(page, 'one', 'one');
    await letter(page, 1).waitFor();
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    await write(page, 'two', 'two');
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    await page.getByRole('button', { name: /^New:.*two/ }).waitFor();
    expect(await rows(page).locator('.ml-row-subject').allInnerTexts()).toEqual(['two', 'one']);
    await page.getByRole('button', { name: /^New:.*two/ }).click();
    await said(page, 1, 'You said: two').waitFor();
    await page.getByLabel('Bo', { exact: true }).check();
    await expect.poll(() => rows(page).count()).toBe(0);
    await page.getByLabel('Ann', { exact: true }).check();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await page.getByRole('button', { name: /^New:/ }).count()).toBe(0);
  });

  it('shows mail that was refused, and mail that bounced', async () => {
    const { page } = await open();
    await setMailbox(page, 'Refuses');
    await write(page, 'one', 'one');
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    await rows(page).getByText('Refused 550').click();
    await log(page).getByText('A mail of Bot never came in. The server answered 550').waitFor();
    expect(await page.getByLabel('Reply to Bot').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    await setMailbox(page, 'Bounces');
    await write(page, 'two', 'two');
    await log(page).getByText('whoever owns this mailbox never saw it').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'This mailbox: Bounces' }).waitFor();
    expect(await rows(page).getByText('Bounced').count()).toBe(1);
  });

  it('keeps what was written when the mail was not taken, and while another mail is read', async () => {
    const { page } = await open();
    await write(page, 'Lunch', 'hello');
    await letter(page, 1).waitFor();
    await page.getByLabel('Reply to Bot').fill('refuse this');
    await page.getByRole('button', { name: 'Send by mail' }).click();
    await page.getByRole('status').getByText('The service answered 400.').waitFor();
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    await rows(page).getByText('Lunch').click();
    expect(await page.getByLabel('Reply to Bot').inputValue()).toBe('refuse this');
    expect(await log(page).locator('> li').count()).toBe(2);
  });

  it('sends files and gives those that came', async () => {
    const { page, mail } = await open();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    const files = page.getByLabel('Files to attach');
    await files.last().setInputFiles([
      { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') },
      { name: 'not this.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
    ]);
    await page.getByRole('button', { name: 'Remove not this.txt' }).click();
    await page.getByLabel('Your mail').fill('file');
    await page.getByRole('button', { name: 'Send by mail' }).click();
    await letter(page, 1).getByRole('button', { name: 'notes.txt' }).waitFor();
    expect(mail.sent(ANN)[0]?.attachments).toEqual([{ name: 'plan.txt', mime: 'text/plain', bytes: 4 }]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      letter(page, 1).getByRole('button', { name: 'notes.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('notes.txt');
  });

  it('runs nothing of a hostile mail, loads nothing, and lets it lead nowhere but beside the page [HI-38]', async () => {
    // What was stopped is told in the browser's console.
    const { page, mailBot } = await open({ complaints: /Content Security Policy|is sandboxed/ });
    await write(page, '<img src=x onerror="document.title=1">', 'hostile');
    await letter(page, 1).waitFor();
    const frame = letter(page, 1).locator('iframe').contentFrame();
    await frame.getByText('Harmless').click();
    await frame.getByText('[a cat]').waitFor();
    await frame.getByRole('button', { name: 'press' }).click();
    expect(await frame.getByText('script', { exact: true }).getAttribute('href')).toBeNull();
    expect(await frame.getByRole('link', { name: 'good' }).getAttribute('target')).toBe('_blank');
    expect(await frame.locator('script, iframe, base, img, svg, [onclick], [ping]').count()).toBe(0);
    expect(mailBot.visits).toEqual([]);
    expect(await page.title()).toBe('Footbridge console');
    expect(await page.locator('#mail-rows img, .ml-title img').count()).toBe(0);
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, LOOKS, picture, seriousFaults, useStage } from './stage.ts';

const CHOICES = [
  { value: 'us', label: 'United States' },
  { value: 'eu', label: 'Europe' },
  { value: 'x', label: '<img src=x onerror=alert(1)>' },
];

async function ask(page: Page, { multi = false, instant = false } = {}): Promise<void> {
  await page.evaluate(
    ({ choices, multi, instant }) => {
      const node = new footbridge.FootbridgeChoices();
      node.toggleAttribute('instant', instant);
      node.question = { id: 'ui_q', prompt: 'Which region should I deploy to?', choices, multi };
      main.append(node);
    },
    { choices: CHOICES, multi, instant },
  );
  await page.getByText('Which region').last().waitFor();
}

const told = (page: Page) => page.evaluate(() => window.told);

describe.skipIf(!hasBrowser)('choices', () => {
  const open = useStage();

  it('are chosen with the mouse and sent with a button, once', async () => {
    const page = await open();
    await ask(page);
    const send = page.getByRole('button', { name: 'Send choice' });
    expect(await send.isDisabled()).toBe(true);
    await page.getByText('Europe').click();
    await send.click();
    expect(await told(page)).toEqual([
      ['footbridge-answer', { message: 'Europe', uiResponse: { id: 'ui_q', value: 'eu' } }],
    ]);
    expect(await page.getByRole('status').textContent()).toBe('Chosen: Europe');
    expect(await page.getByRole('radio', { name: 'Europe' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'United States' }).isDisabled()).toBe(true);
    expect(await send.count()).toBe(0);
  });

  it('are chosen with the keys as radio buttons are, and sent with Enter', async () => {
    const page = await open();
    await ask(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Europe' }).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await told(page)).toHaveLength(1);
  });

  it('may be several: checkboxes, each turned on and off with Space', async () => {
    const page = await open();
    await ask(page, { multi: true });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Europe' }).press('Space');
    await page.getByRole('checkbox', { name: 'Europe' }).press('Space');
    await page.getByRole('button', { name: 'Send choice' }).press('Enter');
    expect(await told(page)).toEqual([
      ['footbridge-answer', { message: 'United States, Europe', uiResponse: { id: 'ui_q', value: ['us', 'eu'] } }],
    ]);
  });

  it('answer at once where the page wants that', async () => {
    const page = await open();
    await ask(page, { instant: true });
    await page.getByRole('button', { name: 'Europe' }).click();
    await page.getByText('Chosen: Europe').waitFor();
    expect(await told(page)).toHaveLength(1);
    expect(await page.getByRole('button', { name: 'United States' }).isDisabled()).toBe(true);
  });

  it('stay open when the page does not take the answer', async () => {
    const page = await open();
    await ask(page, { instant: true });
    await page.evaluate(() => document.addEventListener('footbridge-answer', (event) => event.preventDefault()));
    await page.getByRole('button', { name: 'Europe' }).click();
    expect(await page.getByRole('button', { name: 'Europe' }).isEnabled()).toBe(true);
    expect(await page.getByRole('status').textContent()).toBe('');
  });

  it('keep the focus and what was chosen when they are drawn anew', async () => {
    const page = await open();
    await ask(page, { multi: true });
    await page.getByRole('checkbox', { name: 'Europe' }).click();
    await page.evaluate(async () => {
      const node = document.querySelector('footbridge-choices') as InstanceType<typeof footbridge.FootbridgeChoices>;
      if (node.question) node.question = { ...node.question, prompt: 'Where to?' };
      await new Promise((resolve) => setTimeout(resolve));
    });
    await page.getByText('Where to?').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Europe' }).isChecked()).toBe(true);
    await page.keyboard.press('Space');
    expect(await page.getByRole('checkbox', { name: 'Europe' }).isChecked()).toBe(false);
  });

  it('show words that look like markup as they are [HI-38]', async () => {
    const page = await open();
    await ask(page);
    expect(await page.getByText('<img src=x onerror=alert(1)>').isVisible()).toBe(true);
  });

  it.each(LOOKS)('look well and can be used by everybody: $name', async ({ name, ...look }) => {
    const page = await open(look);
    await ask(page, { multi: true });
    await page.getByRole('checkbox').nth(1).check();
    await ask(page, { instant: true });
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture(page, `choices-${name}`);
  });
});

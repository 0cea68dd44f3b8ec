import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AskedQuestion } from '../../src/client/entry.ts';
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

/** Sets the question anew with this in it, and waits until it is drawn. */
const setQuestion = (page: Page, change: Partial<AskedQuestion>) =>
  page.evaluate(async (change) => {
    const node = document.querySelector('footbridge-choices') as InstanceType<typeof footbridge.FootbridgeChoices>;
    if (node.question) node.question = { ...node.question, ...change };
    await new Promise((resolve) => setTimeout(resolve));
  }, change);

/** The words of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => document.querySelector('footbridge-choices')?.shadowRoot?.activeElement?.textContent);

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

  it('keep the place of whoever uses the keys: on the button, and behind the answer', async () => {
    const page = await open();
    await ask(page);
    await page.getByRole('radio', { name: 'Europe' }).check();
    await page.getByRole('button', { name: 'Send choice' }).focus();
    await setQuestion(page, { prompt: 'Where to?' });
    expect(await focused(page)).toBe('Send choice');
    await page.keyboard.press('Enter');
    await page.getByText('Chosen: Europe').waitFor();
    expect(await focused(page)).toBe('Chosen: Europe');
  });

  it('say what was chosen in a place that readers of screens know already', async () => {
    const page = await open();
    await ask(page, { instant: true });
    const status = await page.getByRole('status').elementHandle();
    await page.getByRole('button', { name: 'Europe' }).click();
    await page.getByText('Chosen: Europe').waitFor();
    expect(await status?.textContent()).toBe('Chosen: Europe');
  });

  it('forget what was chosen when another question is asked, and keep it when only its choices are others', async () => {
    const page = await open();
    await ask(page);
    await page.getByRole('radio', { name: 'Europe' }).check();
    await setQuestion(page, { choices: [{ value: 'asia', label: 'Asia' }, ...CHOICES.slice(1)] });
    expect(await page.getByRole('radio', { name: 'Europe' }).isChecked()).toBe(true);
    await setQuestion(page, { choices: CHOICES.slice(0, 1) });
    expect(await page.getByRole('button', { name: 'Send choice' }).isDisabled()).toBe(true);
    await setQuestion(page, { choices: CHOICES });
    await page.getByRole('radio', { name: 'Europe' }).check();
    await setQuestion(page, { id: 'ui_other' });
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByRole('radio', { name: 'Europe' }).check();
    await page.getByRole('button', { name: 'Send choice' }).click();
    await page.getByText('Chosen: Europe').waitFor();
    await setQuestion(page, { id: 'ui_third' });
    expect(await page.getByRole('radio', { name: 'Europe' }).isEnabled()).toBe(true);
    expect(await page.getByRole('status').textContent()).toBe('');
  });

  it('show what was answered elsewhere, also where labels hold commas', async () => {
    const page = await open();
    await ask(page, { multi: true });
    const labels = ['Paris', 'Paris, France', 'Rome', 'France'];
    await setQuestion(page, { choices: labels.map((label) => ({ value: label, label })) });
    await page.evaluate(() => {
      const node = document.querySelector('footbridge-choices') as InstanceType<typeof footbridge.FootbridgeChoices>;
      node.answeredLabel = 'Paris, France, Rome';
    });
    await page.getByText('Chosen: Paris, France, Rome').waitFor();
    const chosen = () =>
      page.getByRole('checkbox', { checked: true }).evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(await chosen()).toEqual(['Paris, France', 'Rome']);
  });

  it('can be told apart where the reader has colours of their own', async () => {
    const page = await open();
    await page.emulateMedia({ forcedColors: 'active' });
    await ask(page, { instant: true });
    await page.getByRole('button', { name: 'Europe' }).click();
    await page.getByText('Chosen: Europe').waitFor();
    const widths = await page
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
    expect(widths).toEqual(['none', 'solid', 'none']);
  });

  it('stay within a narrow page, however many and however long [CH-65]', async () => {
    const page = await open({ width: 375 });
    const long = 'x'.repeat(2_000);
    const choices = [
      { value: 'long', label: long },
      { value: 'rtl', label: 'שלום\u202Eevil' },
      ...Array.from({ length: 23 }, (_, at) => ({ value: `v${at}`, label: `Choice ${at}` })),
    ];
    await ask(page, { multi: true });
    await setQuestion(page, { prompt: long, choices });
    await page.getByText('Choice 22').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await page.getByRole('checkbox').count()).toBe(25);
    await page.getByText('Choice 22').click();
    expect(await seriousFaults(page)).toEqual([]);
    await picture(page, 'choices-long-375');
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

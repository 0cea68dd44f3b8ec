import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The console's web chat, as a person uses it. */
export const field = (page: Page) => page.locator('footbridge-chat textarea');
export const log = (page: Page) => page.locator('footbridge-chat .log');

export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Chooses a dialect by what its switch says. */
export async function speak(page: Page, dialect: string): Promise<void> {
  const choice = page.getByLabel(dialect, { exact: true });
  // A click that is forced may miss while the page still finds its shape.
  await expect
    .poll(async () => {
      await choice.check({ force: true, timeout: 1_000 }).catch(() => {});
      return choice.isChecked();
    })
    .toBe(true);
}

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, LOOKS, picture, seriousFaults, useStage } from './stage.ts';

async function show(page: Page, link: { url: unknown; label?: string; hint?: string }): Promise<void> {
  await page.evaluate(async (link) => {
    const node = new footbridge.FootbridgeLink();
    node.link = link;
    main.append(node);
    await new Promise((resolve) => setTimeout(resolve));
  }, link);
}

const GITHUB = {
  url: 'https://github.com/login?client_id=abc',
  label: 'Connect GitHub',
  hint: 'Opens GitHub to authorize access',
};

/** None of them may ever be followed [HI-2, HI-14, HI-18]. */
const HOSTILE = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'JavaScript://x%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  'tg://resolve?domain=x',
  'intent://x#Intent;end',
  '//evil.example',
  ' https://a.example/',
  '\u0000https://a.example/',
  'https://user:pw@a.example/',
  'https:\\\\a.example/',
  'https://',
  7,
  null,
  {},
];

describe.skipIf(!hasBrowser)('a link', () => {
  const open = useStage();

  it('opens in a new tab that knows nothing of this page, by mouse and by key', async () => {
    const page = await open({ expected: /./ });
    await page
      .context()
      .route('https://github.com/**', (route) => route.fulfill({ body: 'there', contentType: 'text/html' }));
    await show(page, GITHUB);
    const link = page.getByRole('link', { name: /Connect GitHub.*opens github.com in a new tab/ });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    for (const go of [() => link.click(), () => link.press('Enter')]) {
      const [other] = await Promise.all([page.context().waitForEvent('page'), go()]);
      await other.waitForLoadState();
      expect(other.url()).toBe(GITHUB.url);
      expect(await other.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
      await other.close();
    }
  });

  it('is its host when it has no label', async () => {
    const page = await open();
    await show(page, { url: 'https://docs.acme.example/a', label: '' });
    expect(await page.getByRole('link').locator('.label').textContent()).toBe('docs.acme.example');
  });

  it('is words alone when nobody may be sent there [HI-2, HI-14, HI-18]', async () => {
    const page = await open();
    for (const url of HOSTILE) await show(page, { url, label: `to ${String(url).length}` });
    expect(await page.getByText('This link cannot be opened.').count()).toBe(HOSTILE.length);
    expect(await page.getByRole('link').count()).toBe(0);
  });

  it.each(LOOKS)('looks well and can be used by everybody: $name', async ({ name, ...look }) => {
    const page = await open(look);
    await show(page, GITHUB);
    await show(page, { url: 'https://a.example/', label: '<b>Long</b> '.repeat(12) });
    await show(page, { url: 'javascript:alert(1)', label: 'Elsewhere' });
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture(page, `links-${name}`);
  });
});

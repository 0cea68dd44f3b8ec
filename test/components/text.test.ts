import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, LOOKS, picture, seriousFaults, useStage } from './stage.ts';

/** Gives the one turn of the page its text, and what follows it. */
async function say(page: Page, text: string, { isWhole = true, more = [] as unknown[] } = {}): Promise<void> {
  await page.evaluate(
    ({ text, isWhole, more }) => {
      const known = document.querySelector('footbridge-turn') as InstanceType<typeof footbridge.FootbridgeTurn> | null;
      const turn = known ?? new footbridge.FootbridgeTurn();
      if (!known) main.append(turn);
      const parts = [{ type: 'text', text }, ...more] as typeof turn.state.parts;
      turn.state = { parts, ...(isWhole && { end: { type: 'done' } }) };
    },
    { text, isWhole, more },
  );
}

const textOf = (page: Page) => page.locator('footbridge-turn .text');

const MARKDOWN = `# What is there

Some **strong**, *soft* and ~~wrong~~ words, \`code\`, [a link](https://a.example/x) and https://b.example/y_z.

1. first
2. second
   - [x] done
   - [ ] not yet

> quoted

\`\`\`js
const a = '<b>';
\`\`\`

| name | sum |
|:-----|----:|
| tea  | 3   |

***
![a picture](https://pictures.example/p.png)`;

describe.skipIf(!hasBrowser)('the text of an agent', () => {
  const open = useStage();

  it('is drawn natively where it has Markdown in it', async () => {
    const page = await open();
    await say(page, MARKDOWN);
    const text = textOf(page);
    await text.locator('h3').waitFor();
    expect(await text.evaluate((node) => [...node.children].map(({ localName }) => localName))).toEqual([
      ...['h3', 'p', 'ol', 'blockquote', 'pre', 'div', 'hr', 'p'],
    ]);
    expect(await text.locator('strong, em, s, p > code').allTextContents()).toEqual([
      ...['strong', 'soft', 'wrong', 'code'],
    ]);
    expect(await text.locator('ol > li').count()).toBe(2);
    expect(await text.locator('ul > li').allTextContents()).toEqual(['☑ done', '☐ not yet']);
    expect(await text.locator('pre').textContent()).toBe("const a = '<b>';");
    expect(await text.getByRole('columnheader').allTextContents()).toEqual(['name', 'sum']);
    expect(await text.getByRole('cell').allTextContents()).toEqual(['tea', '3']);
    // A picture is asked of another host when the person wants it, and not before.
    expect(await text.locator('img').count()).toBe(0);
    expect(
      await text
        .locator('a')
        .evaluateAll((nodes) => nodes.map((node) => [node.textContent, node.getAttribute('href')])),
    ).toEqual([
      ['a link', 'https://a.example/x'],
      ['https://b.example/y_z', 'https://b.example/y_z'],
      ['a picture', 'https://pictures.example/p.png'],
    ]);
    expect(await text.locator('a').first().getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('opens nothing that nobody may be sent to, and is never markup [HI-18, HI-34]', async () => {
    const page = await open();
    const traps = [
      'javascript:alert(1)',
      'java&#10;script:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'blob:x',
      'tg://x',
    ];
    const links = ['file:///etc/passwd', 'https://u:p@a.example/', '//a.example', '/wallet'];
    const written = [...traps, ...links].map((url, at) => `[words ${at}](${url})`).join('\n\n');
    await say(page, `**Look:** <img src=x onerror=alert(1)> <a href="javascript:alert(1)">x</a>\n\n${written}`);
    await textOf(page).locator('strong').waitFor();
    expect(await textOf(page).locator('a, img').count()).toBe(0);
    expect(await textOf(page).textContent()).toContain('words 9');
  });

  it('can be read before the parser is there, and without it', async () => {
    const page = await open();
    let letGo = (): void => {};
    const isAllowed = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/markdown-text/, async (route) => {
      await isAllowed;
      await route.abort();
    });
    await say(page, 'Some *marks*.', { isWhole: false });
    await page.getByText('Some *marks*.').waitFor();
    letGo();
    await say(page, 'Some *marks*. And more.');
    await page.getByText('Some *marks*. And more.').waitFor();
  });

  it('asks for no parser where there is nothing to parse', async () => {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await say(page, 'Plain words.\n\n1. one\n2. two\n\nSee https://a.example/.');
    await page.getByRole('link', { name: 'https://a.example/' }).waitFor();
    expect(asked).toEqual([]);
  });

  it('keeps what is settled while it grows, and reads on in what it ends with', async () => {
    const page = await open();
    await say(page, '**One.**\n\nTwo *and', { isWhole: false });
    await textOf(page).locator('strong').waitFor();
    await page.evaluate(() => {
      const first = document.querySelector('footbridge-turn')?.shadowRoot?.querySelector('.text > p');
      Object.assign(window, { first });
    });
    await say(page, '**One.**\n\nTwo *and* three', { isWhole: false });
    await textOf(page).locator('em').waitFor();
    expect(await page.evaluate(() => (window as unknown as { first: Node }).first.isConnected)).toBe(true);
    await say(page, 'Anew, [as][1] it was.\n\n[1]: https://a.example/');
    await page.getByRole('link', { name: 'as' }).waitFor();
    expect(await textOf(page).textContent()).toBe('Anew, as it was.');
  });

  it('takes linear time for a long text in small pieces, also for one long block of it', async () => {
    const page = await open();
    await say(page, '**Ready.**');
    await textOf(page).locator('strong').waitFor();
    const tookMs = await page.evaluate(async () => {
      const turn = document.querySelector('footbridge-turn') as InstanceType<typeof footbridge.FootbridgeTurn>;
      const paragraphs = 'Some **strong** words and _soft_ ones in a paragraph of its own.\n\n'.repeat(1_500);
      const list = '- an entry with **strong** words\n'.repeat(3_000);
      const whole = `**Ready.**\n\n${paragraphs}${list}`;
      const begunAt = performance.now();
      for (let end = 12; end < whole.length; end += 50) {
        turn.state = { parts: [{ type: 'text', text: whole.slice(0, end) }] };
        await Promise.resolve();
      }
      turn.state = { parts: [{ type: 'text', text: whole }], end: { type: 'done' } };
      await Promise.resolve();
      return performance.now() - begunAt;
    });
    expect(await textOf(page).locator('li').count()).toBe(3_000);
    expect(await textOf(page).locator(':scope > p').count()).toBe(1_501);
    // 3 s; more than 20 s when the list is read anew with every piece of it.
    expect(tookMs).toBeLessThan(15_000);
  });

  it('leaves out a list of choices that stand below it as buttons, and no other list', async () => {
    const page = await open();
    const choices = [
      { value: 'us', label: 'United States' },
      { value: 'eu', label: 'Europe' },
    ];
    const question = { type: 'question', id: 'q1', prompt: 'Where to?', multi: false, choices };
    await say(page, 'Where to?\n\n1. United States\n2. Europe', { more: [question] });
    await page.getByRole('radio', { name: 'Europe' }).waitFor();
    await expect.poll(() => textOf(page).textContent()).toBe('Where to?');
    await say(page, 'Where to?\n\n1. United States\n2. Asia', { more: [question] });
    await expect.poll(() => textOf(page).textContent()).toBe('Where to?\n\n1. United States\n2. Asia');
  });

  it.each(LOOKS)('looks well and can be used by everybody: $name', async ({ name, ...look }) => {
    const page = await open(look);
    await say(
      page,
      `${MARKDOWN}\n\n\`\`\`\n${'a line of code that is very long '.repeat(6)}\n\`\`\`\n\nمرحبا **بالعالم**`,
    );
    await textOf(page).locator('h3').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await page.getByText('مرحبا').evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
    await picture(page, `text-${name}`);
  });
});

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventually, hasBrowser, useAppBrowser } from './app-browser.ts';
import { useAppService } from './app-service.ts';
import { RUNNER, Runner, VIEWS } from './runner/runner.ts';

describe.skipIf(!hasBrowser)('documents of other kinds on the page of an app', () => {
  const blob = { uri: 'ui://x/y', mimeType: 'text/html', blob: '!!! no base64 !!!' };
  const broken = {
    name: 'broken',
    program: RUNNER,
    tool: 't',
    result: { content: [{ type: 'resource', resource: blob }] },
  };
  const zipped = {
    ...broken,
    name: 'zipped',
    result: {
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'ui://x/z',
            mimeType: 'text/html',
            blob: gzipSync('<h1>Unpacked</h1><script>top.hacked = 1</script>').toString('base64'),
          },
        },
      ],
    },
  };
  const apps = useAppService([...VIEWS, broken, zipped]);
  const open = useAppBrowser();
  const show = async (view: string) => open(await apps.appOf(view, 'ann'), { as: 'ann' });

  it('an SVG is a picture in the sandbox, whose scripts do not run [HI-82]', async () => {
    const { page, sandbox } = await show('picture');
    await eventually(async () => (await page.locator('.stage iframe').boundingBox())?.height).toBe(90);
    expect(await sandbox.locator('img').getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await sandbox.locator('iframe').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('a list of addresses is links, those that a person may open [HI-82, HI-18]', async () => {
    const { page } = await show('links');
    await page.getByText('It names these pages').waitFor();
    const links = page.locator('.stage a');
    expect(await links.allTextContents()).toEqual(['https://acme.example/a', 'https://acme.example/b']);
    expect(await links.first().getAttribute('rel')).toBe('noopener noreferrer');
    expect(await page.locator('iframe').count()).toBe(0);
    // There is nothing to close.
    expect(await page.locator('header button:visible').count()).toBe(0);
  });

  it('a comment before the document type does not make an old document of it', async () => {
    const runner = await Runner.in(await show('commented'));
    expect(await runner.run('document.compatMode')).toBe('CSS1Compat');
  });

  it('anything else can be saved and is not run [HI-82]', async () => {
    const { page } = await show('notes.txt');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await saved).suggestedFilename()).toBe('notes.txt');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('base64 is decoded in the sandbox [HI-48]', async () => {
    const runner = await Runner.in(await show('base64'));
    expect(await runner.run("document.getElementById('box').textContent")).toBe('The runner');
  });

  it('what is packed is not unpacked [HI-48]', async () => {
    const { page, view } = await show('zipped');
    await eventually(() => view.locator('body').textContent()).toContain('\u{fffd}');
    expect(await view.locator('h1, script').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('what is no base64 is said to be unreadable [HI-48]', async () => {
    const { page } = await show('broken');
    await page.getByText('its document cannot be read').waitFor();
  });
});

describe.skipIf(!hasBrowser)('what an app wants to save', () => {
  const apps = useAppService(VIEWS);
  const open = useAppBrowser();

  async function asking(contents: object[]) {
    const shown = await open(await apps.appOf('bare', 'ann'), { as: 'ann' });
    const runner = await Runner.in(shown);
    await runner.initialize();
    return { ...shown, answer: runner.request('ui/download-file', { contents }) };
  }

  it('is saved under the last part of its name once the person said yes [HI-78]', async () => {
    const { page, answer } = await asking([
      { type: 'resource', resource: { uri: 'file:///../../..%2fx.html', text: '<script>', mimeType: 'text/html' } },
    ]);
    expect(await page.locator('dialog pre').textContent()).toBe('x.html');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe('x.html');
    expect(await answer).toEqual({ result: {} });
  });

  it('is fetched by the browser where it is a link, never by the service, and never from elsewhere than http(s) [HI-78]', async () => {
    const { page, answer } = await asking([
      { type: 'resource_link', uri: 'file:///etc/passwd', name: 'a' },
      { type: 'resource_link', uri: 'https://acme.example/plan.pdf', name: 'b' },
    ]);
    expect(await page.locator('dialog pre').textContent()).toBe('plan.pdf: https://acme.example/plan.pdf');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await answer).error).toEqual({ code: -32000, message: 'The person did not save it.' });
  });
});

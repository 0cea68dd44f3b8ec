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
  const apps = useAppService([...VIEWS, broken]);
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

describe.skipIf(!hasBrowser)('an app in a sandbox that all apps share', () => {
  const port = 20_000 + (process.pid % 20_000);
  const env = { SANDBOX_PORT: String(port), SANDBOX_URL: `http://127.0.0.1:${port}` };
  const apps = useAppService(VIEWS, { env });
  const open = useAppBrowser();

  it('runs with an opaque origin and without any storage [HI-84]', async () => {
    const url = (await apps.appOf('bare', 'ann')).replace('127.0.0.1', 'localhost');
    const shown = await open(url, { as: 'ann' });
    const runner = await Runner.in(shown);
    await runner.initialize();
    expect(await runner.heard('ui/notifications/tool-result')).toMatchObject({ structuredContent: {} });
    expect(await runner.run('origin')).toBe('null');
    const blocked = `['localStorage', 'sessionStorage', 'indexedDB'].filter((name) => {
      try { window[name].length ?? window[name].open('x'); return false } catch { return true } })`;
    expect(await runner.run(blocked)).toEqual(['localStorage', 'sessionStorage', 'indexedDB']);
    expect(
      await runner.run('(() => { try { return parent.document.title } catch (error) { return error.name } })()'),
    ).toBe('SecurityError');
  });
});

describe.skipIf(!hasBrowser)('messages on the page of an app', () => {
  const apps = useAppService(VIEWS);
  const open = useAppBrowser();

  it('count from the frame of the sandbox alone, and with its origin alone [HI-74]', async () => {
    const shown = await open(await apps.appOf('bare', 'ann'), { as: 'ann' });
    const runner = await Runner.in(shown);
    await runner.initialize();
    const forged = (data: string) =>
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } });
    // Another window, and one that is nested within the app.
    await shown.page.evaluate(`postMessage(${forged('from the page itself')}, '*')`);
    await runner.run(`void top.postMessage(${forged('from the app itself')}, '*')`);
    await runner.run(`new Promise((resolve) => {
      const nested = document.createElement('iframe');
      nested.srcdoc = '<script>parent.parent.postMessage(${forged('to the sandbox').replaceAll("'", "\\'")}, "*");top.postMessage(${forged('to the page')}, "*")<\\/script>';
      nested.onload = () => resolve(0);
      document.body.append(nested);
    })`);
    await runner.notify('notifications/message', { level: 'info', data: 'in order' });
    await eventually(() => shown.page.locator('.notes').last().textContent()).toContain('in order');
    expect(await shown.page.locator('.notes').last().locator('li').allTextContents()).toEqual(['info: in order']);
  });
});

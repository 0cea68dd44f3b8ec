import { beforeAll, describe, expect, it } from 'vitest';
import { createAppLinks } from '../../src/apps/app-links.ts';
import { createAppKeeper } from '../../src/apps/create-app-keeper.ts';
import { createGrantUi } from '../../src/apps/granted-ui.ts';
import { createToolHost } from '../../src/mcp/tool-host.ts';
import { silentLog } from '../../src/protocol/log.ts';
import { eventually, hasBrowser, type ShownApp, useAppBrowser } from './app-browser.ts';
import { useAppService } from './app-service.ts';
import { createMemoryBlobs } from './memory-blobs.ts';
import { RUNNER, Runner, VIEWS } from './runner/runner.ts';

/**
 * What a host must do, by the ids under which the authors of MCP Apps list it (ext-apps, examples/conformance-server,
 * read 2026-11), each as one test. One id names what a host may do and this one does not: `resources/prefetch`. A view
 * is read with the result that it shows, so what a person sees is what its server says at that moment.
 */
describe.skipIf(!hasBrowser)('a host of MCP Apps, from within an app', () => {
  const apps = useAppService(VIEWS);
  const open = useAppBrowser();

  /** An app of its own, opened by the person who was answered. */
  async function fresh(
    view = 'bare',
    options: Parameters<typeof open>[1] = {},
  ): Promise<ShownApp & { runner: Runner }> {
    const shown = await open(await apps.appOf(view, 'ann'), { as: 'ann', ...options });
    if (view === 'declared') await shown.page.getByRole('button', { name: 'Allow', exact: true }).click();
    return { ...shown, runner: await Runner.in(shown) };
  }

  const answer = (app: ShownApp, label: string) => app.page.getByRole('button', { name: label, exact: true }).click();

  describe('under an operator that allows some hosts', () => {
    const strict = useAppService(VIEWS, { keys: 'apps: { allowed_hosts: [cdn.example] }' });

    it('security/global-allowlist', async () => {
      const shown = await open(await strict.appOf('declared', 'ann'), { as: 'ann' });
      await shown.page.getByRole('button', { name: 'Allow', exact: true }).click();
      const runner = await Runner.in(shown);
      const { hostCapabilities } = await runner.initialize();
      expect(hostCapabilities.sandbox).toEqual({
        csp: { resourceDomains: ['https://cdn.example'] },
        permissions: { geolocation: {}, clipboardWrite: {} },
      });
      const policy = shown.sandboxHeaders()['content-security-policy'];
      expect(policy).toContain("script-src 'unsafe-inline' https://cdn.example; ");
      expect(policy).toContain("connect-src 'none'; frame-src 'none'; ");
      expect(policy).toContain("base-uri 'self'; ");
      expect(await shown.page.locator('.facts').textContent()).toContain(
        'It may load from and talk to: cdn.example · It may ask for: your location, copying to your clipboard · Not allowed here: allowed.example, frames.example, base.example',
      );
      await runner.run("fetch('https://allowed.example/x').catch(() => {})");
      await eventually(() => runner.run("probe.violated('https://allowed.example/x')")).toBe(true);
    });
  });

  describe('that declares origins and devices', () => {
    let app: ShownApp & { runner: Runner };
    let told: Awaited<ReturnType<Runner['initialize']>>;
    beforeAll(async () => {
      app = await fresh('declared', { stays: true });
      await app.context.route('https://allowed.example/**', (route) =>
        route.fulfill({ body: 'yes', headers: { 'Access-Control-Allow-Origin': '*' } }),
      );
      told = await app.runner.initialize({ availableDisplayModes: ['inline', 'fullscreen'] });
    });

    it('security/iframe-sandboxed', async () => {
      const sandboxes = [app.page.locator('.stage iframe'), app.sandbox.locator('iframe')];
      for (const frame of sandboxes) {
        expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms');
      }
    });

    it('security/sandbox-proxy-required', async () => {
      expect(await app.runner.run('parent !== top && parent.parent === top')).toBe(true);
    });

    it('security/sandbox-distinct-origin', async () => {
      const sandbox = new URL((await app.page.locator('.stage iframe').getAttribute('src')) ?? '');
      expect(sandbox.origin).not.toBe(new URL(app.page.url()).origin);
      const read = '(() => { try { return top.location.href } catch (error) { return error.name } })()';
      expect(await app.runner.run(read)).toBe('SecurityError');
    });

    it('security/sandbox-permissions', async () => {
      expect(await app.runner.run('origin')).toMatch(/^http:\/\/app-[0-9a-f]{24}\.localhost:\d+$/);
    });

    it('security/sandbox-proxy-ready', async () => {
      const heard = await app.page.evaluate<{ data: { method?: string }; origin: string }[]>('window.__heard');
      expect(heard[0]?.data).toEqual({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} });
      expect(heard[0]?.origin).toBe(await app.runner.run('origin'));
    });

    it('security/sandbox-resource-ready', async () => {
      const between = app.runner.frame.parentFrame();
      const heard =
        await between?.evaluate<{ data: { method?: string; params: { html: string } } }[]>('window.__heard');
      const ready = heard?.find(({ data }) => data.method === 'ui/notifications/sandbox-resource-ready');
      expect(ready?.data.params.html).toMatch(/^<!doctype html>[\s\S]*The runner/);
    });

    it('security/sandbox-csp-enforced', () => {
      const policy = app.sandboxHeaders()['content-security-policy'];
      for (const directive of [
        "script-src 'unsafe-inline' https://cdn.example;",
        'connect-src https://allowed.example;',
        'frame-src https://frames.example;',
        'base-uri https://base.example;',
        "object-src 'none';",
      ]) {
        expect(policy).toContain(directive);
      }
      expect(policy).not.toContain('evil.example');
    });

    it('security/sandbox-message-forwarding', async () => {
      expect(await app.runner.request('ping')).toEqual({ result: {} });
      await app.runner.notify('ui/notifications/sandbox-resource-ready', { html: 'forged' });
      await app.runner.notify('notifications/message', { level: 'info', data: 'behind it' });
      await eventually(() => app.page.locator('.notes').last().textContent()).toContain('behind it');
      const heard = await app.page.evaluate<{ data: { method?: string } }[]>('window.__heard');
      expect(heard.map(({ data }) => data.method)).not.toContain('ui/notifications/sandbox-resource-ready');
    });

    it('security/sandbox-no-self-requests', async () => {
      const heard = await app.page.evaluate<{ data: { id?: number; method?: string } }[]>('window.__heard');
      const requests = heard.filter(({ data }) => data.id !== undefined && data.method !== undefined);
      expect(new Set(requests.map(({ data }) => data.method))).toEqual(new Set(['ui/initialize', 'ping']));
    });

    it('security/csp-construct-from-domains', async () => {
      const policy = `new Promise((resolve) => {
        addEventListener('securitypolicyviolation', (event) => resolve(event.originalPolicy), { once: true });
        fetch('https://undeclared.example/policy').catch(() => {});
      })`;
      expect(await app.runner.run(policy)).toContain('connect-src https://allowed.example');
    });

    it('security/csp-allow-declared', async () => {
      expect(await app.runner.run("fetch('https://allowed.example/x').then((response) => response.text())")).toBe(
        'yes',
      );
    });

    it('security/csp-no-loosening', async () => {
      await app.runner.run("fetch('https://undeclared.example/x').catch(() => {})");
      await eventually(() => app.runner.run("probe.violated('https://undeclared.example/x')")).toBe(true);
    });

    it('security/permissions-allow-attr', async () => {
      const origin = await app.runner.run<string>('origin');
      expect(await app.sandbox.locator('iframe').getAttribute('allow')).toBe('geolocation; clipboard-write');
      expect(await app.page.locator('.stage iframe').getAttribute('allow')).toBe(
        `geolocation ${origin}; clipboard-write ${origin}`,
      );
      expect(app.sandboxHeaders()['permissions-policy']).toBe(
        'camera=(), microphone=(), geolocation=(self), clipboard-write=(self)',
      );
    });

    it('security/external-domain-warning', async () => {
      const facts = await app.page.locator('.facts').textContent();
      expect(facts).toContain(
        'It may load from and talk to: allowed.example, cdn.example, frames.example, base.example',
      );
      expect(facts).toContain('It may ask for: your location, copying to your clipboard');
      expect(facts).toContain('Left out, because they are no addresses or too many: 2');
    });

    it('lifecycle/initialize-capabilities', () => {
      expect(told.protocolVersion).toBe('2026-01-26');
      expect(told.hostCapabilities).toEqual({
        openLinks: {},
        downloadFile: {},
        logging: {},
        serverResources: {},
        serverTools: {},
        message: { text: {} },
        updateModelContext: { text: {}, structuredContent: {} },
        sandbox: {
          csp: {
            connectDomains: ['https://allowed.example'],
            resourceDomains: ['https://cdn.example'],
            frameDomains: ['https://frames.example'],
            baseUriDomains: ['https://base.example'],
          },
          permissions: { geolocation: {}, clipboardWrite: {} },
        },
      });
    });

    it('lifecycle/tool-input', async () => {
      expect(await app.runner.heard('ui/notifications/tool-input')).toEqual({ arguments: { city: 'Oslo' } });
      await app.runner.heard('ui/notifications/tool-result');
      await app.runner.request('ping');
      const methods = await app.runner.methods();
      expect(methods.filter((method) => method === 'ui/notifications/tool-input')).toHaveLength(1);
    });

    it('lifecycle/tool-result', async () => {
      expect(await app.runner.heard('ui/notifications/tool-result')).toMatchObject({
        structuredContent: { value: { shown: 'declared', args: { city: 'Oslo' } } },
      });
      const methods = await app.runner.methods();
      expect(methods.indexOf('ui/notifications/tool-input')).toBeLessThan(
        methods.indexOf('ui/notifications/tool-result'),
      );
    });

    it('lifecycle/tool-input-partial and lifecycle/tool-input-partial-stop', async () => {
      await app.runner.heard('ui/notifications/tool-result');
      // What would have been sent behind it was sent before this is answered.
      await app.runner.request('ping');
      expect(await app.runner.methods()).not.toContain('ui/notifications/tool-input-partial');
    });

    it('context/initialize-hostcontext', () => {
      expect(told.hostContext).toMatchObject({
        toolInfo: { tool: { name: 'show-declared' } },
        theme: 'light',
        displayMode: 'inline',
        availableDisplayModes: ['inline', 'fullscreen'],
        containerDimensions: { width: 874, maxHeight: 4000 },
        locale: 'en-GB',
        timeZone: 'Europe/Oslo',
        platform: 'web',
      });
    });

    it('tools/proxy-call', async () => {
      const { result } = await app.runner.request('tools/call', { name: 'look', arguments: { at: 'this' } });
      expect(result).toMatchObject({ structuredContent: { value: { looked: { at: 'this' } } } });
    });

    it('visibility/app-tool-call-guard', async () => {
      for (const name of ['for-models', 'no-such-tool']) {
        const { error, result } = await app.runner.request('tools/call', { name, arguments: {} });
        expect(result).toBeUndefined();
        expect(error?.message).toBe('The server of this app has no such tool for its apps.');
      }
    });

    it('resources/read-referenced', async () => {
      const { result } = await app.runner.request('tools/call', { name: 'facts', arguments: {} });
      expect(result).toMatchObject({ structuredContent: { value: { reads: ['ui://runner/declared'] } } });
    });

    it('capabilities/mimetypes-required', async () => {
      const { result } = await app.runner.request('tools/call', { name: 'facts', arguments: {} });
      expect(result).toMatchObject({
        structuredContent: {
          value: {
            client: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } },
          },
        },
      });
    });

    it('capabilities/server-passthrough', async () => {
      const list = await app.runner.request('resources/list');
      expect(JSON.stringify(list.result)).toContain('ui://runner/declared');
      const read = await app.runner.request('resources/read', { uri: 'notes://runner/secret' });
      expect(read.result).toMatchObject({ contents: [{ text: 'a secret of the server' }] });
    });

    it('display/return-resulting-mode', async () => {
      const { result } = await app.runner.request('ui/request-display-mode', { mode: 'fullscreen' });
      expect(result).toEqual({ mode: 'fullscreen' });
      expect(await app.page.locator('h1').isVisible()).toBe(true);
      await app.page.getByRole('button', { name: 'End full screen' }).click();
      await eventually(() =>
        app.runner.run('probe.received.findLast((one) => one.params?.displayMode)?.params.displayMode'),
      ).toBe('inline');
    });

    it('display/unavailable-returns-current', async () => {
      const { result } = await app.runner.request('ui/request-display-mode', { mode: 'pip' });
      expect(result).toEqual({ mode: 'inline' });
    });
  });

  it('security/csp-default-deny', async () => {
    const { runner } = await fresh();
    await runner.run(`
      const add = (tag, wanted) => document.body.append(Object.assign(document.createElement(tag), wanted));
      fetch('https://any.example/x').catch(() => {});
      add('img', { src: 'https://any.example/y.png' });
      add('script', { src: 'https://any.example/z.js' });
      add('iframe', { src: 'https://any.example/f' });
      add('link', { rel: 'stylesheet', href: 'https://any.example/s.css' });
      add('video', { src: 'https://any.example/v.mp4' });
      add('object', { data: 'https://any.example/o.pdf' });
      new FontFace('f', 'url(https://any.example/f.woff2)').load().catch(() => {});
      try { new Worker('https://any.example/w.js') } catch {}
      try { new Worker(URL.createObjectURL(new Blob(['']))) } catch {}
      0`);
    await eventually(async () => [...new Set(await runner.run<string[]>('probe.blockedBy'))].sort()).toEqual([
      'connect-src',
      'font-src',
      'frame-src',
      'img-src',
      'media-src',
      'object-src',
      'script-src-elem',
      'style-src-elem',
      'worker-src',
    ]);
  });

  it('security/csp-audit-log', async () => {
    const lines: unknown[] = [];
    const keeper = createAppKeeper({
      blobs: createMemoryBlobs(Date.now),
      links: createAppLinks({ secrets: ['a secret of sixteen bytes'], now: Date.now }),
      baseUrl: () => 'https://bot.example.com',
      grantUi: createGrantUi(undefined),
      now: Date.now,
      log: { ...silentLog, info: (facts, message) => lines.push([message, facts]) },
    });
    const meta = { ui: { csp: { connectDomains: ['https://a.example', '*'] } } };
    await keeper.keep({
      ...{ owner: { channel: 'web', conversation: 'web:a:b' }, server: 's', tool: 't', args: {}, result: {} },
      resource: { uri: 'ui://s/t', data: '<p>', encoding: 'text', mime: 'text/html', meta },
    });
    expect(lines).toEqual([
      [
        'app.kept',
        {
          server: 's',
          tool: 't',
          csp: { connectDomains: ['https://a.example'] },
          permissions: [],
          refused_origins: 1,
          withheld_hosts: [],
        },
      ],
    ]);
  });

  it('lifecycle/tool-cancelled', async () => {
    const { runner } = await fresh('huge');
    await runner.initialize();
    expect(await runner.heard('ui/notifications/tool-cancelled')).toEqual({
      reason: 'The result was too large to be kept.',
    });
    expect(await runner.methods()).not.toContain('ui/notifications/tool-result');
  });

  it('lifecycle: nothing is sent before the app has introduced itself', async () => {
    const { page, runner } = await fresh();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 500, height: 700 });
    await runner.request('ping');
    expect(await runner.methods()).toEqual([]);
    // Who says that it is initialized without having asked is told nothing either.
    await runner.notify('ui/notifications/initialized');
    await runner.request('ping');
    expect(await runner.methods()).toEqual([]);
  });

  it('lifecycle/teardown-notify', async () => {
    const app = await fresh();
    await app.runner.initialize();
    await app.runner.run(
      'void (probe.teardown = async () => { probe.notify("notifications/message", { level: "info", data: "bye" }); return {} })',
    );
    await answer(app, 'Close the app');
    await eventually(() => app.page.locator('.notes').last().textContent()).toContain('bye');
    await eventually(() => app.page.locator('iframe').count()).toBe(0);
  });

  it('lifecycle/teardown-await', async () => {
    const app = await fresh();
    await app.runner.initialize();
    await app.runner.run('void (probe.teardown = () => new Promise((resolve) => { probe.mayGo = () => resolve({}) }))');
    await answer(app, 'Close the app');
    await app.runner.heard('ui/resource-teardown');
    expect(await app.page.locator('iframe').count()).toBe(1);
    await app.runner.run('void probe.mayGo()');
    await eventually(() => app.page.locator('iframe').count()).toBe(0);
  });

  it('visibility/app-tool-hidden', async () => {
    const host = createToolHost({
      servers: new Map([['runner', { command: process.execPath, args: [RUNNER] }]]),
      cwd: '.',
    });
    const { tools } = await host.list(new AbortController().signal);
    await host.close();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['show-bare', 'for-models', 'facts']));
    expect(tools.filter(({ name }) => ['look', 'change'].includes(name))).toEqual([]);
  });

  it('context/context-changed', async () => {
    const app = await fresh();
    await app.runner.initialize();
    await app.page.emulateMedia({ colorScheme: 'dark' });
    expect(await app.runner.heard('ui/notifications/host-context-changed')).toEqual({ theme: 'dark' });
  });

  it('dimensions/listen-size-changed', async () => {
    const { page, runner } = await fresh();
    await runner.initialize();
    const size = () => page.locator('.stage iframe').boundingBox();
    for (const [wanted, given] of [
      [612, 612],
      [1, 48],
      [99_999, 4000],
    ] as const) {
      await runner.notify('ui/notifications/size-changed', { width: 5000, height: wanted });
      await eventually(async () => (await size())?.height).toBe(given);
    }
    expect((await size())?.width).toBe(874);
  });

  it('display/no-undeclared-mode and display/decline-undeclared', async () => {
    const app = await fresh();
    await app.runner.initialize({ availableDisplayModes: ['inline'] });
    expect((await app.runner.request('ui/request-display-mode', { mode: 'fullscreen' })).result).toEqual({
      mode: 'inline',
    });
    await answer(app, 'Full screen');
    expect(await app.page.locator('body').getAttribute('class')).toBeNull();
  });

  it('links/open-external', async () => {
    const app = await fresh();
    await app.context.route('https://acme.example/**', (route) => route.fulfill({ body: 'acme' }));
    await app.runner.initialize();
    const asked = app.runner.request('ui/open-link', { url: 'https://acme.example/page?q=1' });
    await app.page.getByRole('heading', { name: 'The app wants to open a page of acme.example' }).waitFor();
    const opened = app.context.waitForEvent('page');
    const link = app.page.getByRole('link', { name: 'Open' });
    // The page's own policy parts it from what it opens; the link says so, too.
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await link.click();
    expect((await opened).url()).toBe('https://acme.example/page?q=1');
    expect(await (await opened).evaluate('opener')).toBeNull();
    expect(await asked).toEqual({ result: {} });
  });

  it('links: what is no http(s) URL is refused without a question [HI-18, HI-76]', async () => {
    const app = await fresh();
    await app.runner.initialize();
    for (const url of [
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'blob:https://acme.example/1',
      'file:///etc/passwd',
      'tg://resolve?domain=x',
      'intent://x#Intent;end',
      'https://user:password@acme.example',
      '/apps/x',
    ]) {
      const { error } = await app.runner.request('ui/open-link', { url });
      expect(error, url).toEqual({ code: -32000, message: 'This URL is not opened: only http and https URLs are.' });
    }
    expect(await app.page.locator('dialog').count()).toBe(0);
  });

  it('links: a person may say no', async () => {
    const app = await fresh();
    await app.runner.initialize();
    const asked = app.runner.request('ui/open-link', { url: 'https://acme.example' });
    await answer(app, 'Cancel');
    expect((await asked).error).toEqual({ code: -32000, message: 'The person did not open it.' });
  });

  it('messages/consent', async () => {
    const app = await fresh();
    await app.runner.initialize();
    const say = () =>
      app.runner.request('ui/message', { role: 'user', content: [{ type: 'text', text: 'delete all' }] });
    const asked = say();
    expect(await app.page.locator('dialog pre').textContent()).toBe('delete all');
    await app.page.keyboard.press('Escape');
    expect((await asked).error).toEqual({ code: -32000, message: 'The person did not want to say it.' });
  });

  it('messages/add-to-conversation', async () => {
    const app = await fresh();
    await app.runner.initialize();
    const asked = app.runner.request('ui/message', { role: 'user', content: [{ type: 'text', text: 'which one?' }] });
    await answer(app, 'Say it');
    expect(await asked).toEqual({ result: {} });
    const history = await fetch(`${apps.service.url}/api/v1/agent/chat/sessions/s1/messages`, {
      headers: { 'X-User-Id': 'ann' },
    });
    const { messages } = (await history.json()) as { messages: { role: string; content: string }[] };
    expect(messages).toContainEqual(expect.objectContaining({ role: 'user', content: 'which one?' }));
    await eventually(async () => {
      const again = await fetch(history.url, { headers: { 'X-User-Id': 'ann' } });
      return JSON.stringify(await again.json());
    }).toContain('You said: which one?');
  });

  it('model-context/provide-future-turns', async () => {
    const { runner } = await fresh();
    await runner.initialize();
    const params = { content: [{ type: 'text', text: 'Oslo is chosen' }], structuredContent: { city: 'Oslo' } };
    expect(await runner.request('ui/update-model-context', params)).toEqual({ result: {} });
    const views = JSON.stringify([
      { server: 'bare', tool: 'show-bare', text: 'Oslo is chosen', data: { city: 'Oslo' } },
    ]);
    for (const message of ['first', 'second']) {
      expect((await apps.chat(message, 'ann')).content).toBe(`You said: ${message} ${views}`);
    }
    expect((await apps.chat('hello', 'bo')).content).toBe('You said: hello ');
  });

  it('model-context/last-wins and model-context/overwrite-defer-dedupe-display', async () => {
    const { runner } = await fresh();
    await runner.initialize();
    for (const text of ['one', 'two', 'three']) {
      await runner.request('ui/update-model-context', { content: [{ type: 'text', text }] });
    }
    const { content } = await apps.chat('and now', 'ann');
    expect(content).toContain('"text":"three"');
    expect(content).not.toMatch(/"text":"(one|two)"/);
  });

  it('model-context: pictures and too many words are refused', async () => {
    const { runner } = await fresh();
    await runner.initialize();
    const picture = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] };
    expect((await runner.request('ui/update-model-context', picture)).error?.code).toBe(-32000);
    const long = { content: [{ type: 'text', text: 'x'.repeat(20_000) }] };
    expect((await runner.request('ui/update-model-context', long)).error?.code).toBe(-32000);
  });

  it('capabilities: methods that a host does not have are answered as such', async () => {
    const { runner } = await fresh();
    await runner.initialize();
    for (const method of ['sampling/createMessage', 'ui/no-such-thing', 'tools/list']) {
      expect((await runner.request(method)).error?.code, method).toBe(-32601);
    }
  });
});

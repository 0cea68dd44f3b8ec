import http from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { hasBrowser, useAppBrowser } from './app-browser.ts';
import { useAppService } from './app-service.ts';
import { Runner, VIEWS } from './runner/runner.ts';

/** As many a proxy does: takes a path off, and names the service by the address that it has behind the proxy. */
function createStrippingProxy(prefix: string, target: () => string): http.Server {
  return http.createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (!url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end('The proxy leads nothing there.');
      return;
    }
    const { hostname, port, host } = new URL(target());
    const forwarded = { ...headers, host };
    delete forwarded.origin;
    const onward = http.request(
      { hostname, port, method, path: url.slice(prefix.length), headers: forwarded },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
}

describe.skipIf(!hasBrowser)('a service behind a proxy, under a path', async () => {
  const proxy = createStrippingProxy('/bot', () => apps.service.url);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };
  const apps = useAppService(VIEWS, { env: { PUBLIC_URL: `http://127.0.0.1:${port}/bot` } });
  const open = useAppBrowser();
  afterAll(() => new Promise((resolve) => proxy.close(resolve).closeAllConnections()));

  it('shows an app and does what it asks for', async () => {
    const url = await apps.appOf('bare', 'ann');
    expect(url).toMatch(`http://127.0.0.1:${port}/bot/apps/`);
    const shown = await open(url, { as: 'ann' });
    const runner = await Runner.in(shown);
    await runner.initialize();
    expect((await runner.request('tools/call', { name: 'look', arguments: { at: 'it' } })).result).toMatchObject({
      structuredContent: { value: { looked: { at: 'it' } } },
    });
    expect(shown.complaints).toEqual([]);
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { BridgeError } from '../../src/protocol/errors.ts';
import { silentLog } from '../../src/protocol/log.ts';
import type { ChannelPage } from '../../src/protocol/page.ts';
import { createHttpServer } from '../../src/server/http-server.ts';

const PATH = '/channels/pager/hello';

async function served(open: ChannelPage['open']): Promise<string> {
  const server = createHttpServer({
    app: (_request, response) => void response.end('the application'),
    routes: [{ method: 'POST', path: '/channels/pager/hook', handle: async () => ({ status: 200 }) }],
    pages: [{ path: PATH, open }],
    log: silentLog,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a page shows its texts as texts, its action as a link, and nothing of anybody else', async () => {
  const url = await served(async ({ query, headers }) => ({
    status: 418,
    title: '<script>alert("1")</script>',
    lines: [`Hello ${query.get('name')} & ${headers['x-a']}`],
    action: { label: "It's <b>", url: 'https://example.com/?a=1&b="2"' },
    headers: { 'Set-Cookie': 'a=b' },
  }));
  const response = await fetch(`${url}${PATH}?name=%3CAnn%3E`, { headers: { 'X-A': 'b' } });
  const html = await response.text();
  expect(response.status).toBe(418);
  expect(html).toContain('<h1>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</h1>');
  expect(html).toContain('<p>Hello &lt;Ann&gt; &amp; b</p>');
  expect(html).toContain('<a href="https://example.com/?a=1&amp;b=&quot;2&quot;">It&#39;s &lt;b&gt;</a>');
  expect(html).not.toContain('<script');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    ),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'set-cookie': 'a=b',
  });
});

it('an action that is no http(s) URL is left out', async () => {
  const action = { label: 'Go', url: 'javascript:alert(1)' };
  const url = await served(async () => ({ status: 200, title: 'Hello', lines: [], action }));
  expect(await (await fetch(url + PATH)).text()).not.toContain('javascript');
});

it('a page answers HEAD as GET, without its body, and no other method', async () => {
  const url = await served(async () => ({ status: 200, title: 'Hello', lines: [] }));
  const length = (await (await fetch(url + PATH)).arrayBuffer()).byteLength;
  const head = await fetch(url + PATH, { method: 'HEAD' });
  expect([head.status, Number(head.headers.get('content-length')), await head.text()]).toEqual([200, length, '']);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const response = await fetch(url + PATH, { method });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({
      error: { code: 'method_not_allowed', message: `${PATH} takes GET only.` },
    });
  }
  expect((await fetch(`${url}/channels/pager/hook`)).status).toBe(405);
  expect((await fetch(`${url}${PATH}/more`)).status).toBe(404);
});

it('a page that breaks says so as a page: our own words, and no others', async () => {
  const own = await served(async () => Promise.reject(new BridgeError('channel_not_ready', 'Try <again>.')));
  const response = await fetch(own + PATH);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('<p>Try &lt;again&gt;.</p>');
  const other = await served(async () => Promise.reject(new Error('xoxb-secret')));
  const broken = await fetch(other + PATH);
  expect(broken.status).toBe(500);
  expect(await broken.text()).toContain('<p>Something went wrong on our side.</p>');
});

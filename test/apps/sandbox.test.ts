import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGrantUi } from '../../src/apps/granted-ui.ts';
import { keepApp } from '../../src/apps/kept-app.ts';
import { createOwnOrigins, isOwnOrigin } from '../../src/apps/own-origins.ts';
import { createSandboxPasses } from '../../src/apps/sandbox/sandbox-pass.ts';
import { createSandboxPlace } from '../../src/apps/sandbox/sandbox-place.ts';
import { type SandboxServer, startSandboxServer } from '../../src/apps/sandbox/sandbox-server.ts';
import { silentLog } from '../../src/protocol/log.ts';
import { createMemoryBlobs } from './memory-blobs.ts';

const ancestor = 'https://bot.example.com';
let nowMs = 1_000;
const now = () => nowMs;
const blobs = createMemoryBlobs(now);
const passes = createSandboxPasses({ secrets: ['a secret of sixteen bytes'], now });
let server: SandboxServer;
let url = '';
beforeAll(async () => {
  const place = () => createSandboxPlace(url);
  const grantUi = createGrantUi(undefined);
  server = await startSandboxServer({ host: '127.0.0.1', port: 0 }, { blobs, passes, place, grantUi, log: silentLog });
  url = `http://*.localhost:${server.port}`;
});
afterAll(() => server.close());

async function kept(resource: { mime?: string; encoding?: 'text' | 'base64'; meta?: unknown } = {}): Promise<string> {
  const { mime, encoding = 'text' as const, meta } = resource;
  const owner = { channel: 'web', conversation: 'web:ann:s', personId: 'ann' };
  const place = await keepApp(
    {
      owner,
      server: 's',
      tool: 't',
      args: {},
      result: {},
      resource: { uri: 'ui://s/t', data: '<p>', encoding, mime, meta },
    },
    { blobs, nowMs },
  );
  return place?.ref ?? '';
}

/** What the sandbox answers under this host name. */
function get(
  path: string,
  host: string,
  method = 'GET',
): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port: server.port, path, method, headers: { Host: host } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    request.on('error', reject).end();
  });
}

const hostOf = (ref: string) => new URL(createSandboxPlace(url).originOf(ref)).host;

describe('the sandbox', () => {
  it('gives an app a page with the policy that it declares, in a header [HI-80]', async () => {
    const ref = await kept({
      mime: 'text/html',
      meta: { ui: { csp: { connectDomains: ['https://a.example'] }, permissions: { camera: {} } } },
    });
    const { status, headers } = await get(`/${passes.issue({ ref, ancestor, framedBy: [] })}`, hostOf(ref));
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("connect-src https://a.example; frame-src 'none'");
    expect(headers['content-security-policy']).toContain('frame-ancestors https://bot.example.com');
    expect(headers['permissions-policy']).toBe('camera=(self), microphone=(), geolocation=(), clipboard-write=()');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
    });
  });

  it('takes no wish for a policy from the address [HI-80]', async () => {
    const ref = await kept({ mime: 'text/html' });
    const pass = passes.issue({ ref, ancestor, framedBy: [] });
    expect((await get(`/${pass}?csp=connect-src%20*`, hostOf(ref))).status).toBe(404);
  });

  it('has nothing without a pass, under another name, or once the pass is old', async () => {
    const ref = await kept();
    const other = await kept();
    const pass = passes.issue({ ref, ancestor, framedBy: [] });
    for (const [path, host] of [
      ['/', hostOf(ref)],
      [`/${ref}`, hostOf(ref)],
      [`/${pass}`, hostOf(other)],
      [`/${pass}`, `127.0.0.1:${server.port}`],
      [`/${passes.issue({ ref: 'no-such-app-anywhere00', ancestor, framedBy: [] })}`, hostOf(ref)],
    ] as const) {
      expect((await get(path, host)).status, path).toBe(404);
    }
    expect((await get(`/${pass}`, hostOf(ref), 'POST')).status).toBe(405);
    nowMs += 5 * 60_000;
    expect((await get(`/${pass}`, hostOf(ref))).status).toBe(404);
  });

  it('never holds the document itself, decoded or not [HI-48]', async () => {
    const ref = await kept({ mime: 'text/html', encoding: 'base64' });
    const { text } = await get(`/${passes.issue({ ref, ancestor, framedBy: [] })}`, hostOf(ref));
    expect(text).not.toContain('<p>');
    expect(text).toContain('"isBase64":true');
  });

  it('says nothing into its script that could end it', async () => {
    const ref = await kept({ mime: 'text/html' });
    const hostile = passes.issue({ ref, ancestor: 'https://</script><script>alert(1)</script>', framedBy: [] });
    expect((await get(`/${hostile}`, hostOf(ref))).text).not.toContain('<script>alert');
  });

  it('gives each app a name of its own where it can, and none a storage where it cannot [HI-84]', async () => {
    const apart = createSandboxPlace('https://*.apps.example');
    expect(apart.isolation).toBe('origin');
    expect(apart.originOf('a'.repeat(22))).not.toBe(apart.originOf('b'.repeat(22)));
    expect(apart.originOf('a'.repeat(22))).toMatch(/^https:\/\/app-[0-9a-f]{24}\.apps\.example$/);
    expect(createSandboxPlace('https://apps.example').isolation).toBe('opaque');
  });
});

describe('our own origins', () => {
  const origins = createOwnOrigins({ publicUrl: 'https://bot.example.com', url: () => 'http://127.0.0.1:3000' });

  it.each([
    ['bot.example.com', 'https://bot.example.com'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['localhost:3000', 'http://localhost:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['localhost:3001', undefined],
    ['app-0.localhost:3000', undefined],
    ['evil.example', undefined],
    [undefined, undefined],
  ])('%s is %s', (host, origin) => {
    expect(origins.of(host)).toBe(origin);
  });

  it('are that of the page itself, whatever the service knows', () => {
    const place = createSandboxPlace('https://apps.example.com');
    expect(isOwnOrigin(place, 'a'.repeat(22), origins, 'https://apps.example.com')).toBe(true);
  });

  it.each([
    ['https://bot.example.com', true],
    ['http://localhost:3000', true],
    ['http://localhost:3001', false],
    ['https://apps.example.com', false],
    ['https://*.example.com', false],
  ])('a sandbox at %s is one of them: %s', (place, isOurs) => {
    expect(isOwnOrigin(createSandboxPlace(place), 'a'.repeat(22), origins, 'https://bot.example.com')).toBe(isOurs);
  });
});

import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { useAppService } from './app-service.ts';
import { VIEWS } from './runner/runner.ts';

const apps = useAppService(VIEWS, { env: { FOOTBRIDGE_KEYS: 'client-key' } });
const KEY = { Authorization: 'Bearer client-key' };

async function appOfAnn(): Promise<string> {
  const response = await fetch(`${apps.service.url}/v1/chat/stream?capabilities=footbridge.mcp_app@1`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann', ...KEY },
    body: JSON.stringify({ message: 'show declared', session_id: 's1' }),
  });
  return /"app":"([^"]+)"/.exec(await response.text())?.[1] ?? '';
}

async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const posted = body !== undefined && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(apps.service.url + path, { headers, ...posted });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

const tokenOf = async (user: string) => {
  const { body } = await call('/v1/user-tokens', { user_id: user, ttl_s: 60 }, KEY);
  return { Authorization: `Bearer ${body.token}` };
};
const ann = { ...KEY, 'X-User-Id': 'ann' };
const bo = { ...KEY, 'X-User-Id': 'bo' };

describe('the link to an app', () => {
  it('shows it to whoever has it, without any key, and read-only', async () => {
    const { status, body, headers } = await call(`/v1/apps/${await appOfAnn()}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(body).toMatchObject({
      ...{ object: 'app', server: 'declared', tool: 'show-declared', kind: 'page', can_act: false },
      granted: { csp: { connectDomains: ['https://allowed.example'] }, permissions: ['geolocation', 'clipboardWrite'] },
      args: { city: 'Oslo' },
      refused_origins: 2,
    });
    expect(JSON.stringify(body.result)).not.toContain('<!doctype');
  });

  it('knows the person who was answered by a user token or by a trusted client', async () => {
    const app = await appOfAnn();
    for (const [headers, canAct] of [
      [ann, true],
      [bo, false],
      [await tokenOf('ann'), true],
      [await tokenOf('bo'), false],
    ] as const) {
      expect((await call(`/v1/apps/${app}`, undefined, headers)).body.can_act).toBe(canAct);
    }
  });

  it('takes no proof that does not hold for a stranger without a word', async () => {
    const app = await appOfAnn();
    for (const headers of [
      { Authorization: 'Bearer fbu_nonsense' },
      { 'X-User-Id': 'ann' },
      { Authorization: 'tma user=1&hash=00' },
    ]) {
      expect(await call(`/v1/apps/${app}`, undefined, headers as never)).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthorized' } },
      });
    }
  });

  it('gives the document as bytes that no browser runs', async () => {
    const { status, headers, text } = await call(`/v1/apps/${await appOfAnn()}/body`);
    expect(status).toBe(200);
    expect(text).toMatch(/^<!doctype html>/);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('is a page of ours with a policy of its own', async () => {
    const { status, headers } = await call(`/apps/${await appOfAnn()}`);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src http:\/\/app-[0-9a-f]{24}\.localhost:\d+; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('runs for a page of ours as that says itself, whatever host a proxy names to us', async () => {
    const path = `/v1/apps/${await appOfAnn()}`;
    const ancestorOf = async (page: string) => {
      const { body } = await call(`${path}?page=${encodeURIComponent(page)}`);
      const pass = new URL(body.sandbox_url).pathname.slice(1).split('.')[0] ?? '';
      return JSON.parse(Buffer.from(pass, 'base64url').toString('utf8'))[1];
    };
    const { port } = new URL(apps.service.url);
    expect(await ancestorOf(`http://localhost:${port}`)).toBe(`http://localhost:${port}`);
    for (const page of ['https://evil.example', `https://localhost:${port}`, 'null', `http://localhost:${port}/x`]) {
      expect(await call(`${path}?page=${encodeURIComponent(page)}`), page).toMatchObject({
        status: 409,
        body: { error: { code: 'sandbox_unusable' } },
      });
    }
  });

  it('is a page that says why where there is none, within the frame of a chat too', async () => {
    const { status, headers } = await call('/apps/nonsense');
    expect(status).toBe(404);
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("frame-src 'none'");
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/);
  });

  it.each(['/apps/nonsense', '/v1/apps/nonsense', '/v1/apps/nonsense/body'])('%s is not there', async (path) => {
    expect((await call(path)).status).toBe(404);
  });

  it('tells other methods off', async () => {
    const app = await appOfAnn();
    expect((await call(`/v1/apps/${app}/tools/call`)).status).toBe(405);
    expect((await call(`/v1/apps/${app}`, {}, KEY)).status).toBe(405);
  });
});

describe('what an app may do', () => {
  const ACTS = [
    ['tools/call', { name: 'look' }],
    ['resources/list', {}],
    ['resources/read', { uri: 'notes://runner/secret' }],
    ['resources/read', { uri: 'ui://runner/bare' }],
    ['message', { id: '12345678', text: 'hello' }],
    ['model-context', { text: 'hello' }],
  ] as const;

  it.each(ACTS)('%s is for the person who was answered', async (path, body) => {
    const app = await appOfAnn();
    for (const headers of [{}, bo, await tokenOf('bo')]) {
      const answer = await call(`/v1/apps/${app}/${path}`, body, headers);
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'app_read_only' } } });
    }
    expect((await call(`/v1/apps/${app}/${path}`, body, ann)).status).toBeLessThan(300);
  });

  it('a tool that may change something is called once the person said yes', async () => {
    const path = `/v1/apps/${await appOfAnn()}/tools/call`;
    expect(await call(path, { name: 'change' }, ann)).toMatchObject({
      status: 409,
      body: { error: { code: 'approval_required' } },
    });
    expect((await call(path, { name: 'change', approved: true }, ann)).body.structuredContent).toEqual({
      value: 'changed',
    });
  });

  it.each(['for-models', 'no-such-tool'])('no yes makes the tool %s one for apps', async (name) => {
    const answer = await call(`/v1/apps/${await appOfAnn()}/tools/call`, { name, approved: true }, ann);
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'app_tool_refused' } } });
  });

  it('the same message said again is one turn', async () => {
    const app = await appOfAnn();
    const said = { id: 'the-same-message', text: 'once' };
    const [first, second] = [
      await call(`/v1/apps/${app}/message`, said, ann),
      await call(`/v1/apps/${app}/message`, said, ann),
    ];
    expect(first).toMatchObject({ status: 202, body: { status: 'accepted' } });
    expect(second.body).toEqual({ status: 'duplicate', turn_id: first.body.turn_id });
  });

  it.each([
    ['tools/call', { name: '' }],
    ['tools/call', { name: 'look', arguments: [] }],
    ['tools/call', { name: 'look', server: 'other' }],
    ['message', { id: 'short', text: 'x' }],
    ['message', { id: '12345678', text: '   ' }],
    ['message', { id: '12345678', text: 'x'.repeat(20_000) }],
    ['resources/read', { uri: '' }],
  ])('%s with %j is refused', async (path, body) => {
    expect((await call(`/v1/apps/${await appOfAnn()}/${path}`, body, ann)).status).toBe(400);
  });

  it('a model is told so many characters', async () => {
    const answer = await call(`/v1/apps/${await appOfAnn()}/model-context`, { text: 'x'.repeat(17_000) }, ann);
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'body_too_large' } } });
  });
});

describe('a sandbox that is not apart', async () => {
  const port = await freePort();
  const env = { PORT: String(port), SANDBOX_PORT: '0', SANDBOX_URL: `http://localhost:${port}` };
  const same = useAppService(VIEWS, { env });

  it('shows no app: its origin would be ours', async () => {
    const url = new URL(await same.appOf('bare', 'ann'));
    const answer = await fetch(`${url.origin}/v1${url.pathname}`);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      error: { code: 'sandbox_unusable', message: expect.stringContaining('SANDBOX_URL has the same origin') },
    });
  });
});

describe('a service that people reach from elsewhere', () => {
  const remote = useAppService(VIEWS, { env: { PUBLIC_URL: 'http://bot.example.com' } });

  /** Asks as a browser does that knows the service by this name. */
  function statusAs(host: string, path: string): Promise<{ status: number | undefined; text: string }> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(remote.service.url);
      const request = http.get({ host: '127.0.0.1', port, path, headers: { Host: host } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, text }));
      });
      request.on('error', reject);
    });
  }

  it('shows no app there as long as it has no address for apps, and shows it on this machine', async () => {
    const link = new URL(await remote.appOf('bare', 'ann'));
    expect(link.origin).toBe('http://bot.example.com');
    const path = `/v1${link.pathname}`;
    const here = new URL(remote.service.url).host;
    expect((await statusAs(here, path)).status).toBe(200);
    // Without keys nobody gets as far as that from elsewhere.
    expect((await statusAs('bot.example.com', path)).text).toContain('host_refused');
    await remote.service.restart({ FOOTBRIDGE_KEYS: 'client-key' });
    const refused = await statusAs('bot.example.com', path);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Set SANDBOX_URL and SANDBOX_PORT.');
    expect((await statusAs('other.example.com', path)).text).toContain('Set PUBLIC_URL to it.');
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/protocol/log.ts';
import { type AccessOptions, checkOrigin } from '../../src/server/access.ts';
import { telemetryRouter } from '../../src/server/routes/telemetry.ts';
import { createUserTokens } from '../../src/server/user-token.ts';

const userTokens = createUserTokens({ secrets: ['a secret of more than sixteen bytes'], now: Date.now });
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(options: Partial<AccessOptions> = {}) {
  const access = { keys: [], adminKeys: [], origins: ['https://acme.example'], userTokens, ...options };
  const lines: { facts: object; message: string }[] = [];
  const counted: string[] = [];
  const app = express();
  app.use(checkOrigin(access));
  app.use(
    '/v1/telemetry',
    telemetryRouter({
      access,
      log: { ...silentLog, info: (facts, message) => lines.push({ facts, message }) },
      metrics: { blockAction: (kind) => counted.push(kind) },
      now: () => 1_000_000,
    }),
  );
  app.use(((error, _request, response, _next) => {
    response.status((error as { status: number }).status).json((error as { code?: string }).code ?? null);
  }) as express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const post = async (body: unknown, headers: Record<string, string> = {}, method = 'POST') => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/telemetry/block-action`, {
      ...{ method, headers: { 'Content-Type': 'text/plain;charset=UTF-8', ...headers } },
      ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return { post, lines, counted };
}

const pressed = { blockId: 'ui_1', itemId: 'wallet', action: 'route' };

describe('the telemetry of blocks', () => {
  it('writes one line, counts it, and answers 204 without a body [UBP-48]', async () => {
    const { post, lines, counted } = await serve();
    const { status, text } = await post(pressed);
    expect([status, text]).toEqual([204, '']);
    expect(lines).toEqual([
      { facts: { block_id: 'ui_1', item_id: 'wallet', action: 'route' }, message: 'ui.block_action' },
    ]);
    expect(counted).toEqual(['route']);
  });

  it('takes JSON under any content type, as beacons send it', async () => {
    const { post, lines } = await serve();
    for (const type of ['text/plain', 'application/json', 'application/octet-stream']) {
      expect((await post(pressed, { 'Content-Type': type })).status).toBe(204);
    }
    expect(lines.length).toBe(3);
  });

  it('looks at no id and no kind, and counts with few labels [UBP-50]', async () => {
    const { post, counted } = await serve();
    for (const action of ['slash', 'modal', 'external', 'navigate', '__proto__']) {
      expect((await post({ ...pressed, blockId: 'nobody knows', action })).status).toBe(204);
    }
    expect(counted).toEqual(['slash', 'modal', 'external', 'other', 'other']);
  });

  it.each([
    '',
    'no json',
    '[]',
    '"text"',
    '{}',
    JSON.stringify({ ...pressed, blockId: '' }),
    JSON.stringify({ ...pressed, blockId: { id: 'x' } }),
    JSON.stringify({ ...pressed, action: { kind: 'route' } }),
    JSON.stringify({ ...pressed, more: { a: { b: 1 } } }),
    JSON.stringify({ ...pressed, itemId: 'x'.repeat(129) }),
    JSON.stringify({ ...pressed, itemId: 7 }),
    '{"blockId":"a","itemId":"b","action":"route","__proto__":{}}',
    `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
  ])('refuses %j with 400 [UBP-50, HI-88]', async (body) => {
    const { post, lines } = await serve();
    expect((await post(body)).status).toBe(400);
    expect(lines).toEqual([]);
  });

  it('refuses more than 1 KB with 413 [UBP-50, HI-88]', async () => {
    const { post } = await serve();
    const padded = (bytes: number) => JSON.stringify(pressed).padEnd(bytes, ' ');
    expect((await post(padded(1_024))).status).toBe(204);
    expect((await post(padded(1_025))).status).toBe(413);
    expect((await post(padded(10_000_000))).status).toBe(413);
  });

  it('lets no line of the log be forged [UBP-50, HI-88]', async () => {
    const { post, lines } = await serve();
    await post({ ...pressed, blockId: 'x\r\nlevel=error\u0000\u202e' });
    expect(lines[0]?.facts).toMatchObject({ block_id: 'x level=error' });
  });

  it('refuses one caller who floods, and hears the others [UBP-50, HI-88]', async () => {
    const { post } = await serve();
    const flood = await Promise.all(Array.from({ length: 40 }, () => post(pressed, { 'X-User-Id': 'ann' })));
    expect(flood.filter(({ status }) => status === 204).length).toBe(30);
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused.length).toBe(10);
    expect(refused[0]?.text).toBe('"rate_limited"');
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect((await post(pressed, { 'X-User-Id': 'bo' })).status).toBe(204);
    expect((await post(pressed)).status).toBe(204);
  });

  it('takes a beacon of an allowed page without a key, and of no other', async () => {
    const { post } = await serve({ keys: ['k1'] });
    const beacon = await post(pressed, { Origin: 'https://acme.example' });
    expect(beacon.status).toBe(204);
    expect(beacon.headers.get('access-control-allow-origin')).toBe('https://acme.example');
    expect((await post(pressed, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(pressed)).status).toBe(401);
    expect((await post(pressed, { Origin: 'https://acme.example', Authorization: 'Bearer wrong' })).status).toBe(401);
    const authorization = `Bearer ${userTokens.issue('ann', 60).token}`;
    expect((await post(pressed, { Authorization: authorization })).status).toBe(204);
    expect((await post(pressed, { Authorization: 'Bearer k1' })).status).toBe(204);
  });

  it('takes POST only', async () => {
    const { post } = await serve();
    expect((await post(undefined, {}, 'GET')).status).toBe(405);
  });
});

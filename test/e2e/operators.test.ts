import { afterEach, describe, expect, it } from 'vitest';
import { runDead } from '../../src/cli/operator/dead.ts';
import { readEnvironment } from '../../src/environment.ts';
import { startTestService, type TestService } from './service.ts';

const ADMIN = { Authorization: 'Bearer admin' };
const CLIENT = { Authorization: 'Bearer client' };
const env = { FOOTBRIDGE_KEYS: 'client', FOOTBRIDGE_ADMIN_KEYS: 'admin' };

let service: TestService;
afterEach(() => service.end());

interface Listed {
  object: string;
  data: { id: string; conversation: string; reason: string; attempts: number; turn_id?: string }[];
  cursor?: string;
}

async function call(method: string, path: string, headers: Record<string, string> = ADMIN) {
  const response = await fetch(service.url + path, { method, headers });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function list(path: string): Promise<Listed> {
  const { status, body } = await call('GET', path);
  expect(status).toBe(200);
  return body;
}

const REFUSAL = { error_code: 403, description: 'Forbidden: the bot is not welcome' };

/** Pushes a message that the platform refuses. */
async function pushRefused(chat: number, text: string): Promise<void> {
  service.telegram.failNext('sendMessage', REFUSAL);
  const before = (await list('/v1/deliveries?status=dead')).data.length;
  await service.post('/v1/turns', { to: { channel: 'telegram', address: { chat_id: chat } }, turn: { text } }, CLIENT);
  await expect.poll(async () => (await list('/v1/deliveries?status=dead')).data.length).toBe(before + 1);
}

const texts = (chat: number) => service.telegram.messages(chat).flatMap((message) => message.text ?? []);

describe('dead deliveries', () => {
  it('are listed with their reason and without their text, page by page, and by channel', async () => {
    service = await startTestService({ env });
    const ann = service.telegram.person('Ann');
    for (const text of ['one', 'two', 'three']) await pushRefused(ann.id, text);

    const first = await list('/v1/deliveries?status=dead&limit=2');
    expect(first).toMatchObject({ object: 'list', data: [{ object: 'delivery', status: 'dead', attempts: 1 }, {}] });
    expect(first.data[0]).toMatchObject({ channel: 'telegram', conversation: `telegram:${ann.id}` });
    expect(first.data[0]?.reason).toContain('the bot is not welcome');
    expect(JSON.stringify(first)).not.toContain('three');
    const second = await list(`/v1/deliveries?status=dead&limit=2&cursor=${encodeURIComponent(first.cursor ?? '')}`);
    expect(second.data).toHaveLength(1);
    expect(second).not.toHaveProperty('cursor');
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(3);
    expect((await list('/v1/deliveries?status=dead&channel=telegram')).data).toHaveLength(3);
    expect((await list('/v1/deliveries?status=dead&channel=slack')).data).toEqual([]);
  });

  it('go out when they are retried, and are gone when they are dropped', async () => {
    service = await startTestService({ env });
    const ann = service.telegram.person('Ann');
    for (const text of ['one', 'two']) await pushRefused(ann.id, text);
    const [two, one] = (await list('/v1/deliveries?status=dead')).data;

    expect(await call('POST', `/v1/deliveries/${one?.id}/retry`)).toEqual({
      status: 202,
      body: { object: 'delivery', id: one?.id, status: 'waiting' },
    });
    await expect.poll(() => texts(ann.id)).toEqual(['one']);
    expect(await call('DELETE', `/v1/deliveries/${two?.id}`)).toEqual({ status: 204, body: undefined });
    expect((await list('/v1/deliveries?status=dead')).data).toEqual([]);
    for (const [method, path] of [
      ['POST', `/v1/deliveries/${one?.id}/retry`],
      ['DELETE', `/v1/deliveries/${two?.id}`],
    ] as const) {
      expect(await call(method, path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    }
  });

  it('are asked for with a status, a channel and a limit that there are', async () => {
    service = await startTestService({ env });
    for (const [query, code] of [
      ['status=delivered', 'body_invalid'],
      ['limit=0', 'body_invalid'],
      ['limit=201', 'body_invalid'],
      ['chanel=telegram', 'body_invalid'],
      ['channel=pigeon', 'channel_unknown'],
    ] as const) {
      expect(await call('GET', `/v1/deliveries?${query}`)).toMatchObject({ status: 400, body: { error: { code } } });
    }
  });

  it("are an operator's business, and no client's", async () => {
    service = await startTestService({ env });
    for (const path of ['/v1/deliveries?status=dead', '/v1/turns?status=dead', '/v1/users/7/export', '/v1/backup']) {
      expect(await call('GET', path, CLIENT)).toMatchObject({ status: 401 });
      expect(await call('GET', path, {})).toMatchObject({ status: 401 });
    }
    expect(await call('DELETE', '/v1/users/7', CLIENT)).toMatchObject({ status: 401 });
    // Nor is a client's business an operator's.
    expect((await service.post('/v1/chat', { message: 'hello' }, ADMIN)).status).toBe(401);
    expect((await service.post('/v1/chat', { message: 'hello' }, CLIENT)).status).toBe(200);
  });
});

describe('footbridge dead', () => {
  async function dead(...args: string[]) {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const environment = readEnvironment({ ...env, FOOTBRIDGE_URL: service.url });
    const code = await runDead(args, { environment, print, complain: print });
    return { code, text: lines.join('\n') };
  }

  it('lists, retries by id, retries all in order, and drops', async () => {
    service = await startTestService({ env });
    const ann = service.telegram.person('Ann');
    expect(await dead('list')).toEqual({ code: 0, text: 'Nothing is dead.' });
    for (const text of ['one', 'two', 'three', 'four']) await pushRefused(ann.id, text);

    const listed = await dead('list', 'deliveries');
    expect(listed.code).toBe(0);
    expect(listed.text.split('\n')).toHaveLength(5);
    expect(listed.text).toMatch(/^id +conversation +attempts +died at +reason\n/);
    const ids = (JSON.parse((await dead('list', '--json')).text) as { id: string }[]).map(({ id }) => id);
    expect(await dead('drop', ids[0] ?? '')).toEqual({ code: 0, text: 'Deleted: 1.' });
    expect(await dead('retry', '--all', '--reason', 'restored')).toEqual({ code: 0, text: 'To be done again: 0.' });
    expect(await dead('retry', '--all', '--channel', 'telegram')).toEqual({ code: 0, text: 'To be done again: 3.' });
    await expect.poll(() => texts(ann.id)).toEqual(['one', 'two', 'three']);
    expect(await dead('retry', ids[1] ?? '')).toMatchObject({
      code: 1,
      text: expect.stringContaining('To be done again: 0.'),
    });
  });

  it('says how it is used when it is called wrongly', async () => {
    service = await startTestService({ env });
    for (const args of [[], ['lst'], ['retry'], ['retry', 'dlv_1', '--all'], ['list', 'messages']]) {
      expect(await dead(...args)).toMatchObject({ code: 2, text: expect.stringContaining('Usage') });
    }
  });

  it('says which key it wants, and that no service answers', async () => {
    service = await startTestService({ env: { FOOTBRIDGE_KEYS: 'client' } });
    await expect(dead('list')).rejects.toMatchObject({
      code: 'admin_keys_required',
      message: expect.stringContaining('FOOTBRIDGE_ADMIN_KEYS'),
    });
    await service.stop();
    await expect(dead('list')).rejects.toMatchObject({
      code: 'service_unreachable',
      message: expect.stringContaining(service.url),
    });
  });
});

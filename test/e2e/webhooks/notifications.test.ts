import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REPLIES, startTestService, type TestService } from '../service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let receiver: Receiver;
let service: TestService;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({
    formation: `${REPLIES}channels:
  telegram: { token: "1:test", api_root: API_ROOT, mode: webhook, secret_token: hook-secret }
async: { webhook_url: "${receiver.url}/default", allow_hosts: [127.0.0.1] }
proactive:
  channels:
    ops: { transformer: slack, url: "${receiver.url}/ops", context: { channel: C1 } }
    pager: { transformer: pager }
  default_channel: ops
`,
    transformers: {
      pager: `name: pager
endpoint: { url: "${receiver.url}/pager/\${{ context.number }}" }
body: { text: "\${{ response.content }}" }
content_transform: { format: plain }
`,
      discord: `name: discord
endpoint: { url: "${receiver.url}/discord/\${{ context.channel_id }}" }
body: { content: "\${{ response.content }}", components: "\${{ ui.discord.components }}" }
`,
    },
    env: { FOOTBRIDGE_KEYS: 'key-one' },
  });
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});
afterEach(() => {
  receiver.requests.length = 0;
});

const key = { Authorization: 'Bearer key-one' };
const hook = { 'X-Telegram-Bot-Api-Secret-Token': 'hook-secret' };

interface Answer {
  via: string;
  conversation: string;
  error: { code: string; message: string };
}

async function notify(body: object) {
  const answer = await service.post('/v1/notifications', body, key);
  return { status: answer.status, ...(answer.body as Answer) };
}

async function channels(user: string, body?: unknown) {
  const response = await fetch(`${service.url}/v1/users/${user}/channels`, {
    method: body === undefined ? 'GET' : 'PUT',
    headers: { ...key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answered = (await response.json()) as Record<string, unknown> & { error: { code: string } };
  return { status: response.status, ...answered };
}

/** A person who has written to the bot in private; gives their id. */
async function writer(name: string, updateId: number): Promise<number> {
  const person = service.telegram.person(name);
  const chat = { id: person.id, type: 'private', first_name: name };
  const message = { message_id: 1, date: 1, chat, from: person, text: 'hello' };
  await service.post('/channels/telegram/webhook', { update_id: updateId, message }, hook);
  await expect.poll(() => service.telegram.messages(person).length).toBe(1);
  return person.id;
}

describe('a notification', () => {
  it('goes to the default channel, through its template, and says which way it went', async () => {
    expect(await notify({ message: 'The **build** is red.' })).toMatchObject({
      status: 202,
      via: 'default',
      conversation: 'proactive:ops',
    });
    await expect.poll(() => receiver.bodies('/ops')).toEqual([{ channel: 'C1', text: 'The *build* is red.' }]);
  });

  it('goes to the channel that is named, with what its template needs', async () => {
    expect(await notify({ channel: 'pager', message: 'Wake up.', context: { number: '7' } })).toMatchObject({
      via: 'explicit',
    });
    await expect.poll(() => receiver.bodies('/pager/7')).toEqual([{ text: 'Wake up.' }]);
  });

  it('asks nobody where nothing comes back: choices are text', async () => {
    const clarification = { prompt: 'Restart?', choices: [{ value: 'y', label: 'Yes' }] };
    await notify({ channel: 'ops', turn: { text: 'Disk full.', clarification } });
    await expect
      .poll(() => receiver.bodies('/ops'))
      .toEqual([{ channel: 'C1', text: 'Disk full.\n\nRestart?\n1. Yes' }]);
  });

  it('goes to where the user wrote, and to their preferred channel once it is set', async () => {
    const id = await writer('Ann', 1);
    expect(await notify({ user: String(id), message: 'one' })).toMatchObject({ via: 'preferred' });
    await expect.poll(() => service.telegram.messages(id).at(-1)?.text).toBe('one');

    expect(await channels(String(id), { preferred: 'pager', channels: { pager: { number: '9' } } })).toMatchObject({
      status: 200,
      preferred: 'pager',
      default: 'ops',
      channels: [
        { channel: 'pager', address: { number: '9' }, source: 'set' },
        { channel: 'telegram', address: { chat_id: id }, source: 'seen', last_seen_at: expect.any(String) },
      ],
    });
    expect(await notify({ user: String(id), message: 'two' })).toMatchObject({ via: 'preferred' });
    await expect.poll(() => receiver.bodies('/pager/9')).toEqual([{ text: 'two' }]);
    const target = { to: { user: String(id), target: 'preferred' }, turn: { text: 'three' } };
    expect((await service.post('/v1/turns', target, key)).body).toMatchObject({ conversation: 'proactive:pager' });
    // Named, another channel goes first.
    expect(await notify({ user: String(id), channel: 'telegram', message: 'four' })).toMatchObject({ via: 'explicit' });
    await expect.poll(() => service.telegram.messages(id).at(-1)?.text).toBe('four');

    expect(await channels(String(id), {})).toMatchObject({ preferred: null });
    expect(await notify({ user: String(id), message: 'five' })).toMatchObject({ conversation: `telegram:${id}` });
  });

  it('goes to an address that was set, also of somebody who never wrote, and outlives a restart', async () => {
    const bo = service.telegram.person('Bo').id;
    await channels('bo@acme.example', { preferred: 'telegram', channels: { telegram: { chat_id: bo } } });
    await service.restart();
    expect(await notify({ user: 'bo@acme.example', message: 'hi' })).toMatchObject({ conversation: `telegram:${bo}` });
    await expect.poll(() => service.telegram.messages(bo).at(-1)?.text).toBe('hi');
  });

  it('is sent once for one key', async () => {
    const body = { message: 'once', idempotency_key: 'n-1' };
    const [first, second] = [await notify(body), await notify(body)];
    expect(second).toEqual(first);
    await expect.poll(() => receiver.bodies('/ops')).toHaveLength(1);
    expect((await notify({ ...body, message: 'twice' })).error.code).toBe('idempotency_mismatch');
  });

  it('says what is wrong', async () => {
    const failures = await Promise.all([
      notify({ channel: 'nowhere', message: 'x' }),
      notify({ channel: 'telegram', message: 'x' }),
      notify({ channel: 'telegram', user: 'nobody', message: 'x' }),
      notify({ channel: 'email', user: 'nobody', message: 'x' }),
      notify({}),
      notify({ message: 'x', turn: { text: 'y' } }),
    ]);
    expect(failures.map(({ status, error }) => `${status} ${error.code}`)).toEqual([
      '400 channel_unknown',
      '400 body_invalid',
      '404 user_unknown',
      '409 channel_off',
      '400 body_invalid',
      '400 body_invalid',
    ]);
    expect((await channels('ann', { preferred: 'nowhere' })).error.code).toBe('channel_unknown');
    expect((await channels('ann', { channels: { telegram: { chat: 1 } } })).error.code).toBe('address_invalid');
  });
});

describe('a channel whose transformer has an endpoint', () => {
  it('sends through it, without a connection of its own, with its native buttons', async () => {
    const turn = { text: 'Go?', clarification: { prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }] } };
    const to = { channel: 'discord', address: { channel_id: '42' } };
    const pushed = await service.post('/v1/turns', { to, turn, answers: 'anyone' }, key);
    expect(pushed.status).toBe(202);
    await expect.poll(() => receiver.bodies('/discord/42')).toHaveLength(1);
    const body = receiver.bodies('/discord/42')[0] as { content: string; components: unknown[] };
    expect(body.content).toContain('1. Yes');
    expect(JSON.stringify(body.components)).toMatch(/"custom_id":"ui_\w{21}#0"/);
  });

  it('names files in the text', async () => {
    const files = [{ name: 'plan.pdf', mime: 'application/pdf', url: 'https://files.acme.example/plan.pdf' }];
    const to = { channel: 'discord', address: { channel_id: '43' } };
    await service.post('/v1/turns', { to, turn: { text: 'Here.', files } }, key);
    await expect.poll(() => receiver.bodies('/discord/43')).toHaveLength(1);
    expect((receiver.bodies('/discord/43')[0] as { content: string }).content).toContain('plan.pdf');
  });
});

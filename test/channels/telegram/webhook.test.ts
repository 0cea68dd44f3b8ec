import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBot } from '../../../src/channels/telegram/bot.ts';
import { createConnection } from '../../../src/channels/telegram/connection.ts';
import { telegramSettings } from '../../../src/channels/telegram/settings.ts';
import type { ChannelConnection, ChannelResponse } from '../../../src/protocol/channel.ts';
import { FakeBotApi, refusal } from './fake-bot-api.ts';
import { FakeHost, ownedElsewhere } from './fake-host.ts';
import { groupMessage, message, press } from './updates.ts';

const SECRET = 'quay-17';

let api: FakeBotApi;
let host: FakeHost;
let connection: ChannelConnection;

beforeEach(async () => {
  api = await FakeBotApi.start();
  host = new FakeHost();
  host.publicUrl = 'https://ferry.example/bots';
  connection = await connect({});
});
afterEach(async () => {
  await connection.stop();
  await api.stop();
});

async function connect(fields: object): Promise<ChannelConnection> {
  const settings = telegramSettings.parse({
    token: '4242:secret_of_the_ferry',
    mode: 'webhook',
    secret_token: SECRET,
    api_root: api.root,
    ...fields,
  });
  return createConnection(await loadBot(settings), settings, host);
}

function post(body: unknown, secret: string | string[] | undefined = SECRET): Promise<ChannelResponse> {
  const [route] = connection.routes;
  if (!route) throw new Error('no route');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return route.handle({ headers: { 'x-telegram-bot-api-secret-token': secret }, body: Buffer.from(text) });
}

const answers = () => api.callsOf('answerCallbackQuery');
const ok = { status: 200, body: {} };

describe('the webhook', () => {
  it('stands at its path in webhook mode only', async () => {
    expect(connection.routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /channels/telegram/webhook',
    ]);
    expect((await connect({ mode: 'polling' })).routes).toEqual([]);
  });

  it('keeps the update as it came, and says 200 after that [CH-9]', async () => {
    const raw = ` ${JSON.stringify({ update_id: 5, message: message({ text: 'hi' }) })}`;
    let isKept = false;
    host.onReceive = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      isKept = true;
      return { status: 'accepted' };
    };
    expect(await post(raw)).toEqual(ok);
    expect(isKept).toBe(true);
    expect(host.inbounds).toMatchObject([{ dedupeKey: '5', raw, event: { text: 'hi' } }]);
  });

  it.each([['another'], [''], [[SECRET, SECRET]]])('refuses the secret %j', async (secret) => {
    expect(await post({ update_id: 5, message: message({ text: 'hi' }) }, secret)).toEqual({
      status: 401,
      body: {
        object: 'error',
        type: 'error.unauthorized',
        error: { code: 'webhook_secret_wrong', message: expect.any(String) },
      },
    });
    expect(host.inbounds).toEqual([]);
  });

  it('has derived secrets when none is set: one to register with, and those of other instances', async () => {
    connection = await connect({ secret_token: undefined });
    expect(await post({ update_id: 5 })).toMatchObject({ status: 401 });
    const [first, second] = host.derivedSecrets('telegram webhook');
    expect(await post({ update_id: 5 }, first)).toEqual(ok);
    expect(await post({ update_id: 6 }, second)).toEqual(ok);
    connection.start();
    await expect.poll(() => api.callsOf('setWebhook')).toMatchObject([{ secret_token: first }]);
  });

  it('says 503 when the update could not be kept, so that it comes again', async () => {
    host.onReceive = () => {
      throw new Error('disk full');
    };
    expect(await post({ update_id: 5, message: message({ text: 'hi' }) })).toMatchObject({
      status: 503,
      body: { type: 'error.unavailable', error: { code: 'data_unusable' } },
    });
    expect(await post({ update_id: 6, callback_query: press() })).toMatchObject({ status: 503 });
    expect(answers()).toEqual([]);
  });

  it("says 503 to a group's message until it knows its own name", async () => {
    const update = { update_id: 5, message: groupMessage({ text: '/ask@ferry_test_bot when?' }) };
    expect(await post(update)).toMatchObject({ status: 503 });
    expect(await post({ update_id: 6, message: message({ text: 'hi' }) })).toEqual(ok);
    connection.start();
    await expect.poll(() => connection.readiness().ready).toBe(true);
    expect(await post(update)).toEqual(ok);
  });

  it('says 503 once the channel stops', async () => {
    await connection.stop();
    expect(await post({ update_id: 5, message: message({ text: 'hi' }) })).toMatchObject({
      status: 503,
      body: { error: { code: 'shutting_down' } },
    });
  });

  it('acknowledges what it does not read, and logs each unknown kind once', async () => {
    for (const update of [{ poll: {} }, { poll: {} }, { some_future_update: { x: 1 } }, { channel_post: {} }]) {
      expect(await post({ update_id: 5, ...update })).toEqual(ok);
    }
    expect(host.inbounds).toEqual([]);
    expect(host.lines.filter(({ level }) => level === 'info').map(({ facts }) => facts)).toEqual([
      { kind: 'poll' },
      { kind: 'some_future_update' },
      { kind: 'channel_post' },
    ]);
  });

  it.each([
    ['', 400],
    ['{"update_id":', 400],
    ['null', 200],
    ['[]', 200],
    ['"text"', 200],
    ['{"__proto__":{"message":{"text":"hi"}},"update_id":5}', 200],
    [`${'{"message":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 200],
    [`{"update_id":5,"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 200],
    [JSON.stringify({ update_id: 5, message: message({ new_chat_title: 'x'.repeat(10_000_000) }) }), 200],
  ])('stays up after %.60s', async (body, status) => {
    expect((await post(body)).status).toBe(status);
    expect(host.inbounds).toEqual([]);
  });
});

describe('the allow list', () => {
  it('lets in who is on it, by user or by chat, and nobody else', async () => {
    connection = await connect({ allow: [77, '-100500'] });
    connection.start();
    await expect.poll(() => connection.readiness().ready).toBe(true);
    await post({ update_id: 1, message: message({ text: 'by user' }) });
    await post({
      update_id: 2,
      message: groupMessage({
        text: '/by_chat',
        from: { id: 31 },
        entities: [{ type: 'bot_command', offset: 0, length: 8 }],
      }),
    });
    await post({ update_id: 3, message: message({ text: 'stranger', from: { id: 31 }, chat: { id: 31 } }) });
    expect(host.inbounds.map(({ event }) => event)).toMatchObject([{ text: 'by user' }, { text: '/by_chat' }]);
  });

  it('ends the spinner of a stranger without a word', async () => {
    connection = await connect({ allow: [31] });
    expect(await post({ update_id: 5, callback_query: press() })).toEqual(ok);
    await expect.poll(answers).toEqual([{ callback_query_id: '9001' }]);
    expect(host.inbounds).toEqual([]);
  });
});

describe('the answer to a press', () => {
  it('is the toast that the claim gave [CH-5]', async () => {
    host.onReceive = () => ({ status: 'accepted', toast: { code: 'recorded', text: 'Recorded: North' } });
    expect(await post({ update_id: 5, callback_query: press() })).toEqual(ok);
    await expect.poll(answers).toEqual([{ callback_query_id: '9001', text: 'Recorded: North' }]);
  });

  it('is not waited for before the 200 [CH-5, CH-9]', async () => {
    api.replies.answerCallbackQuery = ['silence'];
    expect(await post({ update_id: 5, callback_query: press() })).toEqual(ok);
  });

  it('goes out once per press, the second time without a word [CH-6, HI-42]', async () => {
    host.onReceive = () => ({ status: 'duplicate', turnId: 'turn_1' });
    await post({ update_id: 5, callback_query: press() });
    await expect.poll(answers).toEqual([{ callback_query_id: '9001' }]);
  });

  it.each([
    ['a message sent inline [CH-7]', { message: undefined, inline_message_id: 'AQ' }],
    ['a game', { data: undefined, game_short_name: 'tide' }],
    ['nobody', { from: undefined }],
  ])('ends the spinner of a press on %s', async (_name, fields) => {
    expect(await post({ update_id: 5, callback_query: press(fields) })).toEqual(ok);
    await expect.poll(answers).toEqual([{ callback_query_id: '9001' }]);
    expect(host.inbounds).toEqual([]);
  });

  it('fits into 200 characters, none of them half', async () => {
    host.onReceive = () => ({ status: 'accepted', toast: { code: 'recorded', text: `a${'🚢'.repeat(150)}` } });
    await post({ update_id: 5, callback_query: press() });
    await expect.poll(answers).toEqual([{ callback_query_id: '9001', text: `a${'🚢'.repeat(99)}…` }]);
  });

  it('is given again when the connection broke', async () => {
    host.onReceive = () => ({ status: 'accepted', toast: { code: 'recorded', text: 'Recorded: Europe' } });
    api.replies.answerCallbackQuery = ['reset'];
    await post({ update_id: 5, callback_query: press() });
    const toast = { callback_query_id: '9001', text: 'Recorded: Europe' };
    await expect.poll(answers).toEqual([toast, toast]);
    expect(host.lines).toEqual([]);
  });

  it('may come too late without harm [CH-5]', async () => {
    const tooOld = 'Bad Request: query is too old and response timeout expired or query ID is invalid';
    api.replies.answerCallbackQuery = [refusal(400, tooOld), 'reset', 'reset'];
    expect(await post({ update_id: 5, callback_query: press() })).toEqual(ok);
    await expect.poll(() => host.lines).toMatchObject([{ level: 'debug', facts: { reason: tooOld } }]);
    expect(await post({ update_id: 6, callback_query: press() })).toEqual(ok);
    await expect.poll(() => host.lines).toMatchObject([{}, { level: 'warn' }]);
    expect(host.logged).not.toContain('secret_of_the_ferry');
  });
});

describe('the start in webhook mode', () => {
  it('registers the webhook with its secret', async () => {
    connection.start();
    expect(connection.readiness()).toEqual({ ready: false, reason: 'Telegram has not answered yet.' });
    await expect.poll(() => connection.readiness()).toEqual({ ready: true });
    expect(api.calls.map(({ method, body }) => ({ method, body }))).toEqual([
      { method: 'getMe', body: {} },
      {
        method: 'setWebhook',
        body: {
          url: 'https://ferry.example/bots/channels/telegram/webhook',
          secret_token: SECRET,
          allowed_updates: ['message', 'edited_message', 'callback_query'],
        },
      },
    ]);
    expect(host.logged).not.toContain(SECRET);
  });

  it('leaves the webhook to the instance that owns it, and takes updates all the same', async () => {
    host.whileOwner = ownedElsewhere;
    connection = await connect({});
    connection.start();
    await expect.poll(() => connection.readiness()).toEqual({ ready: true });
    expect(await post({ update_id: 5, message: groupMessage({ text: '/ask@ferry_test_bot when?' }) })).toEqual(ok);
    expect(api.calls.map(({ method }) => method)).toEqual(['getMe']);
  });

  it('leaves the webhook to the operator when the public URL is not known', async () => {
    delete host.publicUrl;
    connection = await connect({});
    connection.start();
    await expect.poll(() => connection.readiness()).toEqual({ ready: true });
    expect(api.callsOf('setWebhook')).toEqual([]);
    expect(host.lines.filter(({ message }) => message.includes('PUBLIC_URL'))).toHaveLength(1);
  });

  it('says why it is not ready, and tries again', async () => {
    api.replies.getMe = [refusal(502, 'Bad Gateway'), 'reset'];
    connection.start();
    await expect.poll(() => connection.readiness().reason).toContain('502 Bad Gateway');
    await expect.poll(() => connection.readiness(), { timeout: 5_000 }).toEqual({ ready: true });
    expect(host.lines.filter(({ level }) => level === 'warn')).toHaveLength(2);
  });

  it('tells a wrong token apart from a platform that is away', async () => {
    api.replies.getMe = [refusal(401, 'Unauthorized')];
    connection.start();
    await expect.poll(() => connection.readiness().reason).toContain('does not know the bot token');
    expect(host.logged).not.toContain('secret_of_the_ferry');
  });

  it('does not fail, and stops at once, when nothing answers', async () => {
    api.replies.getMe = ['silence'];
    connection.start();
    connection.start();
    await expect.poll(() => api.callsOf('getMe')).toHaveLength(1);
    const startedAt = performance.now();
    await connection.stop();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('a kept update', () => {
  it('is read again as it was received', async () => {
    const raw = JSON.stringify({ update_id: 5, message: message({ text: 'hi' }) });
    await post(raw);
    expect(await connection.decode(raw)).toEqual(host.inbounds[0]);
    const pressed = JSON.stringify({ update_id: 6, callback_query: press() });
    await post(pressed);
    expect(await connection.decode(pressed)).toEqual(host.inbounds[1]);
    expect(
      await connection.decode(JSON.stringify({ update_id: 7, edited_message: message({ text: 'ho' }) })),
    ).toMatchObject({
      event: { type: 'edit', text: 'ho' },
    });
  });

  it('from a group is read even before getMe has answered: it was for us when it was kept', async () => {
    const raw = JSON.stringify({ update_id: 5, message: groupMessage({ text: '@ferry_test_bot when?' }) });
    expect(await connection.decode(raw)).toMatchObject({ event: { text: '@ferry_test_bot when?' } });
  });

  it('that holds nothing for an agent is nothing', async () => {
    for (const raw of ['{"update_id":5,"poll":{}}', '{"update_id":5,"message":7}', 'null', '[]', '{}']) {
      expect(await connection.decode(raw)).toBeUndefined();
    }
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBot } from '../../../src/channels/telegram/bot.ts';
import { createConnection } from '../../../src/channels/telegram/connection.ts';
import { telegramSettings } from '../../../src/channels/telegram/settings.ts';
import type { ChannelConnection, DeliveryRequest } from '../../../src/protocol/channel.ts';
import { FakeBotApi, type Reply, refusal } from './fake-bot-api.ts';
import { FakeHost } from './fake-host.ts';

const TOKEN = '4242:secret_of_the_ferry';
const KEYBOARD = { inline_keyboard: [[{ text: 'North', callback_data: 'ui_AbCdEfGhIjKlMnOpQrStU#0' }]] };
const NOT_MODIFIED =
  'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';

let api: FakeBotApi;
let host: FakeHost;
let connection: ChannelConnection;

beforeEach(async () => {
  api = await FakeBotApi.start();
  host = new FakeHost();
  const settings = telegramSettings.parse({ token: TOKEN, api_root: api.root });
  connection = createConnection(await loadBot(settings), settings, host);
});
afterEach(() => api.stop());

const send = (payload: unknown) => connection.deliver({ deliveryId: 'dlv_1', kind: 'send', payload });
const edit = (payload: unknown) =>
  connection.deliver({ deliveryId: 'dlv_1', kind: 'edit', payload, targetReceipt: '12' } satisfies DeliveryRequest);

function answerWith(method: string, ...replies: Reply[]) {
  api.replies[method] = replies;
}

describe('a message', () => {
  it('goes out once, as it was printed, and gives its id', async () => {
    const payload = { chat_id: 77, text: '<b>Hi</b>', parse_mode: 'HTML', reply_markup: KEYBOARD };
    expect(await send(payload)).toEqual({ status: 'delivered', receipt: '900' });
    expect(api.calls).toEqual([{ method: 'sendMessage', token: TOKEN, body: payload }]);
  });

  it('waits as long as the platform asks, and makes no other call [CH-17]', async () => {
    answerWith('sendMessage', refusal(429, 'Too Many Requests: retry after 33', { retry_after: 33 }));
    expect(await send({ chat_id: 77, text: 'hi' })).toEqual({ status: 'throttled', retryAfterMs: 33_000 });
    expect(api.calls).toHaveLength(1);
  });

  it('waits five seconds when the platform does not say how long', async () => {
    answerWith('sendMessage', refusal(429, 'Too Many Requests'));
    expect(await send({ chat_id: 77, text: 'hi' })).toEqual({ status: 'throttled', retryAfterMs: 5_000 });
  });

  it('follows a group that became a supergroup [CH-14]', async () => {
    const parameters = { migrate_to_chat_id: -10031 };
    answerWith('sendMessage', refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters));
    expect(await send({ chat_id: -31, text: 'hi' })).toEqual({ status: 'moved', to: { chat_id: -10031 } });
  });

  it('is refused when the person has blocked the bot [CH-16]', async () => {
    answerWith('sendMessage', refusal(403, 'Forbidden: bot was blocked by the user'));
    expect(await send({ chat_id: 77, text: 'hi' })).toEqual({
      status: 'refused',
      reason: 'Telegram refused sendMessage: 403 Forbidden: bot was blocked by the user',
    });
    expect(connection.readiness().reason).not.toContain('token');
  });

  it.each([
    ['a 502', refusal(502, 'Bad Gateway')],
    ['a 500', refusal(500, 'Internal Server Error')],
    ['a page of a proxy', { status: 502, text: '<html>502</html>' }],
    ['half an answer', { status: 200, text: '{"ok":true,"resu' }],
    ['null', { status: 200, text: 'null' }],
    ['another service', { status: 200, text: '{"hello":"world"}' }],
    ['a line that broke after the request', 'reset'],
  ] as [string, Reply][])('has an unknown end after %s', async (_name, reply) => {
    answerWith('sendMessage', reply);
    expect(await send({ chat_id: 77, text: 'hi' })).toMatchObject({ status: 'unknown' });
    expect(api.calls).toHaveLength(1);
  });

  it.each([
    ['503', refusal(503, 'Service Unavailable')],
    ['503 on a page of a proxy', { status: 503, text: '<html>503</html>' }],
    ['403 on a page of a proxy', { status: 403, text: '<html>403</html>' }],
  ] as [string, Reply][])('was surely not taken after %s', async (_name, reply) => {
    answerWith('sendMessage', reply);
    expect(await send({ chat_id: 77, text: 'hi' })).toMatchObject({ status: 'unreached' });
    expect(api.calls).toHaveLength(1);
  });

  it.each([401, 404])('waits for the operator when the token is refused with %i', async (code) => {
    answerWith('sendMessage', refusal(code, code === 401 ? 'Unauthorized' : 'Not Found'));
    connection.start();
    await expect.poll(() => connection.readiness().ready).toBe(true);
    expect(await send({ chat_id: 77, text: 'hi' })).toMatchObject({ status: 'unreached' });
    expect(connection.readiness()).toMatchObject({ ready: false, reason: expect.stringContaining('bot token') });
    await send({ chat_id: 77, text: 'hi' });
    expect(connection.readiness().ready).toBe(true);
    await connection.stop();
  });

  it('never shows the token in a reason or a log line', async () => {
    await api.stop();
    const outcome = await send({ chat_id: 77, text: 'hi' });
    expect(outcome).toEqual({ status: 'unreached', reason: 'Telegram could not be reached (ECONNREFUSED)' });
    api = await FakeBotApi.start();
    expect(JSON.stringify(outcome) + host.logged).not.toContain('secret_of_the_ferry');
  });

  it.each([null, 'text', [1]])('is refused when the payload is %j', async (payload) => {
    expect(await send(payload)).toMatchObject({ status: 'refused' });
    expect(api.calls).toHaveLength(0);
  });

  it('is refused when the payload is nested too deeply to be written', async () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(await send({ chat_id: 77, text: 'hi', reply_markup: { deep } })).toMatchObject({ status: 'refused' });
  });
});

describe('a message that is refused for a part of it', () => {
  it('is sent once more as plain text when its markup cannot be read [CH-22]', async () => {
    const description = `Bad Request: can't parse entities: Unsupported start tag "h1" at byte offset 0`;
    answerWith('sendMessage', refusal(400, description));
    const outcome = await send({
      chat_id: 77,
      text: '<h1>Tide</h1> a &lt; b',
      parse_mode: 'HTML',
      reply_markup: KEYBOARD,
    });
    expect(outcome).toEqual({
      status: 'delivered',
      receipt: '900',
      notes: [{ code: 'text_replaced', message: expect.any(String) }],
    });
    expect(api.callsOf('sendMessage')[1]).toEqual({ chat_id: 77, text: 'Tide a < b', reply_markup: KEYBOARD });
  });

  it('is sent once more without entities that cannot be read [CH-22]', async () => {
    answerWith('sendMessage', refusal(400, "Bad Request: can't parse entities: entity beyond the text"));
    await send({ chat_id: 77, text: 'a <b', entities: [{ type: 'bold', offset: 9, length: 1 }] });
    expect(api.callsOf('sendMessage')[1]).toEqual({ chat_id: 77, text: 'a <b' });
  });

  it.each([
    'Bad Request: BUTTON_URL_INVALID',
    'Bad Request: BUTTON_DATA_INVALID',
    'Bad Request: reply markup is too long',
    `Bad Request: inline keyboard button URL 'x://y' is invalid: Unsupported URL protocol`,
  ])('is sent without its buttons after "%s" [CH-28]', async (description) => {
    answerWith('sendMessage', refusal(400, description));
    expect(await send({ chat_id: 77, text: 'Q', reply_markup: KEYBOARD })).toMatchObject({
      status: 'delivered',
      notes: [{ code: 'buttons_as_text' }],
    });
    expect(api.callsOf('sendMessage')[1]).toEqual({ chat_id: 77, text: 'Q' });
  });

  it('is sent to the group when its topic is gone [CH-11]', async () => {
    answerWith('sendMessage', refusal(400, 'Bad Request: message thread not found'));
    expect(await send({ chat_id: -100500, message_thread_id: 4, text: 'hi' })).toMatchObject({ status: 'delivered' });
    expect(api.callsOf('sendMessage')[1]).toEqual({ chat_id: -100500, text: 'hi' });
  });

  it('is sent without a reply when what it replies to is gone', async () => {
    answerWith('sendMessage', refusal(400, 'Bad Request: message to be replied not found'));
    await send({ chat_id: 77, text: 'hi', reply_parameters: { message_id: 9 } });
    expect(api.callsOf('sendMessage')[1]).toEqual({ chat_id: 77, text: 'hi' });
  });

  it('is mended for every fault it has, each once', async () => {
    answerWith(
      'sendMessage',
      refusal(400, 'Bad Request: message thread not found'),
      refusal(400, "Bad Request: can't parse entities: unclosed"),
      refusal(400, 'Bad Request: BUTTON_DATA_INVALID'),
      refusal(400, 'Bad Request: BUTTON_DATA_INVALID'),
    );
    const payload = { chat_id: 77, message_thread_id: 4, text: '<b>Q', parse_mode: 'HTML', reply_markup: KEYBOARD };
    expect(await send(payload)).toMatchObject({ status: 'refused' });
    expect(api.callsOf('sendMessage')[3]).toEqual({ chat_id: 77, text: 'Q' });
    expect(api.calls).toHaveLength(4);
  });

  it('waits when the second try is throttled', async () => {
    answerWith(
      'sendMessage',
      refusal(400, 'Bad Request: BUTTON_DATA_INVALID'),
      refusal(429, 'Too Many Requests: retry after 2', { retry_after: 2 }),
    );
    expect(await send({ chat_id: 77, text: 'Q', reply_markup: KEYBOARD })).toEqual({
      status: 'throttled',
      retryAfterMs: 2_000,
    });
  });

  it('is refused when nothing can be left out', async () => {
    answerWith('sendMessage', refusal(400, 'Bad Request: chat not found'));
    expect(await send({ chat_id: 77, text: 'hi' })).toMatchObject({ status: 'refused' });
    expect(api.calls).toHaveLength(1);
  });
});

describe('an edit', () => {
  it('changes the message that was delivered', async () => {
    expect(await edit({ chat_id: 77, text: 'Q\n\n✓ North', reply_markup: { inline_keyboard: [] } })).toEqual({
      status: 'delivered',
      receipt: '12',
    });
    expect(api.calls).toMatchObject([
      {
        method: 'editMessageText',
        body: { chat_id: 77, message_id: 12, text: 'Q\n\n✓ North', reply_markup: { inline_keyboard: [] } },
      },
    ]);
  });

  it('changes the buttons alone when it has no text', async () => {
    await edit({ chat_id: 77, reply_markup: { inline_keyboard: [] } });
    expect(api.calls).toMatchObject([
      {
        method: 'editMessageReplyMarkup',
        body: { chat_id: 77, message_id: 12, reply_markup: { inline_keyboard: [] } },
      },
    ]);
  });

  it('that changes nothing is done [CH-6]', async () => {
    answerWith('editMessageText', refusal(400, NOT_MODIFIED));
    expect(await edit({ chat_id: 77, text: 'Q' })).toEqual({ status: 'delivered', receipt: '12' });
  });

  it.each(['message to edit not found', "message can't be edited"])('is refused when %s', async (words) => {
    answerWith('editMessageText', refusal(400, `Bad Request: ${words}`));
    expect(await edit({ chat_id: 77, text: 'Q' })).toMatchObject({ status: 'refused' });
    expect(host.lines.filter((line) => line.level === 'error')).toEqual([]);
  });

  it('keeps its buttons and loses its markup when that cannot be read [CH-22]', async () => {
    answerWith('editMessageText', refusal(400, "Bad Request: can't parse entities: unclosed"));
    await edit({ chat_id: 77, text: '<b>Q', parse_mode: 'HTML', reply_markup: KEYBOARD });
    expect(api.callsOf('editMessageText')[1]).toMatchObject({ text: 'Q', message_id: 12, reply_markup: KEYBOARD });
  });

  it('is throttled like a message [CH-17]', async () => {
    answerWith('editMessageText', refusal(429, 'Too Many Requests: retry after 33', { retry_after: 33 }));
    expect(await edit({ chat_id: 77, text: 'Q' })).toEqual({ status: 'throttled', retryAfterMs: 33_000 });
  });
});

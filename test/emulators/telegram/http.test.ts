import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { call, refusal, result, running } from './running.ts';

const keyboard = JSON.stringify({ inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] });

describe('the Bot API over HTTP', () => {
  it('takes queries, forms, multipart and JSON alike, and any case of the method', async () => {
    const emulator = await running();
    const chat_id = String(emulator.person('Ann').id);
    const fields = { chat_id, text: 'x', disable_notification: 'true', reply_markup: keyboard };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    const send = (path: string, init: RequestInit) => fetch(`${emulator.url}/bot1:token/${path}`, init);
    const responses = [
      await send(`sendMessage?${new URLSearchParams(fields)}`, {}),
      await send('sendmessage', { method: 'POST', body: new URLSearchParams(fields) }),
      await send('SENDMESSAGE', { method: 'POST', body: multipart }),
    ];
    for (const response of responses) expect(await response.json()).toMatchObject({ ok: true, result: { text: 'x' } });
    expect(emulator.calls.map(({ method }) => method)).toEqual(['sendMessage', 'sendMessage', 'sendMessage']);
    const shown = emulator.messages(Number(chat_id));
    expect(shown.map((message) => message.reply_markup)).toEqual(Array(3).fill(JSON.parse(keyboard)));
  });

  it('answers 404 to a method or path that it does not know', async () => {
    const emulator = await running();
    const notFound = refusal(404, 'Not Found');
    expect(await call(emulator, 'sendRocket')).toEqual(notFound);
    expect(await call(emulator, '__proto__')).toEqual(notFound);
    for (const path of ['/', '/bot1:token', '/bot1:token/getMe/x', '/emulator', '/file/bot1:token/documents/x']) {
      const response = await fetch(emulator.url + path);
      expect([response.status, await response.json()]).toEqual([404, notFound]);
    }
  });

  it('says who the bot is, and keeps its commands', async () => {
    const emulator = await running();
    expect(await result(emulator, 'getMe')).toMatchObject({ id: 424242, is_bot: true, username: 'emulated_bot' });
    const commands = [{ command: 'help', description: 'Shows help' }];
    expect(await result(emulator, 'setMyCommands', { commands })).toBe(true);
    expect(await result(emulator, 'getMyCommands')).toEqual(commands);
    const set = (list: object[]) => call(emulator, 'setMyCommands', { commands: list });
    expect(await set([{ command: 'Help!', description: 'x' }])).toEqual(
      refusal(400, 'Bad Request: BOT_COMMAND_INVALID'),
    );
    expect(await set([{ command: 'help', description: '' }])).toEqual(
      refusal(400, 'Bad Request: BOT_COMMAND_DESCRIPTION_INVALID'),
    );
    expect(await set(Array(101).fill(commands[0]))).toEqual(refusal(400, 'Bad Request: BOT_COMMANDS_TOO_MUCH'));
  });

  it('tells about a chat, also by username', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann', { username: 'ann_k' });
    expect(await result(emulator, 'getChat', { chat_id: '@Ann_K' })).toMatchObject({ id: ann.id, type: 'private' });
  });

  it('knows the chat actions', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    expect(await result(emulator, 'sendChatAction', { chat_id, action: 'typing' })).toBe(true);
    expect(await call(emulator, 'sendChatAction', { chat_id, action: 'dancing' })).toEqual(
      refusal(400, 'Bad Request: wrong parameter action in request'),
    );
  });

  it('turns away web pages, which reach loopback too', async () => {
    const emulator = await running();
    const { port } = new URL(emulator.url);
    const statusWith = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path: '/bot1:token/getMe', headers };
        request(options, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ host: `localhost:${port}` })).toBe(200);
    expect(await statusWith({ host: `evil.example:${port}` })).toBe(403);
    expect(await statusWith({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusWith({ origin: 'null' })).toBe(403);
    expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  });
});

describe('hostile bodies', () => {
  const post = async (url: string, body: string, contentType = 'application/json') => {
    const response = await fetch(`${url}/bot1:token/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    return response.json();
  };

  it('are refused and leave the emulator whole', async () => {
    const emulator = await running();
    const { url } = emulator;
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const unparsable = refusal(400, "Bad Request: can't parse JSON object");
    expect(await post(url, '{')).toEqual(unparsable);
    expect(await post(url, deep)).toEqual(unparsable);
    expect(await post(url, '[]')).toEqual(refusal(400, 'Bad Request: object expected'));
    expect(await post(url, JSON.stringify({ text: 'x'.repeat(10_000_000) }))).toEqual(
      refusal(413, 'Request Entity Too Large'),
    );
    expect(await post(url, JSON.stringify({ chat_id: 1, text: 'x', reply_markup: deep }))).toEqual(
      refusal(400, "Bad Request: can't parse reply markup JSON object"),
    );
    expect(await post(url, '{"__proto__":{"text":"x"},"constructor":1}')).toEqual(
      refusal(400, 'Bad Request: message text is empty'),
    );
    expect(await post(url, 'no multipart', 'multipart/form-data; boundary=x')).toEqual(
      refusal(400, 'Bad Request: message text is empty'),
    );
    expect(({} as { text?: string }).text).toBeUndefined();
    expect(await call(emulator, 'getMe')).toMatchObject({ ok: true });
  });
});

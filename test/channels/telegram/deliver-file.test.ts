import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBot } from '../../../src/channels/telegram/bot.ts';
import { createConnection } from '../../../src/channels/telegram/connection.ts';
import { telegramSettings } from '../../../src/channels/telegram/settings.ts';
import type { ChannelConnection } from '../../../src/protocol/channel.ts';
import { FakeHost } from './fake-host.ts';

const YES = { ok: true, result: { message_id: 900 } };
const no = (error_code: number, description: string) => ({ ok: false, error_code, description });

let api: Server;
let host: FakeHost;
let connection: ChannelConnection;
/** Method and body of each call, and what each is answered with. */
let calls: { method: string; body: string }[];
let answers: object[];

beforeEach(async () => {
  calls = [];
  answers = [];
  api = createServer(async (request, response) => {
    const call = { method: request.url?.split('/').at(-1) ?? '', body: '' };
    try {
      for await (const chunk of request) call.body += chunk;
    } catch {
      return;
    }
    calls.push(call);
    response.end(JSON.stringify(answers.shift() ?? YES));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const api_root = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const settings = telegramSettings.parse({ token: '4242:secret_of_the_ferry', api_root });
  host = new FakeHost();
  connection = createConnection(await loadBot(settings), settings, host);
});
afterEach(() => {
  api.closeAllConnections();
  api.close();
});

const PHOTO = {
  method: 'sendPhoto',
  chat_id: 77,
  photo: { name: 'a"b.png', mime: 'image/png', data: 'eHl6' },
  caption: 'a"b.png',
};
const send = (payload: unknown) => connection.deliver({ deliveryId: 'dlv_1', kind: 'send', payload });
const methods = () => calls.map(({ method }) => method);

describe('a file', () => {
  it('goes out once, as a form with its name and its bytes', async () => {
    expect(await send(PHOTO)).toEqual({ status: 'delivered', receipt: '900' });
    const boundary = /^--(\S+)\r\n/.exec(calls[0]?.body ?? '')?.[1];
    expect(calls).toEqual([
      {
        method: 'sendPhoto',
        body: [
          `--${boundary}\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n77\r\n`,
          `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a'b.png"\r\nContent-Type: image/png\r\n\r\nxyz\r\n`,
          `--${boundary}\r\nContent-Disposition: form-data; name="caption"\r\n\r\na"b.png\r\n`,
          `--${boundary}--\r\n`,
        ].join(''),
      },
    ]);
  });

  it('goes as a document when it is no photo, and is named when it is no file either', async () => {
    answers = [no(400, 'Bad Request: IMAGE_PROCESS_FAILED')];
    expect(await send(PHOTO)).toEqual({ status: 'delivered', receipt: '900' });
    expect(methods()).toEqual(['sendPhoto', 'sendDocument']);

    calls = [];
    answers = [no(400, 'Bad Request: IMAGE_PROCESS_FAILED'), no(413, 'Request Entity Too Large')];
    expect(await send(PHOTO)).toMatchObject({ status: 'delivered', notes: [{ code: 'file_as_text' }] });
    expect(methods()).toEqual(['sendPhoto', 'sendDocument', 'sendMessage']);
    expect(JSON.parse(calls[2]?.body ?? '')).toEqual({ chat_id: 77, text: 'a"b.png' });
  });

  it('goes to the group when its topic is gone', async () => {
    answers = [no(400, 'Bad Request: message thread not found')];
    expect(await send({ ...PHOTO, message_thread_id: 5 })).toMatchObject({ status: 'delivered' });
    expect(methods()).toEqual(['sendPhoto', 'sendPhoto']);
    expect(calls[1]?.body).not.toContain('message_thread_id');
    expect(calls[1]?.body).toContain('xyz');
  });

  it.each([
    [403, 'Forbidden: bot was blocked by the user', 'refused'],
    [400, 'Bad Request: chat not found', 'refused'],
    [401, 'Unauthorized', 'unreached'],
    [500, 'Internal Server Error', 'unknown'],
    [503, 'Service Unavailable', 'unreached'],
  ])('is tried in no other way after %i %s', async (code, description, status) => {
    answers = [no(code, description)];
    expect(await send(PHOTO)).toMatchObject({ status });
    expect(methods()).toEqual(['sendPhoto']);
  });

  it('becomes a link when its bytes break off in the middle, and Telegram never got the whole', async () => {
    host.openUrl = async () => ({
      body: (async function* () {
        yield Buffer.from('first half');
        throw new Error('the line broke');
      })(),
    });
    const document = { name: 'a.zip', mime: 'application/zip', url: 'https://files.example/a.zip' };
    expect(await send({ method: 'sendDocument', chat_id: 77, document })).toMatchObject({ status: 'delivered' });
    expect(methods()).toEqual(['sendMessage']);
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ text: 'a.zip: https://files.example/a.zip' });
  });

  it('is no file when a template only says so', async () => {
    await send({ method: 'sendPhoto', chat_id: 77, text: 'hi' });
    await send({ method: 'close', chat_id: 77, text: 'hi' });
    expect(methods()).toEqual(['sendMessage', 'sendMessage']);
  });
});

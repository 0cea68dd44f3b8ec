import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { Api } from 'grammy';
import { expect, it, onTestFinished } from 'vitest';
import { httpCalls } from '../../../src/channels/telegram/http-calls.ts';
import type { Unanswered } from '../../../src/channels/telegram/unanswered.ts';
import { Upload } from '../../../src/channels/telegram/upload.ts';

const TOKEN = '4242:secret_of_the_ferry';
const CHUNK = Buffer.alloc(64 * 1024);

/** A server that speaks no HTTP: what it does with a connection is all there is. */
async function lineServer(onConnection: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** How a call ends that gets no answer. */
async function failureOf(apiRoot: string, method: 'sendMessage' | 'sendDocument' = 'sendMessage', body?: object) {
  const api = new Api(TOKEN, { apiRoot });
  api.config.use(httpCalls({ apiRoot, token: TOKEN, timeoutMs: 200, uploadTimeoutMs: 5_000 }));
  const raw = api.raw as unknown as Record<string, (body: object) => Promise<unknown>>;
  try {
    await raw[method]?.(body ?? { chat_id: 77, text: 'hi' });
  } catch (error) {
    const { name, message, mayBeDone } = error as Unanswered;
    return { name, message, mayBeDone };
  }
  throw new Error('the call had an answer');
}

it('a server that speaks another protocol is not waited for', async () => {
  const host = await lineServer((socket) =>
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    ),
  );
  expect(await failureOf(`http://${host}`)).toMatchObject({ name: 'Unanswered', mayBeDone: true });
});

it('a server that is not there took nothing', async () => {
  expect(await failureOf('http://127.0.0.1:1')).toEqual({
    name: 'Unanswered',
    message: 'could not be reached (ECONNREFUSED)',
    mayBeDone: false,
  });
});

it('a name that is not found took nothing', async () => {
  expect(await failureOf('http://no-such-host.invalid')).toMatchObject({ mayBeDone: false });
});

it('a server that hangs up during the handshake took nothing', async () => {
  const host = await lineServer((socket) => socket.once('data', () => socket.destroy()));
  expect(await failureOf(`https://${host}`)).toMatchObject({ mayBeDone: false });
});

it('a server that never ends the handshake took nothing', async () => {
  const host = await lineServer(() => {});
  expect(await failureOf(`https://${host}`)).toEqual({
    name: 'Unanswered',
    message: 'could not be reached (ETIMEDOUT)',
    mayBeDone: false,
  });
});

it('a server that hung up once it had the request may have acted on it', async () => {
  const host = await lineServer((socket) => socket.once('data', () => socket.destroy()));
  expect(await failureOf(`http://${host}`)).toMatchObject({ mayBeDone: true });
});

it('a server that took the request and says nothing may have acted on it', async () => {
  const host = await lineServer((socket) => socket.resume());
  expect(await failureOf(`http://${host}`)).toEqual({
    name: 'Unanswered',
    message: 'did not answer (ETIMEDOUT)',
    mayBeDone: true,
  });
});

it('a server that broke off in the middle of its answer may have acted', async () => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"ok":true,';
  const host = await lineServer((socket) => socket.once('data', () => socket.end(half)));
  expect(await failureOf(`http://${host}`)).toMatchObject({ mayBeDone: true });
});

it('a server that hung up in the middle of an upload took nothing', async () => {
  async function* endless() {
    for (let sent = 0; sent < 1_000; sent++) yield CHUNK;
  }
  const host = await lineServer((socket) => socket.once('data', () => socket.destroy()));
  const document = new Upload({ name: 'a.bin', mime: 'application/octet-stream' }, async () => endless());
  expect(await failureOf(`http://${host}`, 'sendDocument', { chat_id: 77, document })).toMatchObject({
    mayBeDone: false,
  });
});

it('an upload that broke off on our side was not taken', async () => {
  async function* broken() {
    yield CHUNK;
    throw new Error('the source is gone');
  }
  const host = await lineServer((socket) => socket.resume());
  const document = new Upload({ name: 'a.bin', mime: 'application/octet-stream' }, async () => broken());
  expect(await failureOf(`http://${host}`, 'sendDocument', { chat_id: 77, document })).toMatchObject({
    mayBeDone: false,
  });
});

it('no failure shows the token', async () => {
  const host = await lineServer((socket) => socket.once('data', () => socket.destroy()));
  expect(JSON.stringify(await failureOf(`http://${host}`))).not.toContain('secret_of_the_ferry');
});

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Update } from '../../../src/emulators/telegram/wire.ts';
import { call, eventually, pause, refusal, result, running } from './running.ts';

interface Post {
  update: Update;
  secret: string | string[] | undefined;
  atMs: number;
}

/** A bot's webhook that answers as `answer` says. */
async function bot(answer: (post: Post, count: number) => Promise<{ status: number; retryAfter?: number }>) {
  const posts: Post[] = [];
  const server = createServer(async (request, response) => {
    const update = JSON.parse(await textOf(request)) as Update;
    const post = { update, secret: request.headers['x-telegram-bot-api-secret-token'], atMs: Date.now() };
    posts.push(post);
    const { status, retryAfter } = await answer(post, posts.length);
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { posts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const textsOf = (posts: Post[]) => posts.map(({ update }) => update.message?.text);

describe('the webhook', () => {
  it('gets the updates of a chat in order, with the secret, one at a time', async () => {
    const emulator = await running();
    let running_ = 0;
    const { posts, url } = await bot(async () => {
      expect(++running_).toBe(1);
      await pause(20);
      running_--;
      return { status: 200 };
    });
    emulator.sendText(42, 42, 'before');
    await result(emulator, 'setWebhook', { url, secret_token: 'a-secret_1' });
    for (const text of ['a', 'b', 'c']) emulator.sendText(42, 42, text);
    await eventually(() => posts.length === 4);
    expect(textsOf(posts)).toEqual(['before', 'a', 'b', 'c']);
    expect(posts.every(({ secret }) => secret === 'a-secret_1')).toBe(true);
  });

  it('gets the updates of two chats side by side, up to max_connections', async () => {
    const emulator = await running();
    let running_ = 0;
    let most = 0;
    const { posts, url } = await bot(async () => {
      most = Math.max(most, ++running_);
      await pause(50);
      running_--;
      return { status: 204 };
    });
    await result(emulator, 'setWebhook', { url, max_connections: 2 });
    for (const id of [41, 42, 43, 44]) emulator.sendText(id, id, 'hi');
    await eventually(() => posts.length === 4);
    expect(most).toBe(2);
  });

  it('gets the same update again after an error, later each time, and holds its chat back meanwhile', async () => {
    const emulator = await running();
    const { posts, url } = await bot(async (_, count) => ({ status: count < 3 ? 500 : 200 }));
    await result(emulator, 'setWebhook', { url });
    emulator.sendText(42, 42, 'a');
    emulator.sendText(42, 42, 'b');
    await eventually(() => posts.length === 4);
    expect(textsOf(posts)).toEqual(['a', 'a', 'a', 'b']);
    const [first, second, third] = posts.map(({ atMs }) => atMs) as [number, number, number];
    expect(second - first).toBeGreaterThan(900);
    expect(third - second).toBeGreaterThan(1900);
    expect(await result(emulator, 'getWebhookInfo')).toMatchObject({
      url,
      last_error_message: 'Wrong response from the webhook: 500 Internal Server Error',
    });
  });

  it('waits as long as Retry-After says', async () => {
    const emulator = await running();
    const { posts, url } = await bot(async (_, count) =>
      count === 1 ? { status: 429, retryAfter: 2 } : { status: 200 },
    );
    await result(emulator, 'setWebhook', { url });
    emulator.sendText(42, 42, 'a');
    await eventually(() => posts.length === 2);
    const [first, second] = posts.map(({ atMs }) => atMs) as [number, number];
    expect(second - first).toBeGreaterThan(1900);
  });

  it('keeps what could not be delivered for the next one who asks', async () => {
    const emulator = await running();
    await result(emulator, 'setWebhook', { url: 'http://127.0.0.1:9/nobody', allowed_updates: ['message'] });
    emulator.sendText(42, 42, 'a');
    await eventually(() => emulator.calls.length > 0);
    expect(await result(emulator, 'getWebhookInfo')).toMatchObject({
      pending_update_count: 1,
      max_connections: 40,
      allowed_updates: ['message'],
    });
    await result(emulator, 'setWebhook', { url: '' });
    expect(await result(emulator, 'getWebhookInfo')).toMatchObject({ url: '', pending_update_count: 1 });
    expect(await result(emulator, 'getUpdates')).toMatchObject([{ message: { text: 'a' } }]);
  });

  it('is refused with a bad address or secret', async () => {
    const emulator = await running();
    expect(await call(emulator, 'setWebhook', { url: 'ftp://x' })).toEqual(
      refusal(400, 'Bad Request: bad webhook: invalid webhook URL specified'),
    );
    expect(await call(emulator, 'setWebhook', { url: 'http://x.example', secret_token: 'a b' })).toEqual(
      refusal(400, 'Bad Request: secret token contains unallowed characters'),
    );
    expect(await call(emulator, 'setWebhook', { url: 'http://x.example', secret_token: 'a'.repeat(257) })).toEqual(
      refusal(400, 'Bad Request: secret token is too long'),
    );
  });
});

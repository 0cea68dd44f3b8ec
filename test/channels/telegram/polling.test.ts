import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBot } from '../../../src/channels/telegram/bot.ts';
import { createConnection } from '../../../src/channels/telegram/connection.ts';
import { telegramSettings } from '../../../src/channels/telegram/settings.ts';
import type { ChannelConnection } from '../../../src/protocol/channel.ts';
import { FakeBotApi, refusal } from './fake-bot-api.ts';
import { FakeHost, ownedElsewhere } from './fake-host.ts';
import { message, press } from './updates.ts';

let api: FakeBotApi;
let host: FakeHost;
let connection: ChannelConnection;

beforeEach(async () => {
  api = await FakeBotApi.start();
  host = new FakeHost();
  const settings = telegramSettings.parse({ token: '4242:secret_of_the_ferry', api_root: api.root });
  connection = createConnection(await loadBot(settings), settings, host);
});
afterEach(async () => {
  await connection.stop();
  await api.stop();
});

const said = (updateId: number, text: string) => ({ update_id: updateId, message: message({ text }) });
const heard = () => host.inbounds.map(({ event }) => (event.type === 'message' ? event.text : event.type));
const offsets = () => api.callsOf('getUpdates').map(({ offset }) => offset);

describe('polling', () => {
  it('takes a webhook away, then asks for what it reads', async () => {
    connection.start();
    await expect.poll(offsets).toHaveLength(1);
    expect(api.calls.map(({ method }) => method)).toEqual(['getMe', 'deleteWebhook', 'getUpdates']);
    expect(api.callsOf('getUpdates')).toEqual([
      { timeout: 25, limit: 100, allowed_updates: ['message', 'edited_message', 'callback_query'] },
    ]);
    expect(connection.readiness()).toEqual({ ready: true });
  });

  it('takes updates in order and confirms them with the next call', async () => {
    api.push(said(5, 'one'), said(6, 'two'));
    connection.start();
    await expect.poll(heard).toEqual(['one', 'two']);
    api.push(said(7, 'three'));
    await expect.poll(heard).toEqual(['one', 'two', 'three']);
    await expect.poll(offsets).toEqual([undefined, 7, 8]);
  });

  it('confirms nothing that could not be kept, and nothing behind it', async () => {
    let isDown = true;
    host.onReceive = ({ dedupeKey }) => {
      if (isDown && dedupeKey === '6') throw new Error('disk full');
      return { status: 'accepted' };
    };
    api.push(said(5, 'one'), said(6, 'two'), said(7, 'three'));
    connection.start();
    await expect.poll(() => connection.readiness().reason).toContain('disk full');
    expect(heard()).toEqual(['one']);
    isDown = false;
    await expect.poll(heard).toEqual(['one', 'two', 'three']);
    await expect.poll(() => api.unconfirmed).toEqual([]);
    expect(connection.readiness()).toEqual({ ready: true });
  });

  it('is not held up by an update that cannot be written down', async () => {
    const deep = `{"update_id":5,"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    api.replies.getUpdates = [{ status: 200, text: `{"ok":true,"result":[${deep}]}` }];
    connection.start();
    api.push(said(6, 'next'));
    await expect.poll(heard).toEqual(['next']);
    await expect.poll(offsets).toEqual([undefined, 6, 7]);
  });

  it('answers presses', async () => {
    api.push({ update_id: 5, callback_query: press() });
    host.onReceive = () => ({ status: 'ignored', toast: { code: 'not_yours', text: 'Not yours to answer' } });
    connection.start();
    await expect
      .poll(() => api.callsOf('answerCallbackQuery'))
      .toEqual([{ callback_query_id: '9001', text: 'Not yours to answer' }]);
  });

  it('goes on after a 500, a broken line, and an answer that is none', async () => {
    api.replies.getUpdates = [refusal(500, 'Internal Server Error'), 'reset', { result: [7] }];
    connection.start();
    api.push(said(5, 'one'));
    await expect.poll(heard, { timeout: 5_000 }).toEqual(['one']);
    await expect.poll(() => connection.readiness()).toEqual({ ready: true });
  });

  it('waits as long as it is told to', async () => {
    api.replies.getUpdates = [refusal(429, 'Too Many Requests: retry after 1', { retry_after: 1 })];
    const startedAt = performance.now();
    connection.start();
    await expect.poll(offsets, { timeout: 5_000 }).toHaveLength(2);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('explains that somebody else polls, and tries again', async () => {
    const conflict =
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';
    api.replies.getUpdates = [refusal(409, conflict)];
    connection.start();
    await expect.poll(() => connection.readiness().reason).toContain('Something else takes this bot');
    await expect.poll(offsets).toHaveLength(2);
  });

  it('takes away a webhook that somebody has set meanwhile', async () => {
    const conflict =
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
    api.replies.getUpdates = [refusal(409, conflict)];
    connection.start();
    await expect.poll(() => api.callsOf('deleteWebhook')).toHaveLength(2);
  });

  it('is left to the instance that owns it', async () => {
    host.whileOwner = ownedElsewhere;
    connection.start();
    await expect.poll(() => connection.readiness()).toEqual({ ready: true });
    expect(api.calls.map(({ method }) => method)).toEqual(['getMe']);
  });

  it('ends when another instance becomes the owner', async () => {
    const lost = new AbortController();
    host.whileOwner = async (_name, work, stopping) => {
      await work.run(AbortSignal.any([lost.signal, stopping]));
      work.onStandby?.();
    };
    connection.start();
    await expect.poll(offsets).toHaveLength(1);
    lost.abort();
    api.push(said(5, 'for the other one'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard()).toEqual([]);
    expect(connection.readiness()).toEqual({ ready: true });
  });

  it('stops within a second, with a call held open', async () => {
    connection.start();
    await expect.poll(offsets).toHaveLength(1);
    const startedAt = performance.now();
    await connection.stop();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    api.push(said(5, 'late'));
    expect(heard()).toEqual([]);
  });

  it('stops after the update in hand and leaves the rest with Telegram', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isInHand = false;
    host.onReceive = async () => {
      isInHand = true;
      await held;
      return { status: 'accepted' };
    };
    api.push(said(5, 'one'), said(6, 'two'));
    connection.start();
    await expect.poll(() => isInHand).toBe(true);
    const stopped = connection.stop();
    goOn();
    await stopped;
    expect(heard()).toEqual(['one']);
  });
});

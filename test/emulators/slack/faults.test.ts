import { expect, it } from 'vitest';
import { call, running } from './running.ts';

async function ready() {
  const emulator = await running();
  const channel = emulator.channel('general').id;
  return { emulator, channel, send: (text: string) => call(emulator, 'chat.postMessage', { channel, text }) };
}

it('answers the next call of a method with the error that was asked for, then as ever', async () => {
  const { emulator, channel, send } = await ready();
  emulator.failNext('chat.postMessage', { error: 'fatal_error', detail: 1 });
  expect(await send('one')).toEqual({ ok: false, error: 'fatal_error', detail: 1 });
  expect(await send('two')).toMatchObject({ ok: true });
  expect(emulator.messages(channel).map(({ text }) => text)).toEqual(['two']);
});

it('answers 429 with the wait in a header, as Slack does', async () => {
  const { emulator, channel } = await ready();
  emulator.failNext('chat.postMessage', { retryAfterSec: 7 });
  const response = await fetch(`${emulator.apiUrl}chat.postMessage`, {
    method: 'POST',
    body: new URLSearchParams({ token: emulator.firstWorkspace.botToken, channel, text: 'x' }),
  });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await response.json()).toEqual({ ok: false, error: 'ratelimited' });
});

it('cuts a call before or after it is done, or answers a page that is not JSON', async () => {
  const { emulator, channel, send } = await ready();
  emulator.failNext('chat.postMessage', 'reset');
  emulator.failNext('chat.postMessage', 'lost');
  emulator.failNext('chat.postMessage', 503);
  await expect(send('reset')).rejects.toThrow('fetch failed');
  await expect(send('lost')).rejects.toThrow('fetch failed');
  await expect(send('page')).rejects.toThrow('JSON');
  expect(emulator.messages(channel).map(({ text }) => text)).toEqual(['lost']);
});

it('takes one post a second in a channel where limits are on, each channel for itself', async () => {
  let nowMs = 1_700_000_000_000;
  const emulator = await running({ rateLimits: true, now: () => nowMs });
  const [one, two] = [emulator.channel('one').id, emulator.channel('two').id];
  const errorIn = async (channel: string) => (await call(emulator, 'chat.postMessage', { channel, text: 'x' })).error;
  expect(await errorIn(one)).toBeUndefined();
  expect(await errorIn(one)).toBe('ratelimited');
  expect(await errorIn(two)).toBeUndefined();
  nowMs += 1000;
  expect(await errorIn(one)).toBeUndefined();
  emulator.limitRates({ perChannelPerSec: 10 });
  expect(await errorIn(one)).toBeUndefined();
  expect(await errorIn(one)).toBe('ratelimited');
  nowMs += 100;
  expect(await errorIn(one)).toBeUndefined();
  emulator.limitRates(false);
  expect(await errorIn(one)).toBeUndefined();
});

it('keeps a record of the calls, without tokens', async () => {
  const { emulator, channel, send } = await ready();
  await send('hello');
  expect(emulator.calls).toMatchObject([
    { method: 'chat.postMessage', parameters: { channel, text: 'hello' }, answer: { ok: true } },
  ]);
  const body = new URLSearchParams({ token: emulator.firstWorkspace.botToken });
  await fetch(`${emulator.apiUrl}auth.test`, { method: 'POST', body });
  expect(JSON.stringify(emulator.calls)).not.toContain(emulator.firstWorkspace.botToken);
});

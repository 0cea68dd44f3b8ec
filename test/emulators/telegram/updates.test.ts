import { describe, expect, it } from 'vitest';
import type { TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import type { Update } from '../../../src/emulators/telegram/wire.ts';
import { call, pause, refusal, result, running } from './running.ts';

const poll = (emulator: TelegramEmulator, parameters: object = {}) =>
  result<Update[]>(emulator, 'getUpdates', parameters);

describe('getUpdates', () => {
  it('gives updates until a higher offset confirms them', async () => {
    const emulator = await running();
    for (const text of ['a', 'b', 'c']) emulator.sendText(42, 42, text);
    const first = await poll(emulator, { limit: 2 });
    expect(first.map((update) => update.message?.text)).toEqual(['a', 'b']);
    expect(await poll(emulator, { limit: 2 })).toEqual(first);
    const [, last] = first;
    const rest = await poll(emulator, { offset: (last?.update_id ?? 0) + 1 });
    expect(rest.map((update) => update.message?.text)).toEqual(['c']);
    expect((await poll(emulator)).map((update) => update.message?.text)).toEqual(['c']);
  });

  it('keeps only the newest for a negative offset', async () => {
    const emulator = await running();
    for (const text of ['a', 'b', 'c']) emulator.sendText(42, 42, text);
    expect((await poll(emulator, { offset: -1 })).map((update) => update.message?.text)).toEqual(['c']);
    expect(await poll(emulator)).toHaveLength(1);
  });

  it('answers at once without a timeout, and waits for an update with one', async () => {
    const emulator = await running();
    expect(await poll(emulator)).toEqual([]);
    const waiting = poll(emulator, { timeout: 30 });
    await pause(50);
    emulator.sendText(42, 42, 'hi');
    expect(await waiting).toMatchObject([{ message: { text: 'hi' } }]);
  });

  it('answers empty when the time is over', async () => {
    const emulator = await running();
    const begunMs = Date.now();
    expect(await poll(emulator, { timeout: 1 })).toEqual([]);
    expect(Date.now() - begunMs).toBeGreaterThan(900);
  });

  it('gives only the kinds that were asked for last', async () => {
    const emulator = await running();
    await poll(emulator, { allowed_updates: ['callback_query'] });
    emulator.sendText(42, 42, 'unwanted');
    await poll(emulator, { allowed_updates: '["message"]' });
    emulator.sendText(42, 42, 'wanted');
    emulator.block(42);
    expect((await poll(emulator)).map((update) => update.message?.text)).toEqual(['wanted']);
    await poll(emulator, { allowed_updates: [] });
    emulator.unblock(42);
    expect(await poll(emulator)).toHaveLength(2);
  });

  it('ends the older of two polls with a conflict', async () => {
    const emulator = await running();
    const older = call(emulator, 'getUpdates', { timeout: 30 });
    await pause(50);
    const newer = poll(emulator, { timeout: 30 });
    expect(await older).toEqual(
      refusal(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'),
    );
    emulator.sendText(42, 42, 'hi');
    expect(await newer).toHaveLength(1);
  });

  it('is refused while a webhook is set, and ended when one is set', async () => {
    const emulator = await running();
    const waiting = call(emulator, 'getUpdates', { timeout: 30 });
    await pause(50);
    await result(emulator, 'setWebhook', { url: 'http://127.0.0.1:9/hook' });
    expect(await waiting).toEqual(refusal(409, 'Conflict: terminated by setWebhook request'));
    expect(await call(emulator, 'getUpdates')).toEqual(
      refusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      ),
    );
    await result(emulator, 'deleteWebhook', { drop_pending_updates: true });
    expect(await poll(emulator)).toEqual([]);
  });

  it('forgets a caller who went away', async () => {
    const emulator = await running();
    const gone = new AbortController();
    const abandoned = fetch(`${emulator.url}/bot1:token/getUpdates?timeout=30`, { signal: gone.signal }).catch(
      () => {},
    );
    await pause(50);
    gone.abort();
    await abandoned;
    await pause(50);
    emulator.sendText(42, 42, 'hi');
    expect(await poll(emulator, { timeout: 30 })).toHaveLength(1);
  });

  it('keeps the last ten thousand when nobody takes them', async () => {
    const emulator = await running();
    for (let count = 0; count < 10_001; count++) emulator.sendText(42, 42, `${count}`);
    expect((await poll(emulator, { limit: 1 }))[0]?.message?.text).toBe('1');
  });
});

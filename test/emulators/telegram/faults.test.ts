import { describe, expect, it } from 'vitest';
import { call, pause, refusal, running } from './running.ts';

describe('scripted faults', () => {
  it('answer once what Telegram might answer', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    emulator.failNext('sendMessage', {
      error_code: 429,
      description: 'Too Many Requests: retry after 33',
      parameters: { retry_after: 33 },
    });
    const send = () => call(emulator, 'sendMessage', { chat_id, text: 'x' });
    expect(await call(emulator, 'getMe')).toMatchObject({ ok: true });
    expect(await send()).toEqual({
      ...refusal(429, 'Too Many Requests: retry after 33'),
      parameters: { retry_after: 33 },
    });
    expect(await send()).toMatchObject({ ok: true });
    expect(emulator.messages(chat_id)).toHaveLength(1);
  });

  it('cut the connection, before or after the work was done', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    emulator.failNext('sendMessage', 'reset');
    emulator.failNext('sendMessage', 'lost');
    await expect(call(emulator, 'sendMessage', { chat_id, text: 'never' })).rejects.toThrow();
    await expect(call(emulator, 'sendMessage', { chat_id, text: 'unseen' })).rejects.toThrow();
    expect(emulator.messages(chat_id).map(({ text }) => text)).toEqual(['unseen']);
  });

  it('leave the caller without an answer', async () => {
    const emulator = await running();
    emulator.failNext('getMe', 'hang');
    const hanging = call(emulator, 'getMe').catch(() => 'cut');
    expect(await Promise.race([hanging, pause(100).then(() => 'nothing')])).toBe('nothing');
    await emulator.close();
    expect(await hanging).toBe('cut');
  });

  it('answer a page that is no JSON', async () => {
    const emulator = await running();
    emulator.failNext('getMe', 502);
    const response = await fetch(`${emulator.url}/bot1:token/getMe`);
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toBe('text/html');
  });
});

describe('rate limits', () => {
  it('are off by default', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    for (let count = 0; count < 5; count++) {
      expect(await call(emulator, 'sendMessage', { chat_id, text: 'x' })).toMatchObject({ ok: true });
    }
  });

  it('allow one send or edit per second and chat', async () => {
    const clock = { nowMs: 1_700_000_000_000 };
    const emulator = await running({ rateLimits: { chatBurst: 1 }, now: () => clock.nowMs });
    const [ann, bo] = [emulator.person('Ann'), emulator.person('Bo')];
    const send = (chat_id: number) => call(emulator, 'sendMessage', { chat_id, text: 'x' });
    const tooMany = { ...refusal(429, 'Too Many Requests: retry after 1'), parameters: { retry_after: 1 } };
    expect(await send(ann.id)).toMatchObject({ ok: true });
    expect(await send(bo.id)).toMatchObject({ ok: true });
    expect(await send(ann.id)).toEqual(tooMany);
    expect(await call(emulator, 'editMessageText', { chat_id: ann.id, message_id: 1, text: 'y' })).toEqual(tooMany);
    clock.nowMs += 1000;
    expect(await send(ann.id)).toMatchObject({ ok: true });
  });

  it('allow twenty a minute in a group, and say so in a header as well', async () => {
    const clock = { nowMs: 1_700_000_000_000 };
    const emulator = await running({ rateLimits: true, now: () => clock.nowMs });
    const chat_id = emulator.group('Team').id;
    for (let count = 0; count < 20; count++) {
      expect(await call(emulator, 'sendMessage', { chat_id, text: 'x' })).toMatchObject({ ok: true });
      clock.nowMs += 1000;
    }
    const response = await fetch(`${emulator.url}/bot1:token/sendMessage?chat_id=${chat_id}&text=x`);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('40');
    clock.nowMs += 40_000;
    expect(await call(emulator, 'sendMessage', { chat_id, text: 'x' })).toMatchObject({ ok: true });
  });

  it('allow a short burst to a chat, and one per second after it', async () => {
    const clock = { nowMs: 1_700_000_000_000 };
    const emulator = await running({ rateLimits: true, now: () => clock.nowMs });
    const chat_id = emulator.person('Ann').id;
    const send = async () => (await call(emulator, 'sendMessage', { chat_id, text: 'x' })).ok;
    for (let count = 0; count < 5; count++) expect(await send()).toBe(true);
    expect(await send()).toBe(false);
    clock.nowMs += 999;
    expect(await send()).toBe(false);
    clock.nowMs += 1;
    expect(await send()).toBe(true);
    expect(await send()).toBe(false);
  });

  it('allow thirty at once to all chats together, and thirty a second after them', async () => {
    const clock = { nowMs: 1_700_000_000_000 };
    const emulator = await running({ rateLimits: true, now: () => clock.nowMs });
    const send = async (name: string) =>
      (await call(emulator, 'sendMessage', { chat_id: emulator.person(name).id, text: 'x' })).ok;
    for (let person = 0; person < 30; person++) expect(await send(`Person ${person}`)).toBe(true);
    expect(await send('One more')).toBe(false);
    clock.nowMs += 34;
    expect(await send('One more')).toBe(true);
    expect(await send('Another')).toBe(false);
  });

  it('are switched on and off while it runs', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    const send = async () => (await call(emulator, 'sendMessage', { chat_id, text: 'x' })).ok;
    emulator.limitRates({ perChatPerSec: 0.001, chatBurst: 1 });
    expect([await send(), await send()]).toEqual([true, false]);
    emulator.limitRates(false);
    expect([await send(), await send()]).toEqual([true, true]);
  });
});

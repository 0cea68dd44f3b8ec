import { describe, expect, it } from 'vitest';
import { call, result, running } from './running.ts';

const POST = 'POST /channels/:channel/messages';

describe('what goes wrong with a call', () => {
  it('fails as it was scripted, in order: cut, lost, a page of a proxy, and a no of Discord', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const send = () => call(emulator, `POST /channels/${id}/messages`, { content: 'x' });
    for (const fault of ['reset', 'lost', 502, { status: 500, code: 130000, message: 'Overloaded' }] as const) {
      emulator.failNext(POST, fault);
    }
    await expect(send()).rejects.toThrow();
    expect(emulator.messages(id).length).toBe(0);
    await expect(send()).rejects.toThrow();
    expect(emulator.messages(id).length).toBe(1);
    expect(await send()).toMatchObject({ status: 502, body: undefined });
    expect(await send()).toMatchObject({ status: 500, body: { code: 130000, message: 'Overloaded' } });
    expect((await send()).status).toBe(200);
    expect(emulator.calls.map(({ answer }) => answer?.status)).toEqual([undefined, undefined, undefined, 500, 200]);
    expect(() => emulator.failNext('POST /nowhere', 'reset')).toThrow('There is no route "POST /nowhere"');
  });

  it('takes five messages in five seconds per channel and 50 requests a second, where limits are on', async () => {
    let nowMs = 1_800_000_000_000;
    const emulator = await running({ now: () => nowMs, rateLimits: true });
    const { id } = emulator.channel('general');
    const send = (channelId: string) => call(emulator, `POST /channels/${channelId}/messages`, { content: 'x' });
    const first = await send(id);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset-after': '5.000',
    });
    for (let count = 2; count <= 5; count++) expect((await send(id)).status).toBe(200);
    nowMs += 500;
    const limited = await send(id);
    expect([limited.status, limited.body]).toEqual([
      429,
      { message: 'You are being rate limited.', retry_after: 4.5, global: false },
    ]);
    expect(Object.fromEntries(limited.headers)).toMatchObject({ 'retry-after': '5', 'x-ratelimit-scope': 'user' });
    nowMs += 4500;
    for (let count = 1; count <= 50; count++) expect((await call(emulator, 'GET /users/@me')).status).toBe(200);
    const globally = await send(id);
    expect(globally.body).toEqual({ message: 'You are being rate limited.', retry_after: 1, global: true });
    expect(globally.headers.get('x-ratelimit-global')).toBe('true');
    emulator.limitRates(false);
    expect((await send(id)).status).toBe(200);
  });

  it('lets only this machine in, and tells watchers what they would see', async () => {
    const emulator = await running();
    const stranger = await fetch(`${emulator.apiUrl}/v10/gateway`, { headers: { origin: 'https://evil.example' } });
    expect(stranger.status).toBe(403);
    const seen: string[] = [];
    const stop = emulator.subscribe(({ type }) => seen.push(type));
    const { id } = emulator.channel('general');
    const sent = await result(emulator, `POST /channels/${id}/messages`, { content: 'x' });
    await call(emulator, `POST /channels/${id}/typing`);
    await result(emulator, `PATCH /channels/${id}/messages/${sent.id}`, { content: 'y' });
    stop();
    await call(emulator, `DELETE /channels/${id}/messages/${sent.id}`);
    expect(seen).toEqual(['message', 'typing', 'changed']);
    expect((await fetch(`${emulator.apiUrl}/v9/gateway`)).status).toBe(400);
  });

  it('is acted in from another process over its own HTTP API', async () => {
    const emulator = await running();
    const act = async (action: string, given: object) => {
      const response = await fetch(`${emulator.url}/emulator/${action}`, {
        method: 'POST',
        body: JSON.stringify(given),
      });
      return (await response.json()) as { ok: boolean; error?: string; result?: Record<string, unknown> };
    };
    const ann = (await act('person', { name: 'Ann' })).result?.id;
    const channel_id = (await act('channel', { name: 'general' })).result?.id;
    expect(await act('mention', { from: ann, channel_id, text: 'hi' })).toMatchObject({
      ok: true,
      result: { content: '<@200000000000000002> hi' },
    });
    expect(await act('messages', { channel_id })).toMatchObject({ result: [{ author: { global_name: 'Ann' } }] });
    expect(await act('press', { from: ann, channel_id, id: '1', button: 0 })).toMatchObject({ ok: false });
    expect((await act('nothing', {})).error).toContain('There is no action "nothing"');
  });
});

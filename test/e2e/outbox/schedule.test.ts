import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { botTexts, callsTo, metric, push, serviceWith } from './at-work.ts';

const OFF = '{ rates: { telegram: off } }';
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a turn with send_at', () => {
  it('goes out when its time has come, over a restart; later ones do not wait for it', async () => {
    const service = await serviceWith(OFF);
    const ann = service.telegram.person('Ann').id;
    const dueMs = Date.now() + 2_500;
    const pushed = await push(service, ann, { text: 'later' }, { send_at: new Date(dueMs).toISOString() });
    expect(pushed.deliveries).toEqual([{ id: expect.any(String), channel: 'telegram', status: 'scheduled' }]);
    expect(await metric(service, 'dead_deliveries')).toBe(0);
    await push(service, ann, { text: 'now' });
    await expect.poll(() => botTexts(service, ann)).toEqual(['now']);
    await service.restart();

    await expect.poll(() => botTexts(service, ann), { timeout: 6_000, interval: 20 }).toEqual(['now', 'later']);
    const sentMs = callsTo(service, ann)[1]?.atMs ?? 0;
    expect(sentMs).toBeGreaterThanOrEqual(dueMs);
    // The rest is room for a busy machine.
    expect(sentMs).toBeLessThan(dueMs + 3_000);
  });

  it('that became due while nothing ran goes out at the next start', async () => {
    const service = await serviceWith(OFF);
    const ann = service.telegram.person('Ann').id;
    await push(service, ann, { text: 'later' }, { send_at: inMs(1_500) });
    await service.stop();
    await sleep(1_600);
    expect(botTexts(service, ann)).toEqual([]);
    await service.restart();
    await expect.poll(() => botTexts(service, ann)).toEqual(['later']);
  });

  it('counts its expiry from then', async () => {
    const service = await serviceWith('{ expires_after_s: 2, rates: { telegram: off } }');
    const ann = service.telegram.person('Ann').id;
    await push(service, ann, { text: 'later' }, { send_at: inMs(2_500) });
    await expect.poll(() => botTexts(service, ann), { timeout: 5_000 }).toEqual(['later']);
  });

  it('in the past goes out now', async () => {
    const service = await serviceWith(OFF);
    const ann = service.telegram.person('Ann').id;
    const pushed = await push(service, ann, { text: 'now' }, { send_at: '2001-01-01T00:00:00+01:00' });
    expect(pushed.deliveries[0]?.status).toBe('queued');
    await expect.poll(() => botTexts(service, ann)).toEqual(['now']);
  });

  it('asks nothing before its time, and what is typed then answers it, though it was kept before another question', async () => {
    const service = await serviceWith(OFF);
    const { telegram } = service;
    const ann = telegram.person('Ann');
    const ask = (text: string, ...choices: string[]) => ({
      text,
      clarification: { prompt: text, choices: choices.map((value) => ({ value })) },
    });
    await push(service, ann.id, ask('Later?', 'a', 'b'), { send_at: inMs(4_000) });
    await push(service, ann.id, ask('First?', 'p', 'q'));
    await push(service, ann.id, ask('Second?', 'x', 'y'));
    await expect.poll(() => botTexts(service, ann.id)).toHaveLength(2);
    telegram.sendText(ann, ann, '2');
    await expect.poll(() => botTexts(service, ann.id).at(-1)).toBe('You said: 2');
    await expect.poll(() => botTexts(service, ann.id)[1]).toContain('✓ y');

    await expect.poll(() => botTexts(service, ann.id), { timeout: 8_000 }).toHaveLength(4);
    telegram.sendText(ann, ann, '1');
    await expect.poll(() => botTexts(service, ann.id)[3]).toContain('✓ a');
  });

  it('with an idempotency key is kept once', async () => {
    const service = await serviceWith(OFF);
    const ann = service.telegram.person('Ann').id;
    const more = { send_at: inMs(700), idempotency_key: 'k1' };
    expect(await push(service, ann, { text: 'once' }, more)).toEqual(await push(service, ann, { text: 'once' }, more));
    const { status } = await service.post('/v1/turns', {
      to: { channel: 'telegram', address: { chat_id: ann } },
      turn: { text: 'once' },
      ...more,
      send_at: inMs(60_000),
    });
    expect(status).toBe(409);
    await expect.poll(() => botTexts(service, ann), { timeout: 3_000 }).toEqual(['once']);
  });

  it('is taken back until then, and not after', async () => {
    const service = await serviceWith(OFF);
    const ann = service.telegram.person('Ann').id;
    const first = await push(service, ann, { text: 'cancelled' }, { send_at: inMs(1_000) });
    const second = await push(service, ann, { text: 'kept' }, { send_at: inMs(1_000) });
    const cancel = (turnId: string) => service.post(`/v1/turns/${turnId}/cancel`, {});
    expect(await cancel(first.turn_id)).toEqual({ status: 200, body: { turn_id: first.turn_id, cancelled: 1 } });
    expect(await cancel(first.turn_id)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    await expect.poll(() => botTexts(service, ann), { timeout: 6_000 }).toEqual(['kept']);
    expect(await cancel(second.turn_id)).toMatchObject({ status: 404 });
    expect(botTexts(service, ann)).toEqual(['kept']);
  });

  it('goes to where a group lives by then [CH-14]', async () => {
    const service = await serviceWith(OFF);
    const group = service.telegram.group('Movers');
    await push(service, group.id, { text: 'later' }, { send_at: inMs(1_500) });
    const moved = service.telegram.migrate(group);
    await expect.poll(() => botTexts(service, moved.id), { timeout: 6_000 }).toEqual(['later']);
  });

  it('is refused when that is no time, no whole one, or more than a year ahead', async () => {
    const service = await serviceWith(OFF);
    const to = { channel: 'telegram', address: { chat_id: 1001 } };
    for (const send_at of [
      '2026-02-30T08:00:00Z',
      '2026-12-24T08:00:00',
      '24.12.2026',
      1_798_131_600,
      '2999-01-01T00:00:00Z',
    ]) {
      const { status, body } = await service.post('/v1/turns', { to, turn: { text: 'x' }, send_at });
      expect([send_at, status]).toEqual([send_at, 400]);
      expect(body).toMatchObject({ error: { code: 'body_invalid', message: expect.stringContaining('send_at') } });
    }
  });
});

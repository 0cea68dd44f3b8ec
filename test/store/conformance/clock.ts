import { describe, expect, it } from 'vitest';
import {
  type Bench,
  claimedDeliveries,
  claimedTurns,
  delivery,
  HOUR_MS,
  keepDeliveries,
  message,
  type OpenBench,
  pushOf,
  START_MS,
} from '../fixtures.ts';

const MINUTE_MS = 60_000;

/** Asks every second until there is something. Gives the milliseconds that it took. */
async function msUntil({ clock }: Bench, claimed: (nowMs: number) => Promise<string[]>, mostMs: number) {
  const fromMs = clock.nowMs;
  while ((await claimed(clock.nowMs)).length === 0) {
    if (clock.nowMs - fromMs > mostMs) return Number.POSITIVE_INFINITY;
    clock.nowMs += 1_000;
  }
  return clock.nowMs - fromMs;
}

export function describeClock(open: OpenBench): void {
  describe('a clock that was set back by an hour', () => {
    it('holds a delivery that waits for no longer than its hold and a minute', async () => {
      const bench = await open();
      const { store, clock } = bench;
      await keepDeliveries(store, delivery('d1'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });
      clock.nowMs -= HOUR_MS;

      const tookMs = await msUntil(bench, (nowMs) => claimedDeliveries(store, 10, nowMs), HOUR_MS);
      expect(tookMs).toBeLessThanOrEqual(5_000 + MINUTE_MS);
    });

    it('holds a turn that was put back for no longer, either', async () => {
      const bench = await open();
      const { store, clock } = bench;
      await store.accept(message('t1'));
      await store.claimTurns(1);
      await store.releaseTurn({ turnId: 't1', atMs: START_MS + 5_000, isUntried: false });
      clock.nowMs -= HOUR_MS;

      expect(await msUntil(bench, () => claimedTurns(store), HOUR_MS)).toBeLessThanOrEqual(5_000 + MINUTE_MS);
    });

    it('ends no hold of a minute that was made after it', async () => {
      const { store, clock } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('other', { lane: 'lane:2' }));
      await claimedDeliveries(store);
      await store.settle('other', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });
      clock.nowMs -= HOUR_MS;
      await store.settle('d1', { state: 'waiting', atMs: clock.nowMs + MINUTE_MS, reason: 'asked to wait' });

      expect(await claimedDeliveries(store, 10, clock.nowMs + 59_000)).not.toContain('d1');
      expect(await claimedDeliveries(store, 10, clock.nowMs + MINUTE_MS)).toContain('d1');
    });

    it('lets a rate hold nothing back for longer than its burst and a minute', async () => {
      const bench = await open({
        policies: { of: () => ({ whenUnknown: 'resend', perLane: { perSecond: 1, burst: 3 } }) },
      });
      const { store, clock } = bench;
      const take = { turns: true, deliveries: true };
      for (const id of ['d1', 'd2', 'd3', 'd4']) {
        await store.push(pushOf(id, { deliveries: [delivery(id)], take }));
        if (id !== 'd4') await store.settle(id, { state: 'delivered' });
      }
      expect(await claimedDeliveries(store)).toEqual([]);
      clock.nowMs -= HOUR_MS;

      const tookMs = await msUntil(bench, (nowMs) => claimedDeliveries(store, 10, nowMs), HOUR_MS);
      expect(tookMs).toBeLessThanOrEqual(3_000 + MINUTE_MS);
    });

    it('limits no inbound for longer than its burst and a minute', async () => {
      const bench = await open();
      const { store, clock } = bench;
      const limits = [{ bucket: 'person ann', rate: { perSecond: 1, burst: 2 } }];
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId, { limits }));
      expect(await store.accept(message('t3', { limits }))).toMatchObject({ status: 'limited' });
      clock.nowMs -= HOUR_MS;

      const accepted = async () => {
        const { status } = await store.accept(message('t3', { limits }));
        return status === 'limited' ? [] : [status];
      };
      expect(await msUntil(bench, accepted, HOUR_MS)).toBeLessThanOrEqual(2_000 + MINUTE_MS);
    });

    it('still lets a scheduled delivery go at its time on the clock', async () => {
      const { store, clock } = await open();
      await keepDeliveries(store, delivery('d1', { notBeforeMs: START_MS + 1_000 }));
      clock.nowMs -= HOUR_MS;

      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual([]);
      expect(await claimedDeliveries(store, 10, START_MS + 999)).toEqual([]);
      expect(await claimedDeliveries(store, 10, START_MS + 1_000)).toEqual(['d1']);
    });
  });

  describe('a clock that was set forward by a day', () => {
    it('ends every hold, and the pace goes on from there', async () => {
      const { store } = await open({
        policies: { of: () => ({ whenUnknown: 'resend', perLane: { perSecond: 1, burst: 1 } }) },
      });
      await keepDeliveries(store, delivery('d1'), delivery('d2'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + HOUR_MS, reason: 'asked to wait' });

      expect(await claimedDeliveries(store, 10, START_MS + 24 * HOUR_MS)).toEqual(['d1']);
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { DeadItem } from '../../../src/protocol/dead-item.ts';
import {
  type Bench,
  claimedDeliveries,
  claimedTurns,
  DAY_MS,
  deliveriesAt,
  delivery,
  finishDone,
  HOUR_MS,
  keepDeliveries,
  message,
  type OpenBench,
  onlyTurn,
  START_MS,
} from '../fixtures.ts';
import { heardFrom } from '../hearing.ts';

/** Sets turns aside, one after the other, in conversations of their own. */
async function setAside({ store, clock }: Bench, ...turnIds: string[]): Promise<void> {
  for (const turnId of turnIds) {
    clock.nowMs += 1;
    await store.accept(
      message(turnId, { conversation: turnId, channel: turnId.startsWith('s') ? 'slack' : 'telegram' }),
    );
    await store.claimTurns(1);
    await store.finishTurn({ turnId, state: 'dead', reason: `no ${turnId}`, deliveries: [], questions: [] });
  }
}

async function deadDelivery({ store }: Bench, id: string): Promise<void> {
  await keepDeliveries(store, delivery(id));
  await claimedDeliveries(store);
  await store.settle(id, { state: 'dead', reason: 'chat not found' });
}

const idsOf = (items: readonly DeadItem[]) => items.map(({ id }) => id);

export function describeDead(open: OpenBench): void {
  describe('what is dead', () => {
    it('is listed with its reason, turns and deliveries apart', async () => {
      const bench = await open();
      await setAside(bench, 't1');
      await deadDelivery(bench, 'd1');

      expect(await bench.store.dead({ kind: 'turn', limit: 10 })).toEqual({
        items: [
          {
            kind: 'turn',
            id: 't1',
            turnId: 't1',
            channel: 'telegram',
            conversation: 't1',
            attempt: 1,
            reason: 'no t1',
            diedAtMs: START_MS + 1,
          },
        ],
      });
      expect(await bench.store.dead({ kind: 'delivery', limit: 10 })).toEqual({
        items: [
          {
            kind: 'delivery',
            id: 'd1',
            turnId: 't1',
            channel: 'telegram',
            conversation: 'telegram:42',
            attempt: 1,
            reason: 'chat not found',
            diedAtMs: START_MS + 1,
          },
        ],
      });
    });

    it('is listed in pages, latest first, each item once even when more die meanwhile', async () => {
      const bench = await open();
      await setAside(bench, 't1', 't2', 't3', 't4', 't5');

      const first = await bench.store.dead({ kind: 'turn', limit: 2 });
      await setAside(bench, 't6');
      const second = await bench.store.dead({ kind: 'turn', limit: 2, cursor: first.cursor ?? '' });
      const third = await bench.store.dead({ kind: 'turn', limit: 2, cursor: second.cursor ?? '' });

      expect([first, second, third].map(({ items }) => idsOf(items))).toEqual([['t5', 't4'], ['t3', 't2'], ['t1']]);
      expect(third).not.toHaveProperty('cursor');
    });

    it('that died in one millisecond is told apart by its order', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2', 't3']) {
        await store.accept(
          message(turnId, { conversation: turnId, ending: { state: 'dead', reason: 'x', deliveries: [] } }),
        );
      }

      const first = await store.dead({ kind: 'turn', limit: 2 });
      const second = await store.dead({ kind: 'turn', limit: 2, cursor: first.cursor ?? '' });

      expect([first, second].map(({ items }) => idsOf(items))).toEqual([['t3', 't2'], ['t1']]);
    });

    it('is listed for one channel', async () => {
      const bench = await open();
      await setAside(bench, 't1', 's1', 't2', 's2');

      const { items, cursor } = await bench.store.dead({ kind: 'turn', limit: 1, channel: 'slack' });
      expect(idsOf(items)).toEqual(['s2']);
      const next = await bench.store.dead({ kind: 'turn', limit: 1, channel: 'slack', cursor: cursor ?? '' });
      expect(idsOf(next.items)).toEqual(['s1']);
      expect(next).not.toHaveProperty('cursor');
      expect(await bench.store.dead({ kind: 'turn', limit: 10, channel: 'email' })).toEqual({ items: [] });
    });

    it('is not listed from a cursor that nobody gave', async () => {
      const { store } = await open();
      for (const cursor of ['', 'next', "1' or '1'='1", '9'.repeat(400)]) {
        await expect(store.dead({ kind: 'turn', limit: 1, cursor })).rejects.toMatchObject({ code: 'body_invalid' });
      }
    });

    it('keeps the reason of a turn that gave none as empty words', async () => {
      const { store } = await open();
      await store.accept(message('t1', { take: { turns: true, deliveries: true } }));
      await store.finishTurn({ turnId: 't1', state: 'dead', deliveries: [], questions: [] });

      expect((await store.dead({ kind: 'turn', limit: 1 })).items).toMatchObject([{ reason: '' }]);
    });
  });

  describe('a dead item that is tried again', () => {
    it('as a turn waits at the end of its lane, its attempts counted anew', async () => {
      const bench = await open();
      const { store } = bench;
      await store.accept(message('t1'));
      await store.claimTurns(1);
      await store.finishTurn({
        ...{ turnId: 't1', state: 'dead', reason: 'x', questions: [] },
        deliveries: [delivery('d1')],
      });
      await store.accept(message('t2'));
      const heard = heardFrom(store);

      expect(await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs: START_MS })).toBe(true);

      await heard.work();
      expect((await store.dead({ kind: 'turn', limit: 1 })).items).toEqual([]);
      expect(await store.counts()).toMatchObject({ deadTurns: 0, waitingTurns: 2 });
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't2' });
      await finishDone(store, 't2');
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't1', attempt: 1, raw: '{"text":"hello from t1"}' });
      await finishDone(store, 't1');
      // What it said the first time is still said by it.
      expect(await store.turn('t1')).toMatchObject({ state: 'done', deliveries: [{ deliveryId: 'd1' }] });
      expect(await store.turn('t1')).not.toHaveProperty('reason');
    });

    it('as a turn waits where its conversation is today', async () => {
      const bench = await open();
      await setAside(bench, 'old');
      await bench.store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      await bench.store.retryDead({ kind: 'turn', id: 'old', expiresAtMs: START_MS });

      expect(await onlyTurn(bench.store)).toMatchObject({ turnId: 'old', conversation: 'new' });
    });

    it('as a delivery waits at the end of its lane, with a new expiry', async () => {
      const bench = await open();
      const { store } = bench;
      await deadDelivery(bench, 'd1');
      await keepDeliveries(store, delivery('d2', { turnId: 't2' }));
      const heard = heardFrom(store);

      expect(await store.retryDead({ kind: 'delivery', id: 'd1', expiresAtMs: START_MS + 9 * DAY_MS })).toBe(true);

      await heard.work();
      expect(await claimedDeliveries(store)).toEqual(['d2']);
      await store.settle('d2', { state: 'delivered' });
      expect(await deliveriesAt(store)).toMatchObject([
        { deliveryId: 'd1', attempt: 1, expiresAtMs: START_MS + 9 * DAY_MS, payload: '{"text":"d1"}' },
      ]);
      await store.settle('d1', { state: 'delivered' });
      expect(await store.counts()).toMatchObject({ deadDeliveries: 0, waitingDeliveries: 0 });
    });

    it('must be dead: nothing else is begun twice by this', async () => {
      const bench = await open();
      const { store } = bench;
      await store.accept(message('t1'));
      await keepDeliveries(store, delivery('d1'));
      const retry = (kind: 'turn' | 'delivery', id: string) =>
        store.retryDead({ kind, id, expiresAtMs: START_MS + DAY_MS });

      for (const id of ['t1', 'unknown']) expect(await retry('turn', id)).toBe(false);
      for (const id of ['d1', 'unknown', 't1']) expect(await retry('delivery', id)).toBe(false);
      await claimedTurns(store);
      await claimedDeliveries(store);
      expect(await retry('turn', 't1')).toBe(false);
      expect(await retry('delivery', 'd1')).toBe(false);
      await finishDone(store, 't1');
      await store.settle('d1', { state: 'delivered' });
      expect(await retry('turn', 't1')).toBe(false);
      expect(await retry('delivery', 'd1')).toBe(false);
    });

    it('is tried again by one of two who ask', async () => {
      const bench = await open();
      await setAside(bench, 't1');
      const retry = { kind: 'turn' as const, id: 't1', expiresAtMs: START_MS };

      expect((await Promise.all([bench.store.retryDead(retry), bench.store.retryDead(retry)])).sort()).toEqual([
        false,
        true,
      ]);
      expect(await claimedTurns(bench.store)).toEqual(['t1']);
    });
  });

  describe('a dead item that is dropped', () => {
    it('is gone for good', async () => {
      const bench = await open();
      await setAside(bench, 't1');
      await deadDelivery(bench, 'd1');

      expect(await bench.store.dropDead({ kind: 'turn', id: 't1' })).toBe(true);
      expect(await bench.store.dropDead({ kind: 'delivery', id: 'd1' })).toBe(true);

      expect(await bench.store.turn('t1')).toBeUndefined();
      expect(await bench.store.counts()).toMatchObject({ deadTurns: 0, deadDeliveries: 0 });
      expect(await bench.store.dropDead({ kind: 'turn', id: 't1' })).toBe(false);
      expect(await bench.store.dropDead({ kind: 'delivery', id: 'd1' })).toBe(false);
    });

    it('must be dead: nothing that waits or is done is lost by this', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await keepDeliveries(store, delivery('d1'));

      expect(await store.dropDead({ kind: 'turn', id: 't1' })).toBe(false);
      expect(await store.dropDead({ kind: 'delivery', id: 'd1' })).toBe(false);

      expect(await claimedTurns(store)).toEqual(['t1']);
      expect(await claimedDeliveries(store)).toEqual(['d1']);
    });
  });

  describe('the age of the oldest open turn', () => {
    it('is told with the counts, waiting or running', async () => {
      const { store } = await open();
      expect(await store.counts()).not.toHaveProperty('oldestOpenTurnMs');
      await store.accept(message('t1', { receivedAtMs: START_MS - HOUR_MS }));
      await store.accept(message('t2', { receivedAtMs: START_MS, conversation: 'telegram:2' }));

      expect(await store.counts()).toMatchObject({ oldestOpenTurnMs: START_MS - HOUR_MS });
      await store.claimTurns(1);
      expect(await store.counts()).toMatchObject({ oldestOpenTurnMs: START_MS - HOUR_MS });
      await finishDone(store, 't1');
      expect(await store.counts()).toMatchObject({ oldestOpenTurnMs: START_MS });
    });
  });
}

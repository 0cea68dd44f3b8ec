import { describe, expect, it } from 'vitest';
import {
  claimedDeliveries,
  DAY_MS,
  delivery,
  finishDone,
  HOUR_MS,
  keepDeliveries,
  keepQuestions,
  message,
  type OpenBench,
  pushOf,
  question,
  START_MS,
} from '../fixtures.ts';
import type { RememberingStore } from '../remembering.ts';

async function deliver(store: RememberingStore, deliveryId: string): Promise<void> {
  await claimedDeliveries(store);
  await store.settle(deliveryId, { state: 'delivered', receipt: '100' });
}

export function describeUpkeep(open: OpenBench): void {
  describe('counts', () => {
    it('tell what waits and what died', async () => {
      const { store } = await open();
      expect(await store.counts()).toEqual({
        waitingTurns: 0,
        waitingDeliveries: 0,
        scheduledDeliveries: 0,
        deadTurns: 0,
        deadDeliveries: 0,
      });
      for (const turnId of ['t1', 't2', 't3', 't4']) await store.accept(message(turnId, { conversation: turnId }));
      await store.claimTurns(2);
      await store.finishTurn({ turnId: 't1', state: 'dead', deliveries: [], questions: [] });
      await keepDeliveries(store, delivery('d1'), delivery('d2'), delivery('d3'), delivery('d4'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'dead', reason: 'chat not found' });
      await claimedDeliveries(store);

      expect(await store.counts()).toEqual({
        waitingTurns: 2,
        waitingDeliveries: 2,
        scheduledDeliveries: 0,
        oldestOpenTurnMs: START_MS,
        deadTurns: 1,
        deadDeliveries: 1,
      });
    });
  });

  describe('sweep', () => {
    it('forgets done turns and their dedupe keys after 48 hours', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k' }));
      await store.claimTurns(1);
      await finishDone(store, 't1');

      expect(await store.sweep(START_MS + 48 * HOUR_MS - 1)).toBe(0);
      expect(await store.accept(message('t2', { dedupeKey: 'k' }))).toMatchObject({ status: 'duplicate' });
      expect(await store.sweep(START_MS + 48 * HOUR_MS)).toBe(1);
      expect(await store.turn('t1')).toBeUndefined();
      expect(await store.accept(message('t2', { dedupeKey: 'k' }))).toMatchObject({ status: 'accepted' });
    });

    it('forgets idempotency keys after 48 hours', async () => {
      const { store } = await open();
      await store.push(pushOf('p1', { idempotencyKey: 'k' }));

      await store.sweep(START_MS + 48 * HOUR_MS - 1);
      expect(await store.push(pushOf('p2', { idempotencyKey: 'k' }))).toMatchObject({ status: 'duplicate' });
      await store.sweep(START_MS + 48 * HOUR_MS);
      expect(await store.push(pushOf('p2', { idempotencyKey: 'k' }))).toMatchObject({ status: 'accepted' });
    });

    it('forgets dead turns after 30 days', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.claimTurns(1);
      await store.finishTurn({ turnId: 't1', state: 'dead', deliveries: [], questions: [] });

      await store.sweep(START_MS + 30 * DAY_MS - 1);
      expect(await store.turn('t1')).toMatchObject({ state: 'dead' });
      await store.sweep(START_MS + 30 * DAY_MS);
      expect(await store.turn('t1')).toBeUndefined();
    });

    it('never forgets what waits or runs', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId, { conversation: turnId }));
      await keepDeliveries(store, delivery('d1'), delivery('d2', { lane: 'lane:2' }));
      await store.claimTurns(1);
      await claimedDeliveries(store, 1);

      await store.sweep(START_MS + 1_000 * DAY_MS);

      await finishDone(store, 't1');
      await store.settle('d1', { state: 'delivered' });
      expect(await store.claimTurns(10)).toMatchObject([{ turnId: 't2' }]);
      expect(await claimedDeliveries(store)).toEqual(['d2']);
    });

    it('forgets delivered and dead messages after 30 days', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('d2'));
      await deliver(store, 'd1');
      await claimedDeliveries(store);
      await store.settle('d2', { state: 'dead', reason: 'chat not found' });

      await store.sweep(START_MS + 30 * DAY_MS - 1);
      expect(await store.counts()).toMatchObject({ deadDeliveries: 1 });
      expect(await store.sweep(START_MS + 30 * DAY_MS)).toBe(2);
      expect(await store.counts()).toMatchObject({ deadDeliveries: 0 });
    });

    it('keeps a delivered message for as long as a question of it is open', async () => {
      const { store } = await open();
      const expiresAtMs = START_MS + 40 * DAY_MS;
      await store.push(
        pushOf('p', { deliveries: [delivery('d1')], questions: [question('ui_1', { deliveryId: 'd1', expiresAtMs })] }),
      );
      await deliver(store, 'd1');

      await store.sweep(expiresAtMs - 1);
      expect(await store.questions('telegram:42', expiresAtMs - 1)).toMatchObject([
        { message: { deliveryId: 'd1', receipt: '100' } },
      ]);
      expect(await store.sweep(expiresAtMs)).toBe(1);
    });

    it('forgets questions a day after they expired', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1', { expiresAtMs: START_MS }));

      expect(await store.sweep(START_MS + DAY_MS - 1)).toBe(0);
      expect(await store.sweep(START_MS + DAY_MS)).toBe(1);
    });

    it('never shows a new turn what a forgotten one said', async () => {
      const { store } = await open();
      await store.push(pushOf('p1', { deliveries: [delivery('d1')] }));
      await store.sweep(START_MS + 48 * HOUR_MS);

      await store.push(pushOf('p2'));

      expect(await store.turn('p2')).toEqual({ turnId: 'p2', state: 'done', deliveries: [] });
    });

    it('forgets where a person was reached a year after they last wrote', async () => {
      const { store } = await open();
      const seat = { userId: 'ann', address: { chat_id: 42 } };
      await store.accept(message('t1', { seat }));
      await store.accept(message('t2', { seat, receivedAtMs: START_MS + DAY_MS }));

      await store.sweep(START_MS + 366 * DAY_MS - 1);
      expect(await store.seats('ann')).toMatchObject([{ lastSeenMs: START_MS + DAY_MS }]);
      await store.sweep(START_MS + 366 * DAY_MS);
      expect(await store.seats('ann')).toEqual([]);
    });

    it('forgets more than it deletes in one go', async () => {
      const { store } = await open();
      await Promise.all(Array.from({ length: 1_201 }, (_, index) => store.push(pushOf(`p${index}`))));

      expect(await store.sweep(START_MS + 48 * HOUR_MS)).toBe(1_201);
    });
  });

  describe('the probe', () => {
    it('writes while the store is open, changes nothing, and tells when it is closed', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await Promise.all([store.assertWritable(), store.assertWritable()]);
      expect(await store.counts()).toMatchObject({ waitingTurns: 1 });
      await store.close();
      await expect(store.assertWritable()).rejects.toMatchObject({ code: 'shutting_down' });
    });
  });

  describe('close', () => {
    it('keeps what was asked before it and refuses what is asked after', async () => {
      const { store } = await open();
      const accepted = store.accept(message('t1'));
      const closed = store.close();

      expect(await accepted).toMatchObject({ status: 'accepted', claimed: false });
      await closed;
      await expect(store.accept(message('t2'))).rejects.toMatchObject({ code: 'shutting_down' });
      await expect(store.turn('t1')).rejects.toMatchObject({ code: 'shutting_down' });
      await store.close();
    });
  });
}

import { describe, expect, it } from 'vitest';
import {
  claimedDeliveries,
  deliveriesAt,
  delivery,
  keepDeliveries,
  keepQuestions,
  message,
  type OpenBench,
  onlyTurn,
  pushOf,
  question,
  START_MS,
} from '../fixtures.ts';

export function describeRestart(open: OpenBench, survivesRestart: boolean): void {
  describe.skipIf(!survivesRestart)('after a restart (skipped where the store forgets with its process)', () => {
    it('dedupe and idempotency keys are still known', async () => {
      const { store, reopen } = await open();
      await store.accept(message('t1', { dedupeKey: 'k' }));
      await store.push(pushOf('p1', { idempotencyKey: 'k' }));

      const next = await reopen();

      expect(await next.accept(message('t2', { dedupeKey: 'k' }))).toEqual({ status: 'duplicate', turnId: 't1' });
      expect(await next.push(pushOf('p2', { idempotencyKey: 'k' }))).toEqual({
        status: 'duplicate',
        response: '{"turn_id":"p1"}',
        fingerprint: 'f1',
      });
    });

    it('what was asked for just before the close is there', async () => {
      const { store, reopen } = await open();
      const accepted = store.accept(message('t1'));

      const next = await reopen();

      expect(await accepted).toMatchObject({ status: 'accepted' });
      expect(await onlyTurn(next)).toMatchObject({ turnId: 't1' });
    });

    it('turns that ran wait again at the head of their lane, their attempts counted', async () => {
      const { store, reopen } = await open();
      await store.accept(message('t1'));
      await store.accept(message('t2'));
      await store.claimTurns(1);

      const next = await reopen();

      expect(await next.turn('t1')).toMatchObject({ state: 'waiting' });
      expect(await next.counts()).toMatchObject({ waitingTurns: 2 });
      expect(await onlyTurn(next)).toMatchObject({ turnId: 't1', attempt: 2 });
      expect(await onlyTurn(await reopen())).toMatchObject({ turnId: 't1', attempt: 3 });
    });

    it('deliveries that were being sent wait again, in order', async () => {
      const { store, reopen } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('d2'));
      await claimedDeliveries(store);

      const next = await reopen();

      expect((await next.turn('push of d1,d2'))?.deliveries).toMatchObject([
        { state: 'waiting' },
        { state: 'waiting' },
      ]);
      expect(await deliveriesAt(next)).toMatchObject([{ deliveryId: 'd1', attempt: 2 }]);
      await next.settle('d1', { state: 'delivered' });
      expect(await claimedDeliveries(next)).toEqual(['d2']);
    });

    it('holds still hold', async () => {
      const { store, reopen } = await open();
      await keepDeliveries(store, delivery('d1'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });

      const next = await reopen();

      expect(await claimedDeliveries(next, 10, START_MS + 4_999)).toEqual([]);
      expect(await claimedDeliveries(next, 10, START_MS + 5_000)).toEqual(['d1']);
    });

    it('two turns that ran in one merged lane both wait again', async () => {
      const { store, reopen } = await open();
      await store.accept(message('t1', { conversation: 'old' }));
      await store.accept(message('t2', { conversation: 'new' }));
      await store.claimTurns(2);
      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      const next = await reopen();

      expect(await onlyTurn(next)).toMatchObject({ turnId: 't1', attempt: 2 });
      await next.finishTurn({ turnId: 't1', state: 'done', deliveries: [], questions: [] });
      expect(await onlyTurn(next)).toMatchObject({ turnId: 't2', attempt: 2 });
      expect(await next.currentName('old')).toBe('new');
    });

    it('questions, seats and names are still there', async () => {
      const { store, reopen } = await open();
      await keepQuestions(store, question('ui_1'));
      await store.accept(message('t1', { seat: { userId: 'ann', address: { chat_id: 42 } } }));

      const next = await reopen();

      expect(await next.questions('telegram:42', START_MS)).toMatchObject([{ widgetId: 'ui_1' }]);
      expect(await next.seats('ann')).toMatchObject([{ conversation: 'telegram:42' }]);
    });
  });
}

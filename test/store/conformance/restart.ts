import { describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../../src/protocol/kept-delivery.ts';
import type { DeliveryPolicies } from '../../../src/protocol/pace.ts';
import {
  claimedDeliveries,
  deliveriesAt,
  delivery,
  finishDone,
  HOUR_MS,
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

    it('a claim of the dead process ends nothing any more', async () => {
      const { store, reopen } = await open();
      await store.accept(message('t1'));
      const { epoch } = await onlyTurn(store);
      await keepDeliveries(store, delivery('d1'));
      const [work] = await deliveriesAt(store);
      const next = await reopen();
      const lost = { code: 'claim_lost' };
      const end = { turnId: 't1', state: 'done' as const, deliveries: [], questions: [], epoch };

      await expect(next.finishTurn(end)).rejects.toMatchObject(lost);
      expect((await onlyTurn(next)).epoch).not.toBe(epoch);
      expect((await deliveriesAt(next))[0]?.epoch).not.toBe(work?.epoch);
      await expect(next.finishTurn(end)).rejects.toMatchObject(lost);
      const old = { deliveryId: 'd1', epoch: work?.epoch ?? 0 };
      await expect(next.settle(old, { state: 'delivered' })).rejects.toMatchObject(lost);
    });

    it('what had joined a turn joins it again, with what came since', async () => {
      const { store, reopen } = await open();
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId, { raw: turnId }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });

      const next = await reopen();
      await next.accept(message('t3', { raw: 't3' }));

      expect(await onlyTurn(next)).toMatchObject({ turnId: 't1', attempt: 2 });
      expect(await next.joinWaiting({ turnId: 't1' })).toEqual([
        { turnId: 't2', raw: 't2' },
        { turnId: 't3', raw: 't3' },
      ]);
      await finishDone(next, 't1');
      expect(await next.turn('t2')).toMatchObject({ state: 'done' });
    });

    it('what may have been sent goes again, unless its policy forbids: then it is dead until somebody decides', async () => {
      const policies: DeliveryPolicies = {
        of: (channel) => ({ whenUnknown: channel === 'email' ? 'park' : 'resend' }),
      };
      const { store, reopen } = await open({ policies });
      const mail = (id: string, more: Partial<NewDelivery> = {}) =>
        delivery(id, { channel: 'email', lane: `mail:${id}`, ...more });
      await keepDeliveries(
        store,
        ...[delivery('chat'), mail('mail', { secret: 'x' }), mail('next', { lane: 'mail:mail' })],
        ...[mail('edit', { kind: 'edit', targetDeliveryId: 'mail' }), mail('failed')],
      );
      expect((await claimedDeliveries(store)).sort()).toEqual(['chat', 'edit', 'failed', 'mail']);
      await store.settle('failed', { state: 'waiting', atMs: START_MS, reason: 'unreached' });

      const next = await reopen();

      expect((await next.dead({ kind: 'delivery', limit: 10 })).items).toMatchObject([
        { id: 'mail', reason: 'outcome_unknown', attempt: 1 },
      ]);
      expect((await claimedDeliveries(next)).sort()).toEqual(['chat', 'edit', 'failed', 'next']);
      await next.settle('next', { state: 'delivered' });
      await next.retryDead({ kind: 'delivery', id: 'mail', expiresAtMs: START_MS + 1_000 });
      expect(await deliveriesAt(next)).toMatchObject([{ deliveryId: 'mail', attempt: 1 }]);
    });

    it('a schedule, a generation and what was set aside are still there', async () => {
      const { store, reopen } = await open();
      await keepDeliveries(store, delivery('d1', { notBeforeMs: START_MS + 1_000 }));
      await store.resetConversation('telegram:42');
      await store.accept(
        message('dead', { conversation: 'a', ending: { state: 'dead', reason: 'lane_full', deliveries: [] } }),
      );

      const next = await reopen();

      expect(await next.claimDeliveries({ limit: 10, nowMs: START_MS })).toEqual({ deliveries: [], waitMs: 1_000 });
      expect(await claimedDeliveries(next, 10, START_MS + 1_000)).toEqual(['d1']);
      await next.accept(message('t1'));
      expect(await onlyTurn(next)).toMatchObject({ generation: 1 });
      expect((await next.dead({ kind: 'turn', limit: 10 })).items).toMatchObject([{ id: 'dead' }]);
    });

    it('with an earlier clock holds nothing for longer than its hold and a minute', async () => {
      const { store, reopen, clock } = await open();
      await keepDeliveries(store, delivery('d1'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });
      await store.accept(message('t1', { take: { turns: true, deliveries: true } }));
      await store.releaseTurn({ turnId: 't1', atMs: START_MS + 5_000, isUntried: false });
      clock.nowMs -= HOUR_MS;

      const next = await reopen();
      clock.nowMs += 65_000;

      expect(await claimedDeliveries(next, 10, clock.nowMs)).toEqual(['d1']);
      expect(await onlyTurn(next)).toMatchObject({ turnId: 't1' });
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

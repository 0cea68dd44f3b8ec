import { describe, expect, it } from 'vitest';
import type { Take } from '../../../src/protocol/store.ts';
import {
  answer,
  claimedDeliveries,
  claimedTurns,
  DAY_MS,
  deliveriesAt,
  delivery,
  finishDone,
  keepDeliveries,
  keepQuestions,
  message,
  type OpenBench,
  pushOf,
  question,
  START_MS,
} from '../fixtures.ts';

const takeAll = { turns: true, deliveries: true };
const nothing = { deliveries: [] };

export function describeTake(open: OpenBench): void {
  describe('take', () => {
    it('gives an accepted turn as claimed when its lane is empty', async () => {
      const { store } = await open();

      expect(await store.accept(message('t1', { take: takeAll }))).toEqual({
        status: 'accepted',
        claimed: false,
        taken: {
          turn: {
            turnId: 't1',
            epoch: expect.any(Number),
            attempt: 1,
            generation: 0,
            channel: 'telegram',
            conversation: 'telegram:42',
            raw: '{"text":"hello from t1"}',
            receivedAtMs: START_MS,
          },
          deliveries: [],
        },
      });

      expect(await store.turn('t1')).toMatchObject({ state: 'running' });
      expect(await claimedTurns(store)).toEqual([]);
      await finishDone(store, 't1');
    });

    it('lets a turn wait behind one that runs, waits or is held', async () => {
      const { store } = await open();
      const kept = { status: 'accepted', claimed: false, taken: nothing };
      await store.accept(message('t1', { conversation: 'running', take: takeAll }));
      await store.accept(message('t2', { conversation: 'waiting' }));
      await store.accept(message('t3', { conversation: 'held', take: takeAll }));
      await store.releaseTurn({ turnId: 't3', atMs: START_MS + 5_000, isUntried: false });

      for (const conversation of ['running', 'waiting', 'held']) {
        expect(await store.accept(message(`next ${conversation}`, { conversation, take: takeAll }))).toEqual(kept);
      }

      expect(await claimedTurns(store)).toEqual(['t2']);
    });

    it('gives one of two turns of a conversation that come in one tick', async () => {
      const { store } = await open();

      const accepted = await Promise.all([
        store.accept(message('t1', { take: takeAll })),
        store.accept(message('t2', { take: takeAll })),
      ]);

      expect(accepted[0]).toMatchObject({ taken: { turn: { turnId: 't1' } } });
      expect(accepted[1]).toEqual({ status: 'accepted', claimed: false, taken: nothing });
    });

    it('gives the turn under the name that the conversation has today', async () => {
      const { store } = await open();
      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });
      await store.accept(message('t1', { conversation: 'new', take: takeAll }));

      expect(await store.accept(message('t2', { conversation: 'old', take: takeAll }))).toEqual({
        status: 'accepted',
        claimed: false,
        taken: nothing,
      });
      await finishDone(store, 't1');
      expect(await claimedTurns(store)).toEqual(['t2']);
      await finishDone(store, 't2');
      expect(await store.accept(message('t3', { conversation: 'old', take: takeAll }))).toMatchObject({
        taken: { turn: { turnId: 't3', conversation: 'new' } },
      });
    });

    it('gives the answer and the edit of a claim that was won', async () => {
      const { store } = await open();
      await store.push(
        pushOf('p', { deliveries: [delivery('d1')], questions: [question('ui_1', { deliveryId: 'd1' })] }),
      );
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'delivered', receipt: '100' });

      const edit = delivery('d2', { turnId: 't1', kind: 'edit', targetDeliveryId: 'd1' });
      const accepted = await store.accept(
        message('t1', { take: takeAll, claim: { response: answer('ui_1'), edit, whenLost: 'drop' } }),
      );

      expect(accepted).toMatchObject({
        claimed: true,
        taken: { turn: { turnId: 't1', response: { label: 'Europe' } } },
      });
      expect(accepted).toHaveProperty('taken.deliveries', [
        {
          deliveryId: 'd2',
          turnId: 't1',
          channel: 'telegram',
          conversation: 'telegram:42',
          lane: 'lane:42',
          kind: 'edit',
          payload: '{"text":"d2"}',
          targetReceipt: '100',
          epoch: expect.any(Number),
          attempt: 1,
          expiresAtMs: START_MS + DAY_MS,
        },
      ]);
      await store.settle('d2', { state: 'delivered' });
    });

    it('gives no answer to a claim that was lost', async () => {
      const { store } = await open();

      const accepted = await store.accept(
        message('t1', { take: takeAll, claim: { response: answer('ui_1'), whenLost: 'keep_as_message' } }),
      );

      expect(accepted).toMatchObject({ claimed: false, taken: { turn: { turnId: 't1' } } });
      expect(accepted).not.toHaveProperty('taken.turn.response');
    });

    it('takes only what the caller has room for', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'), question('ui_2', { conversation: 'telegram:2' }));
      const press = (turnId: string, widgetId: string, conversation: string, take: Take) =>
        store.accept(
          message(turnId, {
            conversation,
            take,
            claim: { response: answer(widgetId), edit: delivery(`d ${turnId}`, { lane: turnId }), whenLost: 'drop' },
          }),
        );

      const onlyTurns = await press('t1', 'ui_1', 'telegram:42', { turns: true, deliveries: false });
      const onlyDeliveries = await press('t2', 'ui_2', 'telegram:2', { turns: false, deliveries: true });

      expect(onlyTurns).toMatchObject({ taken: { turn: { turnId: 't1' }, deliveries: [] } });
      expect(onlyDeliveries).toMatchObject({ taken: { deliveries: [{ deliveryId: 'd t2' }] } });
      expect(onlyDeliveries).not.toHaveProperty('taken.turn');
    });

    it('gives the first delivery of each empty lane at the end of a turn', async () => {
      const { store } = await open();
      await store.accept(message('t1', { take: takeAll }));
      await keepDeliveries(store, delivery('before', { lane: 'busy' }));

      const { taken } = await store.finishTurn({
        turnId: 't1',
        state: 'done',
        deliveries: [
          delivery('d1', { lane: 'one' }),
          delivery('d2', { lane: 'one' }),
          delivery('d3', { lane: 'two' }),
          delivery('d4', { lane: 'busy' }),
        ],
        questions: [],
        take: takeAll,
      });

      expect(taken.deliveries).toMatchObject([
        { deliveryId: 'd1', attempt: 1 },
        { deliveryId: 'd3', attempt: 1 },
      ]);
      expect(await claimedDeliveries(store)).toEqual(['before']);
      await store.settle('d1', { state: 'waiting', atMs: START_MS, reason: 'unreached' });
      expect(await deliveriesAt(store)).toMatchObject([{ deliveryId: 'd1', attempt: 2 }]);
    });

    it('gives the deliveries of a push, and nothing of a repeated one', async () => {
      const { store } = await open();
      const push = pushOf('p1', { idempotencyKey: 'k', deliveries: [delivery('d1'), delivery('d2')], take: takeAll });

      expect(await store.push(push)).toMatchObject({
        status: 'accepted',
        taken: { deliveries: [{ deliveryId: 'd1' }] },
      });
      expect(await store.push({ ...push, turnId: 'p2' })).not.toHaveProperty('taken');
      await store.settle('d1', { state: 'delivered' });
      expect(await claimedDeliveries(store)).toEqual(['d2']);
    });

    it('takes nothing unless asked to', async () => {
      const { store } = await open();

      expect(await store.accept(message('t1'))).toEqual({ status: 'accepted', claimed: false, taken: nothing });
      expect(await store.push(pushOf('p1', { deliveries: [delivery('d1')] }))).toEqual({
        status: 'accepted',
        taken: nothing,
      });
      await store.claimTurns(1);
      expect(
        await store.finishTurn({
          turnId: 't1',
          state: 'done',
          deliveries: [delivery('d2', { lane: 'two' })],
          questions: [],
        }),
      ).toEqual({ laneWaits: false, taken: nothing });
    });
  });

  describe('the end of an item', () => {
    it('tells whether others wait in the lane that is free now', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId));
      await keepDeliveries(store, delivery('d1'), delivery('d2'));

      await store.claimTurns(1);
      expect(await finishDone(store, 't1')).toEqual({ laneWaits: true, taken: nothing });
      await store.claimTurns(1);
      expect(await finishDone(store, 't2')).toEqual({ laneWaits: false, taken: nothing });
      await claimedDeliveries(store);
      expect(await store.settle('d1', { state: 'delivered' })).toEqual({ laneWaits: true });
      await claimedDeliveries(store);
      expect(await store.settle('d2', { state: 'waiting', atMs: START_MS, reason: '' })).toEqual({ laneWaits: false });
      await claimedDeliveries(store);
      expect(await store.settle('d2', { state: 'dead', reason: '' })).toEqual({ laneWaits: false });
    });

    it('does not call a lane free in which another one still runs', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'old' }));
      await store.accept(message('t2', { conversation: 'new' }));
      await store.accept(message('t3', { conversation: 'new' }));
      await store.claimTurns(2);
      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      expect(await finishDone(store, 't1')).toMatchObject({ laneWaits: false });
      expect(await finishDone(store, 't2')).toMatchObject({ laneWaits: true });
    });
  });
}

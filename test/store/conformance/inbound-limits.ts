import { describe, expect, it } from 'vitest';
import {
  answer,
  claimedDeliveries,
  claimedTurns,
  delivery,
  finishDone,
  keepQuestions,
  message,
  type OpenBench,
  question,
  START_MS,
} from '../fixtures.ts';

const slow = { perSecond: 1, burst: 2 };
const ofAnn = [{ bucket: 'person ann', rate: slow }];

export function describeInboundLimits(open: OpenBench): void {
  describe('the room for open turns', () => {
    it('is full when as many wait and run as may be, and nothing is kept then', async () => {
      const { store } = await open();
      const bounded = { maxOpen: 2, seat: { userId: 'ann', address: { chat_id: 42 } } };
      await store.accept(message('t1', { maxOpen: 2 }));
      await store.claimTurns(1);
      await store.accept(message('t2', { maxOpen: 2 }));

      expect(await store.accept(message('t3', bounded))).toEqual({ status: 'full' });

      expect(await store.turn('t3')).toBeUndefined();
      expect(await store.seats('ann')).toEqual([]);
      expect(await store.accept(message('t4', { ...bounded, conversation: 'telegram:2' }))).toMatchObject({
        status: 'accepted',
      });
      await finishDone(store, 't1');
      expect(await store.accept(message('t3', bounded))).toMatchObject({ status: 'accepted' });
    });

    it('counts turns under every name of the conversation', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'old' }));
      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      expect(await store.accept(message('t2', { conversation: 'old', maxOpen: 1 }))).toEqual({ status: 'full' });
      expect(await store.accept(message('t3', { conversation: 'new', maxOpen: 1 }))).toEqual({ status: 'full' });
    });

    it('is not asked for by a repetition', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k' }));

      expect(await store.accept(message('t2', { dedupeKey: 'k', maxOpen: 1 }))).toEqual({
        status: 'duplicate',
        turnId: 't1',
      });
    });

    it('leaves a question open when there is none', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));
      await store.accept(message('t1'));

      const press = message('t2', { maxOpen: 1, claim: { response: answer('ui_1'), whenLost: 'drop' } });
      expect(await store.accept(press)).toEqual({ status: 'full' });

      expect((await store.questions('telegram:42', START_MS))[0]).not.toHaveProperty('answered');
    });
  });

  describe('the limits of an inbound', () => {
    it('let a burst in, then tell how long to wait, then let one in again', async () => {
      const { store, clock } = await open();
      expect(await store.accept(message('t1', { limits: ofAnn }))).toMatchObject({ status: 'accepted' });
      expect(await store.accept(message('t2', { limits: ofAnn }))).toMatchObject({ status: 'accepted' });

      expect(await store.accept(message('t3', { limits: ofAnn }))).toEqual({
        status: 'limited',
        bucket: 'person ann',
        retryAfterMs: 1_000,
      });

      expect(await store.turn('t3')).toBeUndefined();
      clock.nowMs += 999;
      expect(await store.accept(message('t3', { limits: ofAnn }))).toMatchObject({ retryAfterMs: 1 });
      clock.nowMs += 1;
      expect(await store.accept(message('t3', { limits: ofAnn }))).toMatchObject({ status: 'accepted' });
      expect(await store.accept(message('t4', { limits: ofAnn }))).toMatchObject({ status: 'limited' });
    });

    it('name the one that takes longest, and count none of them when one is used up', async () => {
      const { store } = await open();
      const limits = [
        { bucket: 'conversation', rate: { perSecond: 10, burst: 1 } },
        { bucket: 'person', rate: { perSecond: 0.1, burst: 1 } },
        { bucket: 'all', rate: { perSecond: 1, burst: 2 } },
      ];
      await store.accept(message('t1', { limits }));

      for (let count = 0; count < 3; count += 1) {
        expect(await store.accept(message('t2', { limits }))).toEqual({
          status: 'limited',
          bucket: 'person',
          retryAfterMs: 10_000,
        });
      }

      // One of two was counted in this one.
      expect(await store.accept(message('t2', { limits: limits.slice(2) }))).toMatchObject({ status: 'accepted' });
      expect(await store.accept(message('t3', { limits: limits.slice(2) }))).toMatchObject({ status: 'limited' });
    });

    it('are not counted by a repetition, a lost press or a full conversation', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k', limits: ofAnn }));

      expect(await store.accept(message('t2', { dedupeKey: 'k', limits: ofAnn }))).toMatchObject({
        status: 'duplicate',
      });
      const press = message('t3', { limits: ofAnn, claim: { response: answer('ui_unknown'), whenLost: 'drop' } });
      expect(await store.accept(press)).toEqual({ status: 'lost' });
      expect(await store.accept(message('t4', { limits: ofAnn, maxOpen: 1 }))).toEqual({ status: 'full' });

      expect(await store.accept(message('t5', { limits: ofAnn }))).toMatchObject({ status: 'accepted' });
      expect(await store.accept(message('t6', { limits: ofAnn }))).toMatchObject({ status: 'limited' });
    });

    it('leave a question open when they are used up', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId, { limits: ofAnn }));

      const press = message('t3', {
        limits: ofAnn,
        claim: { response: answer('ui_1'), edit: delivery('d1'), whenLost: 'drop' },
      });
      expect(await store.accept(press)).toMatchObject({ status: 'limited' });

      expect((await store.questions('telegram:42', START_MS))[0]).not.toHaveProperty('answered');
      expect(await claimedDeliveries(store)).toEqual([]);
    });

    it('let no more in when all come in one tick', async () => {
      const { store } = await open();

      const accepted = await Promise.all(
        Array.from({ length: 10 }, (_, index) => store.accept(message(`t${index}`, { limits: ofAnn }))),
      );

      expect(accepted.filter(({ status }) => status === 'accepted')).toHaveLength(2);
      expect(accepted.filter(({ status }) => status === 'limited')).toHaveLength(8);
    });

    it('are not counted by an inbound that could not be kept', async () => {
      const { store } = await open();
      await store.accept(message('t1'));

      await expect(store.accept(message('t1', { dedupeKey: 'other', limits: ofAnn }))).rejects.toMatchObject({
        code: 'internal',
      });

      for (const turnId of ['t2', 't3']) {
        expect(await store.accept(message(turnId, { limits: ofAnn }))).toMatchObject({ status: 'accepted' });
      }
    });
  });

  describe('an inbound that ends as it is kept', () => {
    it('is done: no agent sees it, what is said about it goes out, and a repetition is told', async () => {
      const { store } = await open();

      const accepted = await store.accept(
        message('t1', {
          dedupeKey: 'k',
          ending: { state: 'done', reason: 'stop', deliveries: [delivery('d1'), delivery('d2')] },
          take: { turns: true, deliveries: true },
        }),
      );

      expect(accepted).toMatchObject({ status: 'accepted', taken: { deliveries: [{ deliveryId: 'd1' }] } });
      expect(accepted).not.toHaveProperty('taken.turn');
      expect(await claimedTurns(store)).toEqual([]);
      expect(await store.turn('t1')).toMatchObject({
        state: 'done',
        reason: 'stop',
        deliveries: [{ deliveryId: 'd1' }, { deliveryId: 'd2' }],
      });
      expect(await store.counts()).toMatchObject({ waitingTurns: 0 });
      expect(await store.accept(message('t2', { dedupeKey: 'k' }))).toEqual({ status: 'duplicate', turnId: 't1' });
    });

    it('is done beside a turn that runs, and takes no room in the conversation', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.claimTurns(1);
      const ending = { state: 'done' as const, reason: 'stop', deliveries: [delivery('d1')] };

      expect(await store.accept(message('t2', { ending, maxOpen: 1 }))).toMatchObject({ status: 'accepted' });
      expect(await claimedDeliveries(store)).toEqual(['d1']);
      expect(await finishDone(store, 't1')).toMatchObject({ laneWaits: false });
      expect(await store.accept(message('t3', { maxOpen: 1 }))).toMatchObject({ status: 'accepted' });
    });

    it('counts against the limits, keeps its seat, and is nothing when it repeats', async () => {
      const { store } = await open();
      const ending = { state: 'done' as const, reason: 'stop', deliveries: [] };
      const limits = [{ bucket: 'b', rate: { perSecond: 1, burst: 1 } }];
      const seat = { userId: 'ann', address: { chat_id: 42 } };
      await store.accept(message('t1', { ending, limits, seat }));

      expect(await store.seats('ann')).toHaveLength(1);
      expect(await store.accept(message('t2', { ending, limits }))).toMatchObject({ status: 'limited' });
    });

    it('as dead keeps its update, so that it can be tried again', async () => {
      const { store } = await open();
      await store.accept(
        message('t1', { raw: 'too much', ending: { state: 'dead', reason: 'lane_full', deliveries: [] } }),
      );

      expect(await claimedTurns(store)).toEqual([]);
      expect((await store.dead({ kind: 'turn', limit: 10 })).items).toMatchObject([{ id: 't1', reason: 'lane_full' }]);
      await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs: START_MS });
      expect(await store.claimTurns(1)).toMatchObject([{ turnId: 't1', raw: 'too much', attempt: 1 }]);
    });
  });
}

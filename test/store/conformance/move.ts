import { describe, expect, it } from 'vitest';
import type { ConversationMove } from '../../../src/protocol/store.ts';
import {
  answer,
  claimedDeliveries,
  claimedTurns,
  deliveriesAt,
  delivery,
  finishDone,
  keepDeliveries,
  keepQuestions,
  message,
  type OpenBench,
  onlyTurn,
  question,
  START_MS,
} from '../fixtures.ts';

function moveOf(from: string, to: string): ConversationMove {
  return { from, to, fromLane: `lane:${from}`, toLane: `lane:${to}`, rewrite: (payload) => `${payload} to ${to}` };
}

const oldDelivery = (id: string) => delivery(id, { conversation: 'old', lane: 'lane:old', payload: id });
const newDelivery = (id: string) => delivery(id, { conversation: 'new', lane: 'lane:new', payload: id });

export function describeMove(open: OpenBench): void {
  describe('move', () => {
    it('gives the conversation a new name and keeps the old ones', async () => {
      const { store } = await open();
      expect(await store.currentName('a')).toBe('a');
      expect(await store.namesOf('a')).toEqual(['a']);

      await store.move(moveOf('a', 'b'));
      await store.move(moveOf('b', 'c'));

      for (const name of ['a', 'b', 'c']) {
        expect(await store.currentName(name)).toBe('c');
        expect(await store.namesOf(name)).toEqual(['c', 'b', 'a']);
      }
      expect(await store.namesOf('d')).toEqual(['d']);
    });

    it('is harmless twice, late, or onto itself', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'a' }));
      await store.move(moveOf('a', 'b'));
      await store.move(moveOf('b', 'c'));

      for (const repeated of [moveOf('a', 'b'), moveOf('b', 'c'), moveOf('c', 'c')]) {
        await store.move(repeated);
        expect(await store.currentName('a')).toBe('c');
        expect(await store.namesOf('c')).toEqual(['c', 'b', 'a']);
      }
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't1', conversation: 'c' });
    });

    it('back to a former name is a move, not a circle', async () => {
      const { store } = await open();
      await store.move(moveOf('a', 'b'));
      await store.move(moveOf('b', 'a'));

      expect(await store.currentName('b')).toBe('a');
      expect(await store.namesOf('b')).toEqual(['a', 'b']);
    });

    it('takes waiting turns along and merges both lanes in the order of insertion', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'old' }));
      await store.accept(message('t2', { conversation: 'new' }));
      await store.accept(message('t3', { conversation: 'old' }));
      await store.accept(message('t4', { conversation: 'new' }));

      await store.move(moveOf('old', 'new'));

      for (const turnId of ['t1', 't2', 't3', 't4']) {
        expect(await onlyTurn(store)).toMatchObject({ turnId, conversation: 'new' });
        await finishDone(store, turnId);
      }
    });

    it('keeps the conversation serial when a turn of either name runs', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'old' }));
      await store.accept(message('t2', { conversation: 'new' }));
      await store.accept(message('t3', { conversation: 'old' }));
      expect(await claimedTurns(store)).toEqual(['t1', 't2']);

      await store.move(moveOf('old', 'new'));

      expect(await claimedTurns(store)).toEqual([]);
      await finishDone(store, 't1');
      expect(await claimedTurns(store)).toEqual([]);
      await store.releaseTurn({ turnId: 't2', atMs: START_MS, isUntried: false });
      expect(await claimedTurns(store)).toEqual(['t2']);
      await finishDone(store, 't2');
      expect(await claimedTurns(store)).toEqual(['t3']);
    });

    it('keeps a turn that comes under the old name in the new conversation', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1', { conversation: 'old' }));
      await store.move(moveOf('old', 'new'));
      await store.accept(message('t1', { conversation: 'new' }));

      const press = message('t2', { conversation: 'old', claim: { response: answer('ui_1'), whenLost: 'drop' } });
      expect(await store.accept(press)).toMatchObject({ status: 'accepted', claimed: true });

      expect(await claimedTurns(store)).toEqual(['t1']);
      await finishDone(store, 't1');
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't2', conversation: 'new' });
    });

    it('gives waiting deliveries the new address, in the order of insertion with those of the new lane', async () => {
      const { store } = await open();
      await keepDeliveries(store, oldDelivery('d1'));
      await keepDeliveries(store, newDelivery('d2'));
      await keepDeliveries(store, oldDelivery('d3'));

      await store.move(moveOf('old', 'new'));

      const seen = [];
      for (let index = 0; index < 3; index += 1) {
        const [work] = await deliveriesAt(store);
        seen.push([work?.deliveryId, work?.conversation, work?.lane, work?.payload]);
        await store.settle(work?.deliveryId ?? '', { state: 'delivered' });
      }
      expect(seen).toEqual([
        ['d1', 'new', 'lane:new', 'd1 to new'],
        ['d2', 'new', 'lane:new', 'd2'],
        ['d3', 'new', 'lane:new', 'd3 to new'],
      ]);
    });

    it('lets what is being sent settle, and sends it to the new address if it goes again', async () => {
      const { store } = await open();
      await keepDeliveries(store, oldDelivery('d1'), oldDelivery('d2'), newDelivery('d3'));
      expect(await claimedDeliveries(store)).toEqual(['d1', 'd3']);

      await store.move(moveOf('old', 'new'));

      await store.settle('d3', { state: 'delivered' });
      expect(await claimedDeliveries(store)).toEqual([]);
      await store.settle('d1', { state: 'waiting', atMs: START_MS, reason: 'moved' });
      expect(await deliveriesAt(store)).toMatchObject([
        { deliveryId: 'd1', lane: 'lane:new', payload: 'd1 to new', attempt: 2 },
      ]);
      await store.settle('d1', { state: 'delivered' });
      expect(await claimedDeliveries(store)).toEqual(['d2']);
    });

    it('that is repeated takes along what was kept under the old name since', async () => {
      const { store } = await open();
      await store.move(moveOf('old', 'new'));
      await keepDeliveries(store, oldDelivery('d1'));

      await store.move(moveOf('old', 'new'));

      expect(await deliveriesAt(store)).toMatchObject([
        { deliveryId: 'd1', conversation: 'new', lane: 'lane:new', payload: 'd1 to new' },
      ]);
    });

    it('leaves other conversations of the same lane and delivered messages alone', async () => {
      const { store } = await open();
      await keepDeliveries(store, oldDelivery('d1'), { ...oldDelivery('d2'), conversation: 'other' });
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'delivered', receipt: '100' });

      await store.move(moveOf('old', 'new'));

      expect(await deliveriesAt(store)).toMatchObject([
        { deliveryId: 'd2', conversation: 'other', lane: 'lane:old', payload: 'd2' },
      ]);
    });

    it('carries the hold of the old lane over, to what waits in the new one as well', async () => {
      const { store } = await open();
      await keepDeliveries(store, oldDelivery('d1'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });
      await keepDeliveries(store, newDelivery('d2'));

      await store.move(moveOf('old', 'new'));

      expect(await claimedDeliveries(store, 10, START_MS + 4_999)).toEqual([]);
      expect(await claimedDeliveries(store, 10, START_MS + 5_000)).toEqual(['d1']);
    });

    it('takes questions along, old and new ones under any name', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1', { conversation: 'old' }));
      await store.move(moveOf('old', 'new'));
      await keepQuestions(store, question('ui_2', { conversation: 'old' }));

      for (const name of ['old', 'new']) {
        const questions = await store.questions(name, START_MS);
        expect(questions.map(({ widgetId }) => widgetId)).toEqual(['ui_2', 'ui_1']);
      }
    });

    it('takes seats along', async () => {
      const { store } = await open();
      const seat = { userId: 'ann', address: { chat_id: 1 } };
      await store.accept(message('t1', { conversation: 'old', seat, receivedAtMs: START_MS }));
      await store.accept(message('t2', { conversation: 'new', seat, receivedAtMs: START_MS - 5 }));

      await store.move(moveOf('old', 'new'));

      expect(await store.seats('ann')).toEqual([
        { channel: 'telegram', conversation: 'new', address: { chat_id: 1 }, lastSeenMs: START_MS },
      ]);
    });

    it('that cannot rewrite a payload changes nothing', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'old' }));
      await keepDeliveries(store, oldDelivery('d1'), oldDelivery('d2'));
      const rewrite = (payload: string): string => {
        if (payload === 'd2') throw new Error('no such address');
        return payload;
      };

      await expect(store.move({ ...moveOf('old', 'new'), rewrite })).rejects.toThrow('no such address');

      expect(await store.currentName('old')).toBe('old');
      expect(await onlyTurn(store)).toMatchObject({ conversation: 'old' });
      expect(await deliveriesAt(store)).toMatchObject([{ lane: 'lane:old' }]);
    });
  });
}

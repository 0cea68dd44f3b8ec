import { describe, expect, it } from 'vitest';
import {
  claimedDeliveries,
  claimedTurns,
  delivery,
  finishDone,
  message,
  type OpenBench,
  onlyTurn,
  question,
  START_MS,
} from '../fixtures.ts';

export function describeTurns(open: OpenBench): void {
  describe('turns', () => {
    it('of one conversation run one at a time, the oldest first', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2', 't3']) await store.accept(message(turnId));

      expect(await claimedTurns(store)).toEqual(['t1']);
      expect(await claimedTurns(store)).toEqual([]);
      await finishDone(store, 't1');
      expect(await claimedTurns(store)).toEqual(['t2']);
      await finishDone(store, 't2');
      expect(await claimedTurns(store)).toEqual(['t3']);
      await finishDone(store, 't3');
      expect(await claimedTurns(store)).toEqual([]);
    });

    it('of one conversation are given once when two workers claim in one tick', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.accept(message('t2'));

      expect(await Promise.all([claimedTurns(store), claimedTurns(store)])).toEqual([['t1'], []]);
    });

    it('of other conversations go on meanwhile', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'telegram:1' }));
      await store.accept(message('t2', { conversation: 'telegram:1' }));
      await store.accept(message('t3', { conversation: 'telegram:2' }));

      expect(await claimedTurns(store)).toEqual(['t1', 't3']);
      await store.accept(message('t4', { conversation: 'telegram:3' }));
      expect(await claimedTurns(store)).toEqual(['t4']);
    });

    it('are given up to the limit', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2', 't3']) await store.accept(message(turnId, { conversation: turnId }));

      expect(await claimedTurns(store, 0)).toEqual([]);
      expect(await claimedTurns(store, -1)).toEqual([]);
      expect(await claimedTurns(store, 2)).toEqual(['t1', 't2']);
      expect(await claimedTurns(store, Number.POSITIVE_INFINITY)).toEqual(['t3']);
    });

    it('take turns between conversations: a long backlog does not starve a newcomer', async () => {
      const { store } = await open();
      for (const turnId of ['a1', 'a2', 'a3']) await store.accept(message(turnId, { conversation: 'a' }));
      await store.accept(message('b1', { conversation: 'b' }));

      const order: string[] = [];
      for (let index = 0; index < 4; index += 1) {
        for (const turnId of await claimedTurns(store, 1)) {
          order.push(turnId);
          await finishDone(store, turnId);
        }
      }

      expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
    });

    it('end in one transaction with what they say', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.claimTurns(1);

      await store.finishTurn({
        turnId: 't1',
        state: 'done',
        deliveries: [delivery('d1'), delivery('d2')],
        questions: [question('ui_1', { deliveryId: 'd2' })],
      });

      expect(await store.turn('t1')).toEqual({
        turnId: 't1',
        state: 'done',
        deliveries: [
          { deliveryId: 'd1', channel: 'telegram', kind: 'send', state: 'waiting', payload: '{"text":"d1"}' },
          { deliveryId: 'd2', channel: 'telegram', kind: 'send', state: 'waiting', payload: '{"text":"d2"}' },
        ],
      });
      expect(await store.questions('telegram:42', START_MS)).toMatchObject([{ widgetId: 'ui_1' }]);
    });

    it('still run when their end cannot be kept, and nothing of it is', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.claimTurns(1);

      const end = { turnId: 't1', state: 'done' as const, questions: [question('ui_1')] };
      await expect(store.finishTurn({ ...end, deliveries: [delivery('d1'), delivery('d1')] })).rejects.toMatchObject({
        code: 'internal',
      });

      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'running', deliveries: [] });
      expect(await store.questions('telegram:42', START_MS)).toEqual([]);
      await store.finishTurn({ ...end, deliveries: [delivery('d1')] });
      expect(await claimedDeliveries(store)).toEqual(['d1']);
    });

    it('end once, and only when somebody holds them', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      const end = { turnId: 't1', state: 'done' as const, deliveries: [], questions: [] };

      await expect(store.finishTurn(end)).rejects.toMatchObject({ code: 'claim_lost' });
      await store.claimTurns(1);
      await store.finishTurn(end);
      await expect(store.finishTurn(end)).rejects.toMatchObject({ code: 'claim_lost' });
      await expect(store.releaseTurn({ turnId: 't1', atMs: START_MS, isUntried: false })).rejects.toMatchObject({
        code: 'claim_lost',
      });
      await expect(store.finishTurn({ ...end, turnId: 'unknown' })).rejects.toMatchObject({ code: 'claim_lost' });
    });

    it('count an attempt that was begun, and none that was not', async () => {
      const { store, clock } = await open();
      await store.accept(message('t1'));
      for (const [isUntried, attempt] of [
        [true, 1],
        [true, 1],
        [false, 1],
        [true, 2],
        [false, 2],
      ] as const) {
        expect(await store.claimTurns(1)).toMatchObject([{ turnId: 't1', attempt }]);
        await store.releaseTurn({ turnId: 't1', atMs: clock.nowMs, isUntried });
      }
      expect(await store.claimTurns(1)).toMatchObject([{ attempt: 3 }]);
    });

    it('keep the reason that they ended with', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.claimTurns(1);
      await store.finishTurn({ turnId: 't1', state: 'done', reason: 'agent_failed', deliveries: [], questions: [] });
      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'done', reason: 'agent_failed', deliveries: [] });
    });

    it('that are put back are the head of their lane again, not before their time', async () => {
      const { store, clock } = await open();
      await store.accept(message('t1'));
      await store.accept(message('t2'));
      await store.accept(message('t3', { conversation: 'telegram:3' }));
      await store.claimTurns(1);

      await store.releaseTurn({ turnId: 't1', atMs: START_MS + 1_000, isUntried: false });

      expect(await store.turn('t1')).toMatchObject({ state: 'waiting' });
      expect(await claimedTurns(store)).toEqual(['t3']);
      clock.nowMs = START_MS + 999;
      expect(await claimedTurns(store)).toEqual([]);
      clock.nowMs = START_MS + 1_000;
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't1', attempt: 2, raw: '{"text":"hello from t1"}' });
      await finishDone(store, 't1');
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't2', attempt: 1 });
    });

    it('that died stand in the record and free their lane', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.accept(message('t2'));
      await store.claimTurns(1);

      await store.finishTurn({ turnId: 't1', state: 'dead', reason: 'unreadable', deliveries: [], questions: [] });

      expect(await store.turn('t1')).toMatchObject({ state: 'dead' });
      expect(await claimedTurns(store)).toEqual(['t2']);
    });

    it('have no record under an unknown id', async () => {
      const { store } = await open();

      expect(await store.turn('unknown')).toBeUndefined();
    });

    it('stand in the record as waiting, running and done', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'waiting', deliveries: [] });
      await store.claimTurns(1);
      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'running', deliveries: [] });
      await finishDone(store, 't1');
      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'done', deliveries: [] });
    });
  });
}

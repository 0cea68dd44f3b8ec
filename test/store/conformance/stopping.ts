import { describe, expect, it } from 'vitest';
import { claimedTurns, delivery, finishDone, keepQuestions, message, type OpenBench, question } from '../fixtures.ts';
import type { RememberingStore } from '../remembering.ts';

const said = (turnId: string, personId?: string) => message(turnId, personId === undefined ? {} : { personId });

async function keep(store: RememberingStore, ...turns: (readonly [turnId: string, personId?: string])[]) {
  for (const [turnId, personId] of turns) await store.accept(said(turnId, personId));
}

export function describeStopping(open: OpenBench, survivesRestart: boolean): void {
  describe('a stop', () => {
    it('ends what waits, and tells the process of what runs', async () => {
      const { store } = await open();
      const told: string[] = [];
      store.listen({ onWork() {}, onStopAsked: (turnId) => told.push(turnId) });
      await keep(store, ['t1'], ['t2'], ['t3']);
      await store.claimTurns(1);

      expect(await store.stopTurns('telegram:42')).toEqual({ running: 't1', waitingEnded: 2 });

      await expect.poll(() => told, { timeout: 3_000 }).toEqual(['t1']);
      expect(await store.turn('t2')).toMatchObject({ state: 'done', reason: 'stopped' });
      expect(await store.turn('t1')).toMatchObject({ state: 'running' });
      await store.finishTurn({ turnId: 't1', state: 'done', reason: 'stopped', deliveries: [], questions: [] });
      expect(await store.turn('t1')).toMatchObject({ state: 'done', reason: 'stopped' });
      await keep(store, ['t4']);
      expect(await claimedTurns(store)).toEqual(['t4']);
    });

    it('of nothing ends nothing', async () => {
      const { store } = await open();
      await keep(store, ['t1']);
      await store.claimTurns(1);
      await finishDone(store, 't1');
      expect(await store.stopTurns('telegram:42')).toEqual({ waitingEnded: 0 });
      expect(await store.turn('t1')).toMatchObject({ state: 'done' });
    });

    it('by a person ends what that person or nobody in particular said, and nothing else', async () => {
      const { store } = await open();
      await keep(store, ['t1', 'ann'], ['t2', 'bo'], ['t3', 'ann'], ['t4']);
      await store.claimTurns(1);
      expect(await store.stopTurns('telegram:42', { personId: 'eve' })).toEqual({ waitingEnded: 1 });
      expect(await store.stopTurns('telegram:42', {})).toEqual({ waitingEnded: 0 });
      expect(await store.stopTurns('telegram:42', { personId: 'ann' })).toEqual({ running: 't1', waitingEnded: 1 });
      await finishDone(store, 't1');
      expect(await claimedTurns(store)).toEqual(['t2']);
    });

    it('keeps nothing of an answer that comes after it', async () => {
      const { store } = await open();
      await keep(store, ['t1'], ['t2']);
      await store.claimTurns(1);
      await store.stopTurns('telegram:42');
      await keep(store, ['t3']);

      const finished = await store.finishTurn({
        turnId: 't1',
        state: 'done',
        deliveries: [delivery('d1')],
        questions: [question('w1')],
        take: { turns: true, deliveries: true },
      });

      expect(finished).toEqual({ laneWaits: true, taken: { deliveries: [] }, isStopped: true });
      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'done', reason: 'stopped', deliveries: [] });
      expect(await store.questions('telegram:42', 0)).toEqual([]);
      expect(await claimedTurns(store)).toEqual(['t3']);
    });

    it('keeps what is said about it', async () => {
      const { store } = await open();
      await keep(store, ['t1']);
      await store.claimTurns(1);
      await store.stopTurns('telegram:42');
      const deliveries = [delivery('d1')];
      expect(
        await store.finishTurn({ turnId: 't1', state: 'done', reason: 'stopped', deliveries, questions: [] }),
      ).not.toHaveProperty('isStopped');
      expect((await store.turn('t1'))?.deliveries).toMatchObject([{ deliveryId: 'd1', state: 'waiting' }]);
    });

    it('holds when the turn is put back', async () => {
      const { store } = await open();
      await keep(store, ['t1']);
      await store.claimTurns(1);
      await store.stopTurns('telegram:42');
      await keep(store, ['t2']);
      await store.releaseTurn({ turnId: 't1', atMs: 0, isUntried: false });
      expect(await store.turn('t1')).toMatchObject({ state: 'done', reason: 'stopped' });
      expect(await claimedTurns(store)).toEqual(['t2']);
    });

    it.skipIf(!survivesRestart)('holds when the process dies (skipped where the store does, too)', async () => {
      const { store, reopen } = await open();
      await keep(store, ['t1', 'ann'], ['t2', 'ann'], ['t3', 'bo']);
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });
      await store.accept(message('t4', { conversation: 'telegram:43' }));
      await store.claimTurns(1);
      await store.stopTurns('telegram:42', { personId: 'ann' });
      await store.stopTurns('telegram:43');

      const next = await reopen();

      expect(await next.turn('t1')).toMatchObject({ state: 'done', reason: 'stopped' });
      expect(await next.turn('t2')).toMatchObject({ state: 'done', reason: 'stopped' });
      expect(await next.turn('t4')).toMatchObject({ state: 'done', reason: 'stopped' });
      expect(await claimedTurns(next)).toEqual(['t3']);
      await finishDone(next, 't3');
      await next.accept(message('t5', { conversation: 'telegram:43' }));
      expect(await claimedTurns(next)).toEqual(['t5']);
    });
  });

  describe('a reset', () => {
    it('closes the questions and counts a generation', async () => {
      const { store } = await open();
      await keepQuestions(store, question('w1'));
      await keep(store, ['t1']);
      expect(await store.resetConversation('telegram:42')).toEqual({ waitingEnded: 1 });
      expect(await store.questions('telegram:42', 0)).toEqual([]);
      await keep(store, ['t2']);
      expect(await store.claimTurns(1)).toMatchObject([{ turnId: 't2', generation: 1 }]);
    });

    it('by a person is refused while another one is answered, and does nothing then', async () => {
      const { store } = await open();
      await keepQuestions(store, question('w1'));
      await keep(store, ['t1', 'ann'], ['t2', 'bo']);
      await store.claimTurns(1);
      for (const by of [{ personId: 'bo' }, { personId: 'eve' }, {}]) {
        expect(await store.resetConversation('telegram:42', by)).toBeUndefined();
      }
      expect(await store.questions('telegram:42', 0)).toHaveLength(1);
      await finishDone(store, 't1');
      expect(await store.resetConversation('telegram:42', { personId: 'ann' })).toBeUndefined();
      expect(await store.resetConversation('telegram:42', { personId: 'bo' })).toEqual({ waitingEnded: 1 });
    });

    it('by a person is obeyed from whoever spoke last, and from anyone where nobody did', async () => {
      const { store } = await open();
      expect(await store.resetConversation('telegram:42', { personId: 'eve' })).toEqual({ waitingEnded: 0 });
      await keep(store, ['t1', 'ann']);
      await store.claimTurns(1);
      await finishDone(store, 't1');
      const ending = { state: 'done', reason: 'command', deliveries: [] } as const;
      await store.accept({ ...said('t2', 'eve'), ending });
      expect(await store.resetConversation('telegram:42', { personId: 'eve' })).toBeUndefined();
      expect(await store.resetConversation('telegram:42', { personId: 'ann' })).toEqual({ waitingEnded: 0 });
      await keep(store, ['t3']);
      await store.claimTurns(1);
      await finishDone(store, 't3');
      expect(await store.resetConversation('telegram:42', { personId: 'eve' })).toEqual({ waitingEnded: 0 });
    });
  });

  describe('messages that are joined', () => {
    it('are of one person, and end with the turn whose answer is theirs', async () => {
      const { store } = await open();
      await keep(store, ['t1', 'ann'], ['t2', 'ann'], ['t3', 'bo'], ['t4', 'ann']);
      await store.claimTurns(1);
      expect(await store.joinWaiting({ turnId: 't1' })).toEqual([message('t2').raw]);
      await finishDone(store, 't1');
      expect(await store.turn('t2')).toEqual({ turnId: 't2', state: 'done', joinedTo: 't1', deliveries: [] });
      expect(await claimedTurns(store)).toEqual(['t3']);
      expect(await store.joinWaiting({ turnId: 't3' })).toEqual([]);
    });

    it('are set aside with their turn, each with its reason', async () => {
      const { store } = await open();
      await keep(store, ['t1'], ['t2']);
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });
      await store.finishTurn({ turnId: 't1', state: 'dead', reason: 'bad', deliveries: [], questions: [] });
      expect(await store.turn('t2')).toMatchObject({ state: 'dead', reason: 'bad' });
    });
  });
}

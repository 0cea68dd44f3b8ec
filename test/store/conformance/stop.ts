import { describe, expect, it } from 'vitest';
import {
  claimedDeliveries,
  claimedTurns,
  delivery,
  finishDone,
  keepQuestions,
  keepSaid,
  message,
  type OpenBench,
  question,
  START_MS,
} from '../fixtures.ts';
import { heardFrom } from '../hearing.ts';

export function describeStop(open: OpenBench, survivesRestart: boolean): void {
  describe('stopping a conversation', () => {
    it('tells the process of the turn that runs, and ends those that wait', async () => {
      const { store } = await open();
      const heard = heardFrom(store);
      for (const turnId of ['t1', 't2', 't3']) await store.accept(message(turnId, { raw: `raw of ${turnId}` }));
      await store.accept(message('other', { conversation: 'telegram:2' }));
      await store.claimTurns(1);

      expect(await store.stopTurns('telegram:42')).toEqual({
        running: 't1',
        waitingEnded: 2,
        raws: ['raw of t1', 'raw of t2', 'raw of t3'],
      });

      await heard.stopOf('t1');
      expect(heard.stopped).toEqual(['t1']);
      expect(await store.turn('t1')).toMatchObject({ state: 'running' });
      for (const turnId of ['t2', 't3']) {
        expect(await store.turn(turnId)).toEqual({ turnId, state: 'done', reason: 'stopped', deliveries: [] });
      }
      expect(await claimedTurns(store)).toEqual(['other']);
      expect(await store.counts()).toMatchObject({ waitingTurns: 0 });
    });

    it('lets the running turn end with what it says', async () => {
      const { store } = await open();
      await store.accept(message('t1', { take: { turns: true, deliveries: true } }));
      await store.stopTurns('telegram:42');

      const finished = await store.finishTurn({
        ...{ turnId: 't1', state: 'done', reason: 'stopped' },
        ...{ deliveries: [delivery('d1')], questions: [] },
      });

      expect(finished).not.toHaveProperty('isStopped');
      expect(await claimedDeliveries(store)).toEqual(['d1']);
      await store.accept(message('t2'));
      expect(await claimedTurns(store)).toEqual(['t2']);
    });

    it('ends what came before a turn that is put back, and tells of none that runs', async () => {
      const { store } = await open();
      await store.accept(message('t1', { raw: 'one' }));
      await store.accept(message('t2', { raw: 'two' }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });
      await store.releaseTurn({ turnId: 't1', atMs: START_MS + 5_000, isUntried: false });

      expect(await store.stopTurns('telegram:42')).toEqual({ waitingEnded: 1, raws: ['one', 'two'] });

      for (const turnId of ['t1', 't2']) {
        expect(await store.turn(turnId)).toMatchObject({ state: 'done', reason: 'stopped' });
      }
      await store.accept(message('t3'));
      expect(await claimedTurns(store)).toEqual(['t3']);
    });

    it('is nothing in a conversation that does nothing', async () => {
      const { store } = await open();
      const heard = heardFrom(store);
      expect(await store.stopTurns('telegram:42')).toEqual({ waitingEnded: 0, raws: [] });
      await store.accept(message('t1'));
      await store.claimTurns(1);
      await finishDone(store, 't1');

      expect(await store.stopTurns('telegram:42')).toEqual({ waitingEnded: 0, raws: [] });

      expect(heard.stopped).toEqual([]);
      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'done', deliveries: [] });
    });

    it('works under any of its names', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId, { conversation: 'old' }));
      await store.claimTurns(1);
      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      expect(await store.stopTurns('old')).toEqual({
        running: 't1',
        waitingEnded: 1,
        raws: Array(2).fill(expect.any(String)),
      });
    });

    it('leaves the questions of the conversation open', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));

      await store.stopTurns('telegram:42');

      expect(await store.questions('telegram:42', START_MS)).toHaveLength(1);
    });

    it('still knows the dedupe keys of what was ended', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k' }));
      await store.stopTurns('telegram:42');

      expect(await store.accept(message('t2', { dedupeKey: 'k' }))).toEqual({ status: 'duplicate', turnId: 't1' });
    });

    it('by a person ends what that person or nobody in particular said, and nothing else', async () => {
      const { store } = await open();
      await keepSaid(store, ['t1', 'ann'], ['t2', 'bo'], ['t3', 'ann'], ['t4']);
      await store.claimTurns(1);
      expect(await store.stopTurns('telegram:42', { personId: 'eve' })).toEqual({
        waitingEnded: 1,
        raws: [expect.any(String)],
      });
      expect(await store.stopTurns('telegram:42', {})).toEqual({ waitingEnded: 0, raws: [] });
      expect(await store.stopTurns('telegram:42', { personId: 'ann' })).toEqual({
        running: 't1',
        waitingEnded: 1,
        raws: Array(2).fill(expect.any(String)),
      });
      await finishDone(store, 't1');
      expect(await claimedTurns(store)).toEqual(['t2']);
    });

    it('keeps nothing of an answer that comes after it', async () => {
      const { store } = await open();
      await keepSaid(store, ['t1'], ['t2']);
      await store.claimTurns(1);
      await store.stopTurns('telegram:42');
      await keepSaid(store, ['t3']);

      const finished = await store.finishTurn({
        turnId: 't1',
        state: 'done',
        deliveries: [delivery('d1')],
        questions: [question('ui_1')],
        take: { turns: true, deliveries: true },
      });

      expect(finished).toEqual({ laneWaits: true, taken: { deliveries: [] }, isStopped: true });
      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'done', reason: 'stopped', deliveries: [] });
      expect(await store.questions('telegram:42', 0)).toEqual([]);
      expect(await claimedTurns(store)).toEqual(['t3']);
    });

    it('holds when the turn is put back', async () => {
      const { store } = await open();
      await keepSaid(store, ['t1']);
      await store.claimTurns(1);
      await store.stopTurns('telegram:42');
      await keepSaid(store, ['t2']);
      await store.releaseTurn({ turnId: 't1', atMs: 0, isUntried: false });
      expect(await store.turn('t1')).toMatchObject({ state: 'done', reason: 'stopped' });
      expect(await claimedTurns(store)).toEqual(['t2']);
    });

    it.skipIf(!survivesRestart)('holds when the process dies (skipped where the store does, too)', async () => {
      const { store, reopen } = await open();
      await keepSaid(store, ['t1', 'ann'], ['t2', 'ann'], ['t3', 'bo']);
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
}

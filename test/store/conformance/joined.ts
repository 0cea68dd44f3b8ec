import { describe, expect, it } from 'vitest';
import {
  answer,
  claimedTurns,
  finishDone,
  keepQuestions,
  keepSaid,
  message,
  type OpenBench,
  onlyTurn,
  question,
  START_MS,
} from '../fixtures.ts';

export function describeJoined(open: OpenBench): void {
  describe('messages that join a running turn', () => {
    it('give their updates in order, run with it and are done with it', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2', 't3']) await store.accept(message(turnId, { raw: turnId }));
      await store.accept(message('other', { conversation: 'telegram:2' }));
      await store.claimTurns(1);

      expect(await store.joinWaiting({ turnId: 't1' })).toEqual([
        { turnId: 't2', raw: 't2' },
        { turnId: 't3', raw: 't3' },
      ]);

      expect(await store.turn('t2')).toMatchObject({ state: 'running' });
      expect(await store.counts()).toMatchObject({ waitingTurns: 1 });
      expect(await claimedTurns(store)).toEqual(['other']);
      expect(await finishDone(store, 't1')).toMatchObject({ laneWaits: false });
      for (const turnId of ['t1', 't2', 't3']) expect(await store.turn(turnId)).toMatchObject({ state: 'done' });
      expect(await claimedTurns(store)).toEqual([]);
    });

    it('are none when nothing waits', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.claimTurns(1);

      expect(await store.joinWaiting({ turnId: 't1' })).toEqual([]);
    });

    it('end before the first one that answers a question', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));
      await store.accept(message('t1'));
      await store.accept(message('t2', { raw: 'two' }));
      await store.accept(message('t3', { claim: { response: answer('ui_1'), whenLost: 'drop' } }));
      await store.accept(message('t4', { raw: 'four' }));
      await store.claimTurns(1);

      expect(await store.joinWaiting({ turnId: 't1' })).toEqual([{ turnId: 't2', raw: 'two' }]);

      expect(await finishDone(store, 't1')).toMatchObject({ laneWaits: true });
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't3', response: { value: 'eu' } });
      expect(await store.joinWaiting({ turnId: 't3' })).toEqual([{ turnId: 't4', raw: 'four' }]);
    });

    it('are given again, with what came since, when the turn is tried again', async () => {
      const { store, clock } = await open();
      await store.accept(message('t1'));
      await store.accept(message('t2', { raw: 'two' }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });
      await store.accept(message('t3', { raw: 'three' }));

      await store.releaseTurn({ turnId: 't1', atMs: clock.nowMs, isUntried: false });

      expect(await onlyTurn(store)).toMatchObject({ turnId: 't1', attempt: 2 });
      expect(await store.joinWaiting({ turnId: 't1' })).toEqual([
        { turnId: 't2', raw: 'two' },
        { turnId: 't3', raw: 'three' },
      ]);
      expect(await store.joinWaiting({ turnId: 't1' })).toEqual([
        { turnId: 't2', raw: 'two' },
        { turnId: 't3', raw: 'three' },
      ]);
      await finishDone(store, 't1');
      expect(await claimedTurns(store)).toEqual([]);
    });

    it('are set aside with a turn that is, each to be tried again by itself', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.accept(message('t2', { raw: 'two' }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });

      await store.finishTurn({ turnId: 't1', state: 'dead', reason: 'too often', deliveries: [], questions: [] });

      expect((await store.dead({ kind: 'turn', limit: 10 })).items).toMatchObject([
        { id: 't2', reason: 'too often' },
        { id: 't1', reason: 'too often' },
      ]);
      await store.retryDead({ kind: 'turn', id: 't2', expiresAtMs: START_MS });
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't2', raw: 'two' });
    });

    it('keep the text that they had when they joined', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.accept(message('t2', { messageId: 'm2', raw: 'two' }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });

      const edit = { channel: 'telegram', conversation: 'telegram:42', messageId: 'm2', raw: 'later' };
      expect(await store.replaceWaiting(edit)).toBe(false);
      expect(await store.joinWaiting({ turnId: 't1' })).toEqual([{ turnId: 't2', raw: 'two' }]);
    });

    it('count no more as open in their conversation', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });

      expect(await store.accept(message('t3', { maxOpen: 2 }))).toMatchObject({ status: 'accepted' });
      expect(await store.accept(message('t4', { maxOpen: 2 }))).toEqual({ status: 'full' });
    });

    it('move along with their conversation', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2', 't3']) await store.accept(message(turnId, { conversation: 'old' }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });
      await store.accept(message('t4', { conversation: 'old' }));

      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      await finishDone(store, 't1');
      expect(await store.turn('t3')).toMatchObject({ state: 'done' });
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't4', conversation: 'new' });
    });

    it('are of one person, and end with the turn whose answer is theirs', async () => {
      const { store } = await open();
      await keepSaid(store, ['t1', 'ann'], ['t2', 'ann'], ['t3', 'bo'], ['t4', 'ann']);
      await store.claimTurns(1);
      expect(await store.joinWaiting({ turnId: 't1' })).toEqual([{ turnId: 't2', raw: message('t2').raw }]);
      await finishDone(store, 't1');
      expect(await store.turn('t2')).toEqual({ turnId: 't2', state: 'done', joinedTo: 't1', deliveries: [] });
      expect(await claimedTurns(store)).toEqual(['t3']);
      expect(await store.joinWaiting({ turnId: 't3' })).toEqual([]);
    });
  });
}

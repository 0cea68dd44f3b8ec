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
  onlyTurn,
  question,
  START_MS,
} from '../fixtures.ts';
import { heardFrom } from '../hearing.ts';

export function describeStop(open: OpenBench): void {
  describe('stopping a conversation', () => {
    it('tells the process of the turn that runs, and ends those that wait', async () => {
      const { store } = await open();
      const heard = heardFrom(store);
      for (const turnId of ['t1', 't2', 't3']) await store.accept(message(turnId));
      await store.accept(message('other', { conversation: 'telegram:2' }));
      await store.claimTurns(1);

      expect(await store.stopTurns('telegram:42')).toEqual({ running: 't1', waitingEnded: 2 });

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

      await store.finishTurn({
        ...{ turnId: 't1', state: 'done', reason: 'stopped' },
        ...{ deliveries: [delivery('d1')], questions: [] },
      });

      expect(await claimedDeliveries(store)).toEqual(['d1']);
    });

    it('ends what came before a turn that is put back, and tells of none that runs', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.accept(message('t2', { raw: 'two' }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 't1' });
      await store.releaseTurn({ turnId: 't1', atMs: START_MS + 5_000, isUntried: false });

      expect(await store.stopTurns('telegram:42')).toEqual({ waitingEnded: 1 });

      for (const turnId of ['t1', 't2']) {
        expect(await store.turn(turnId)).toMatchObject({ state: 'done', reason: 'stopped' });
      }
      await store.accept(message('t3'));
      expect(await claimedTurns(store)).toEqual(['t3']);
    });

    it('is nothing in a conversation that does nothing', async () => {
      const { store } = await open();
      const heard = heardFrom(store);

      expect(await store.stopTurns('telegram:42')).toEqual({ waitingEnded: 0 });
      expect(heard.stopped).toEqual([]);
    });

    it('works under any of its names', async () => {
      const { store } = await open();
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId, { conversation: 'old' }));
      await store.claimTurns(1);
      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      expect(await store.stopTurns('old')).toEqual({ running: 't1', waitingEnded: 1 });
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
  });

  describe('resetting a conversation', () => {
    it('stops it, and its later turns have the next generation', async () => {
      const { store } = await open();
      const heard = heardFrom(store);
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId));
      expect(await onlyTurn(store)).toMatchObject({ generation: 0 });

      expect(await store.resetConversation('telegram:42')).toEqual({ running: 't1', waitingEnded: 1 });

      await heard.stopOf('t1');
      await finishDone(store, 't1');
      await store.accept(message('t3'));
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't3', generation: 1 });
      await finishDone(store, 't3');
      expect(await store.resetConversation('telegram:42')).toEqual({ waitingEnded: 0 });
      expect(await store.accept(message('t4', { take: { turns: true, deliveries: true } }))).toMatchObject({
        taken: { turn: { turnId: 't4', generation: 2 } },
      });
    });

    it('leaves the generation of other conversations, and ends a turn of its own that comes back', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      await store.claimTurns(1);
      await store.resetConversation('telegram:42');
      await store.releaseTurn({ turnId: 't1', atMs: START_MS, isUntried: false });
      await store.accept(message('t2', { conversation: 'telegram:2' }));

      const claimed = await store.claimTurns(10);
      expect(claimed.map(({ turnId, generation }) => [turnId, generation])).toEqual([['t2', 0]]);
      expect(await store.turn('t1')).toMatchObject({ state: 'done', reason: 'stopped' });
    });

    it('closes its questions: no press answers one any more, not even one that came just before', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'), question('ui_other', { conversation: 'telegram:2' }));

      await store.resetConversation('telegram:42');

      expect(await store.questions('telegram:42', START_MS)).toEqual([]);
      expect(await store.questions('telegram:2', START_MS)).toHaveLength(1);
      const press = { claim: { response: answer('ui_1'), whenLost: 'drop' as const }, receivedAtMs: START_MS - 1 };
      expect(await store.accept(message('t1', press))).toEqual({ status: 'lost' });
    });

    it('stays done when the conversation changes its name', async () => {
      const { store } = await open();
      await store.resetConversation('old');
      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      await store.accept(message('t1', { conversation: 'new' }));
      expect(await onlyTurn(store)).toMatchObject({ generation: 1 });
      await finishDone(store, 't1');
      await store.resetConversation('old');
      await store.accept(message('t2', { conversation: 'old' }));
      expect(await onlyTurn(store)).toMatchObject({ conversation: 'new', generation: 2 });
    });
  });
}

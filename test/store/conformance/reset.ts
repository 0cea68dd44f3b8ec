import { describe, expect, it } from 'vitest';
import {
  answer,
  finishDone,
  keepQuestions,
  keepSaid,
  message,
  type OpenBench,
  onlyTurn,
  question,
  START_MS,
  saidBy,
} from '../fixtures.ts';
import { heardFrom } from '../hearing.ts';

export function describeReset(open: OpenBench): void {
  describe('resetting a conversation', () => {
    it('stops it, and its later turns have the next generation', async () => {
      const { store } = await open();
      const heard = heardFrom(store);
      for (const turnId of ['t1', 't2']) await store.accept(message(turnId));
      expect(await onlyTurn(store)).toMatchObject({ generation: 0 });

      expect(await store.resetConversation('telegram:42')).toEqual({
        running: 't1',
        waitingEnded: 1,
        raws: Array(2).fill(expect.any(String)),
      });

      await heard.stopOf('t1');
      await finishDone(store, 't1');
      await store.accept(message('t3'));
      expect(await onlyTurn(store)).toMatchObject({ turnId: 't3', generation: 1 });
      await finishDone(store, 't3');
      expect(await store.resetConversation('telegram:42')).toEqual({ waitingEnded: 0, raws: [] });
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

    it('by a person is refused while another one is answered, and does nothing then', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));
      await keepSaid(store, ['t1', 'ann'], ['t2', 'bo']);
      await store.claimTurns(1);
      for (const by of [{ personId: 'bo' }, { personId: 'eve' }, {}]) {
        expect(await store.resetConversation('telegram:42', by)).toBeUndefined();
      }
      expect(await store.questions('telegram:42', 0)).toHaveLength(1);
      await finishDone(store, 't1');
      expect(await store.resetConversation('telegram:42', { personId: 'ann' })).toBeUndefined();
      expect(await store.resetConversation('telegram:42', { personId: 'bo' })).toEqual({
        waitingEnded: 1,
        raws: [expect.any(String)],
      });
    });

    it('by a person is obeyed from whoever spoke last, and from anyone where nobody did', async () => {
      const { store } = await open();
      expect(await store.resetConversation('telegram:42', { personId: 'eve' })).toEqual({ waitingEnded: 0, raws: [] });
      await keepSaid(store, ['t1', 'ann']);
      await store.claimTurns(1);
      await finishDone(store, 't1');
      const ending = { state: 'done', reason: 'command', deliveries: [] } as const;
      await store.accept({ ...saidBy('t2', 'eve'), ending });
      expect(await store.resetConversation('telegram:42', { personId: 'eve' })).toBeUndefined();
      expect(await store.resetConversation('telegram:42', { personId: 'ann' })).toEqual({ waitingEnded: 0, raws: [] });
      await keepSaid(store, ['t3']);
      await store.claimTurns(1);
      await finishDone(store, 't3');
      expect(await store.resetConversation('telegram:42', { personId: 'eve' })).toEqual({ waitingEnded: 0, raws: [] });
    });
  });
}

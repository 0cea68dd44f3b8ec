import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/protocol/turn-log.ts';
import { DAY_MS, HOUR_MS, message, type OpenBench, onlyTurn, pushOf, START_MS } from '../fixtures.ts';
import type { RememberingStore } from '../remembering.ts';

function said(...deltas: string[]): LogEntry {
  const events = deltas.map((delta, index) => ({ type: 'text' as const, delta, seq: index + 1 }));
  return { run: 1, events, replaces: true };
}

/** A turn that ends at once, with what is said in it; without words no log is kept. */
async function ended(
  store: RememberingStore,
  turnId: string,
  {
    words,
    conversation = 'web:ann',
    state = 'done',
  }: { words?: string; conversation?: string; state?: 'done' | 'dead' },
): Promise<void> {
  await store.accept(message(turnId, { conversation, channel: 'web', personId: 'ann' }));
  await onlyTurn(store);
  const log = words === undefined ? {} : { log: said(words) };
  await store.finishTurn({ turnId, state, deliveries: [], questions: [], ...log });
}

export function describeHistory(open: OpenBench): void {
  describe('the history of a conversation', () => {
    const idsOf = async (store: RememberingStore, conversation = 'web:ann') =>
      (await store.turnLog.ofConversation({ conversation, limit: 100 })).turns.map(({ turnId }) => turnId);

    it('gives its logged turns, latest first, with all that was said in them', async () => {
      const { store, clock } = await open();
      await ended(store, 't1', { words: 'one' });
      await ended(store, 'without a log', {});
      await ended(store, 'elsewhere', { words: 'no', conversation: 'web:bob' });
      await ended(store, 'set aside', { words: 'failed', state: 'dead' });
      clock.nowMs += 1_000;
      await store.accept(message('t2', { conversation: 'web:ann', channel: 'web', receivedAtMs: START_MS + 1_000 }));
      const { epoch } = await onlyTurn(store);
      await store.turnLog.append({ turnId: 't2', epoch, ...said('Grü\u0000', 'ße 🙂') });
      await store.accept(message('waits', { conversation: 'web:ann', channel: 'web' }));

      const page = await store.turnLog.ofConversation({ conversation: 'web:ann', limit: 10 });

      expect(page).toEqual({
        turns: [
          {
            ...{ turnId: 't2', receivedAtMs: START_MS + 1_000, generation: 0, state: 'running', run: 1 },
            events: [
              { type: 'text', delta: 'Grü\u0000', seq: 1 },
              { type: 'text', delta: 'ße 🙂', seq: 2 },
            ],
          },
          {
            ...{ turnId: 'set aside', receivedAtMs: START_MS, generation: 0, state: 'dead', run: 1 },
            events: [{ type: 'text', delta: 'failed', seq: 1 }],
          },
          {
            ...{ turnId: 't1', receivedAtMs: START_MS, generation: 0, state: 'done', run: 1 },
            events: [{ type: 'text', delta: 'one', seq: 1 }],
          },
        ],
      });
      expect(await idsOf(store, "' or 1=1 --")).toEqual([]);
    });

    it('comes in pages, none of which has a turn twice', async () => {
      const { store } = await open();
      for (let index = 1; index <= 5; index++) await ended(store, `t${index}`, { words: `${index}` });
      const pages: string[][] = [];
      for (let before: string | undefined; ; ) {
        const query = { conversation: 'web:ann', limit: 2, ...(before !== undefined && { before }) };
        const page = await store.turnLog.ofConversation(query);
        pages.push(page.turns.map(({ turnId }) => turnId));
        // What is said meanwhile moves nothing.
        if (pages.length === 1) await ended(store, 'new', { words: 'new' });
        before = page.cursor;
        if (before === undefined) break;
      }
      expect(pages).toEqual([['t5', 't4'], ['t3', 't2'], ['t1']]);
    });

    it('refuses a cursor that it has not given', async () => {
      const { store } = await open();
      for (const before of ['', 'x', '-1', '1e3', '9'.repeat(40), '1; drop table turn']) {
        const asked = store.turnLog.ofConversation({ conversation: 'web:ann', limit: 2, before });
        await expect(asked, before).rejects.toMatchObject({ code: 'body_invalid' });
      }
    });

    it('goes on when the conversation changes its name, and tells how often it began anew', async () => {
      const { store } = await open();
      await ended(store, 't1', { words: '1', conversation: 'old' });
      await store.move({ from: 'old', to: 'new', fromLane: 'old', toLane: 'new', rewrite: String });
      await ended(store, 't2', { words: '2', conversation: 'new' });
      await store.resetConversation('new');
      await ended(store, 't3', { words: '3', conversation: 'old' });

      for (const conversation of ['old', 'new']) {
        const { turns } = await store.turnLog.ofConversation({ conversation, limit: 10 });
        expect(turns.map(({ turnId, generation }) => [turnId, generation])).toEqual([
          ['t3', 1],
          ['t2', 0],
          ['t1', 0],
        ]);
      }
    });

    it('has what was pushed into it, where that was kept', async () => {
      const { store } = await open();
      await store.resetConversation('web:ann');
      await store.push(pushOf('told', { conversation: 'web:ann', log: said('The build is done.') }));
      await store.push(pushOf('untold', { conversation: 'web:ann' }));

      expect((await store.turnLog.ofConversation({ conversation: 'web:ann', limit: 10 })).turns).toMatchObject([
        { turnId: 'told', generation: 1, state: 'done', events: [{ delta: 'The build is done.' }] },
      ]);
      expect(await store.turnLog.read('told')).toMatchObject({ run: 1 });
    });

    it('has what was pushed by a name that it had, in the session that it is in', async () => {
      const { store } = await open();
      await store.move({ from: 'old', to: 'new', fromLane: 'old', toLane: 'new', rewrite: String });
      await store.resetConversation('new');
      await store.push(pushOf('told', { conversation: 'old', log: said('The build is done.') }));

      expect((await store.turnLog.ofConversation({ conversation: 'new', limit: 10 })).turns).toMatchObject([
        { turnId: 'told', generation: 1 },
      ]);
    });

    it('has a turn that was stopped, once it is kept what was said in it', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'web:ann' }));
      const { epoch } = await onlyTurn(store);
      await store.stopTurns('web:ann');
      await store.finishTurn({ turnId: 't1', state: 'done', deliveries: [], questions: [], log: said('unsaid') });
      expect(await idsOf(store)).toEqual([]);
      await store.turnLog.append({ turnId: 't1', epoch, ...said('Stopped.') });
      expect(await idsOf(store)).toEqual(['t1']);
    });

    it('loses what was said in a dead turn when that is tried anew', async () => {
      const { store, clock } = await open();
      await ended(store, 't1', { words: 'first try', state: 'dead' });
      await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs: START_MS + DAY_MS });
      expect(await idsOf(store)).toEqual([]);
      await onlyTurn(store);
      await store.finishTurn({ turnId: 't1', state: 'done', deliveries: [], questions: [] });
      expect(await idsOf(store)).toEqual([]);
      // No log is left, so it is kept no longer than any other one.
      clock.nowMs += 48 * HOUR_MS;
      expect(await store.sweep(clock.nowMs)).toBe(1);
    });

    it('is kept longer than turns of which nothing else is known, and then goes', async () => {
      const { store, clock } = await open();
      await ended(store, 'logged', { words: 'hello' });
      await ended(store, 'plain', {});
      await store.accept(message('long', { conversation: 'web:ann', channel: 'web' }));
      const { epoch } = await onlyTurn(store);
      await store.turnLog.append({ turnId: 'long', epoch, ...said('a') });
      await store.finishTurn({ turnId: 'long', state: 'done', deliveries: [], questions: [] });

      clock.nowMs = START_MS + 48 * HOUR_MS;
      expect(await store.sweep(clock.nowMs)).toBe(1);
      expect(await store.turn('plain')).toBeUndefined();
      expect(await idsOf(store)).toEqual(['long', 'logged']);

      clock.nowMs = START_MS + 30 * DAY_MS - 1;
      expect(await store.sweep(clock.nowMs)).toBe(0);
      expect(await store.sweep(START_MS + 30 * DAY_MS)).toBe(2);
      expect(await idsOf(store)).toEqual([]);
    });

    it('goes with the erasure of its person', async () => {
      const { store } = await open();
      await ended(store, 't1', { words: 'mine' });
      expect(await store.erasePerson({ channel: 'web', personId: 'ann' })).toBe(1);
      expect(await idsOf(store)).toEqual([]);
    });
  });
}

import { describe, expect, it, onTestFinished } from 'vitest';
import type { Retention } from '../../src/protocol/retention.ts';
import type { Store } from '../../src/protocol/store.ts';
import type { LogEntry } from '../../src/protocol/turn-log.ts';
import { createMemoryStore } from '../../src/store/memory/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { DAY_MS, deliveriesAt, delivery, HOUR_MS, message, pushOf, START_MS } from './fixtures.ts';
import { dataFolder } from './sqlite/folder.ts';

const retention: Retention = {
  dedupeMs: 24 * HOUR_MS,
  historyMs: 1.5 * DAY_MS,
  deliveredMs: 2 * DAY_MS,
  deadMs: 3 * DAY_MS,
  peopleMs: 4 * DAY_MS,
};

describe.each([
  ['memory', async (): Promise<Store> => createMemoryStore({ now: () => START_MS, retention })],
  ['sqlite', async (): Promise<Store> => openSqliteStore({ folder: dataFolder(), now: () => START_MS, retention })],
])('what %s keeps for as long as the formation says', (_name, open) => {
  async function opened(): Promise<Store> {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  }

  it('is gone at that very moment, and not before', async () => {
    const store = await opened();
    await store.accept(message('done', { seat: { userId: 'ann', address: { chat_id: 42 } } }));
    await store.accept(message('dead', { conversation: 'telegram:7' }));
    await store.accept(message('logged', { conversation: 'telegram:8' }));
    const log: LogEntry = { run: 1, events: [{ type: 'done', seq: 1 }], replaces: true };
    for (const { turnId, epoch } of await store.claimTurns(10)) {
      const state = turnId === 'dead' ? 'dead' : 'done';
      const said = turnId === 'logged' ? { log } : {};
      await store.finishTurn({ turnId, epoch, state, deliveries: [], questions: [], ...said });
    }
    await store.push(pushOf('p', { deliveries: [delivery('delivered'), delivery('refused', { lane: 'lane:7' })] }));
    for (const work of await deliveriesAt(store)) {
      const isRefused = work.deliveryId === 'refused';
      await store.settle(work, isRefused ? { state: 'dead', reason: 'no' } : { state: 'delivered' });
    }
    const left = async () => ({
      done: (await store.turn('done')) !== undefined,
      logged: (await store.turn('logged')) !== undefined,
      dead: (await store.dead({ kind: 'turn', limit: 10 })).items.length,
      refused: (await store.dead({ kind: 'delivery', limit: 10 })).items.length,
      seats: (await store.seats('ann')).length,
    });

    const sweptAt = async (afterMs: number) => [await store.sweep(START_MS + afterMs), await left()];
    const all = { done: true, logged: true, dead: 1, refused: 1, seats: 1 };
    expect(await sweptAt(24 * HOUR_MS - 1)).toEqual([0, all]);
    // The done turn, and the pushed one.
    expect(await sweptAt(24 * HOUR_MS)).toEqual([2, { ...all, done: false }]);
    expect(await sweptAt(1.5 * DAY_MS - 1)).toEqual([0, { ...all, done: false }]);
    const withoutDone = { ...all, done: false, logged: false };
    expect(await sweptAt(1.5 * DAY_MS)).toEqual([1, withoutDone]);
    expect(await sweptAt(2 * DAY_MS)).toEqual([1, withoutDone]);
    expect(await sweptAt(3 * DAY_MS)).toEqual([2, { ...withoutDone, dead: 0, refused: 0 }]);
    expect(await sweptAt(4 * DAY_MS - 1)).toEqual([0, { ...withoutDone, dead: 0, refused: 0 }]);
    expect(await sweptAt(4 * DAY_MS)).toEqual([1, { ...withoutDone, dead: 0, refused: 0, seats: 0 }]);
  });

  it('holds a raw update while a turn is open or dead, and no longer', async () => {
    const store = await opened();
    const raws = async () =>
      (await store.exportPerson({ channel: 'telegram', personId: 'ann' })).turns.map(({ turnId, raw }) => [
        turnId,
        raw,
      ]);
    for (const turnId of ['t1', 't2'])
      await store.accept(message(turnId, { conversation: turnId, personId: 'ann', raw: turnId }));
    const [first, second] = await store.claimTurns(10);
    if (!first || !second) throw new Error('expected two turns');
    expect(await raws()).toEqual([
      ['t1', 't1'],
      ['t2', 't2'],
    ]);

    await store.finishTurn({ ...first, state: 'done', deliveries: [], questions: [] });
    await store.finishTurn({ ...second, state: 'dead', deliveries: [], questions: [] });
    expect(await raws()).toEqual([
      ['t1', undefined],
      ['t2', 't2'],
    ]);

    await store.sweep(START_MS + 3 * DAY_MS);
    expect(await raws()).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoggedRun } from '../../../src/pipeline/following/logged-run.ts';
import { Together } from '../../../src/pipeline/following/together.ts';
import { BridgeError } from '../../../src/protocol/errors.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import type { LogEntry } from '../../../src/protocol/turn-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const work = { turnId: 't1', epoch: 9, attempt: 1 };
const envelope = { text: 'abc', widgets: [], questions: [], notes: [] };

/** A run whose store keeps what it is given, unless `fault` says why not. */
function running() {
  const kept: LogEntry[] = [];
  const store: { fault?: Error; writing?: Promise<void> } = {};
  const append = async ({ turnId: _turn, epoch: _epoch, ...entry }: LogEntry & { turnId: string; epoch: number }) => {
    await store.writing;
    if (store.fault) throw store.fault;
    kept.push(entry);
  };
  const run = new LoggedRun(work, {
    store: { turnLog: { append } },
    log: silentLog,
    together: { first: new Together(25), next: new Together(250) },
    onAdded() {},
  });
  return { run, kept, store, sizes: () => kept.map(({ events }) => events.length) };
}

describe('what a run says', () => {
  it('can be read at once and is kept soon after, what is said next later, in few entries', async () => {
    const { run, kept, sizes } = running();
    for (const delta of ['a', 'b']) run.say(delta);
    expect(run.feed.behind(0).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(kept).toEqual([]);
    await vi.advanceTimersByTimeAsync(25);
    expect(sizes()).toEqual([2]);
    run.say('c');
    await vi.advanceTimersByTimeAsync(249);
    expect(sizes()).toEqual([2]);
    await vi.advanceTimersByTimeAsync(1);
    expect(kept).toEqual([
      {
        run: 1,
        events: [
          { type: 'text', delta: 'a', seq: 1 },
          { type: 'text', delta: 'b', seq: 2 },
        ],
        replaces: true,
      },
      { run: 1, events: [{ type: 'text', delta: 'c', seq: 3 }], replaces: false },
    ]);
    for (let times = 0; times < 100; times++) run.say('.');
    await vi.advanceTimersByTimeAsync(0);
    expect(sizes()).toEqual([2, 1, 100]);
  });

  it('in several turns at the same time is kept together, in few commits that are short', async () => {
    const keptMs: number[] = [];
    const append = async () => void keptMs.push(Date.now());
    const first = new Together(25);
    const together = { first, next: first };
    const shared = { store: { turnLog: { append } }, log: silentLog, together, onAdded() {} };
    const runs = Array.from({ length: 50 }, (_, number) => new LoggedRun({ ...work, turnId: `t${number}` }, shared));
    for (const [number, run] of runs.entries()) {
      if (number % 10 === 0) await vi.advanceTimersByTimeAsync(4);
      run.say('a');
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keptMs).toHaveLength(50);
    const moments = [...new Set(keptMs)];
    expect(moments.map((atMs) => keptMs.filter((ms) => ms === atMs).length)).toEqual([16, 16, 16, 2]);
    expect((keptMs.at(-1) ?? 0) - (keptMs[0] ?? 0)).toBe(12);
  });

  it('is kept one entry at a time; its end comes with the end of the turn, behind them', async () => {
    const { run, kept, store } = running();
    let wrote = () => {};
    store.writing = new Promise((resolve) => {
      wrote = resolve;
    });
    run.say('a');
    await vi.advanceTimersByTimeAsync(25);
    run.say('b');
    await vi.advanceTimersByTimeAsync(500);
    let isClosing = false;
    const closing = run.closing({ envelope }).finally(() => {
      isClosing = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    expect([kept.length, isClosing]).toEqual([0, false]);
    wrote();
    const closed = await closing;
    expect(kept).toHaveLength(1);
    expect(closed.entry).toEqual({
      run: 1,
      events: [
        { type: 'text', delta: 'b', seq: 2 },
        { type: 'text', delta: 'c', seq: 3 },
        { type: 'done', seq: 4 },
      ],
      replaces: false,
    });
    expect(run.feed.isOver).toBe(false);
    run.close(closed);
    expect(run.feed.behind(2)).toEqual(closed.entry.events.slice(1));
    expect(run.feed.isOver).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(kept).toHaveLength(1);
  });

  it('that could not be kept is kept later, whole', async () => {
    const { run, kept, store } = running();
    store.fault = new BridgeError('data_unusable', 'the disk is full');
    for (const delta of ['a', 'b']) run.say(delta);
    await vi.advanceTimersByTimeAsync(25);
    run.say('c');
    await vi.advanceTimersByTimeAsync(500);
    delete store.fault;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(kept).toEqual([{ run: 1, events: [{ type: 'text', delta: 'abc', seq: 3, from: 1 }], replaces: true }]);
  });

  it('is not kept any more once the turn is another process’s', async () => {
    const { run, kept, store } = running();
    store.fault = new BridgeError('claim_lost', 'it is gone');
    run.say('a');
    await vi.advanceTimersByTimeAsync(25);
    delete store.fault;
    run.say('b');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(kept).toEqual([]);
  });

  it('of a hundred thousand pieces is held as a bounded number of events, and none of it is missing', async () => {
    const { run, kept } = running();
    let longest = 0;
    for (let seq = 1; seq <= 100_000; seq++) {
      run.say('x');
      if (seq % 1_000 === 0) {
        longest = Math.max(longest, run.feed.behind(0).length);
        await vi.advanceTimersByTimeAsync(30);
      }
    }
    expect(longest).toBeLessThanOrEqual(10_001);
    expect(run.feed.text).toHaveLength(100_000);
    expect(run.feed.behind(99_999)).toEqual([{ type: 'text', delta: 'x', seq: 100_000 }]);
    const lastWhole = kept.findLastIndex(({ replaces }) => replaces);
    const events = kept.slice(lastWhole).flatMap((entry) => entry.events);
    expect(events.length).toBeLessThanOrEqual(10_101);
    expect(events.map((event) => (event.type === 'text' ? event.delta : '')).join('')).toHaveLength(100_000);
    // A second or so for all of it, however slow the machine: nothing is gone through again for each piece.
    expect(kept.reduce((sum, entry) => sum + entry.events.length, 0)).toBeLessThan(110_000);
  });
});

import { describe, expect, it } from 'vitest';
import type { LogEntry, LoggedEvent } from '../../../src/protocol/turn-log.ts';
import { DAY_MS, message, type OpenBench, onlyTurn, START_MS } from '../fixtures.ts';
import type { RememberingStore } from '../remembering.ts';

const lost = { code: 'claim_lost' };

/** A turn that runs, of Ann's, and its claim. */
async function running(store: RememberingStore, turnId = 't1') {
  await store.accept(message(turnId, { personId: 'ann', conversation: `of ${turnId}` }));
  const { epoch } = await onlyTurn(store);
  return { turnId, epoch };
}

function text(delta: string, seq: number, from?: number): LoggedEvent {
  return { type: 'text', delta, seq, ...(from !== undefined && { from }) };
}

function entry(run: number, ...events: LoggedEvent[]): LogEntry {
  return { run, events, replaces: false };
}

function instead(run: number, ...events: LoggedEvent[]): LogEntry {
  return { run, events, replaces: true };
}

export function describeTurnLog(open: OpenBench, survivesRestart: boolean): void {
  describe('the log of a turn', () => {
    it('gives what was added, in order, from any place on', async () => {
      const { store } = await open();
      const claim = await running(store);
      expect(await store.turnLog.read('t1')).toBeUndefined();

      await store.turnLog.append({ ...claim, ...instead(1, text('Grü', 1), text('ße\r\n"', 2)) });
      await store.turnLog.append({ ...claim, ...entry(1, text('🙂\u0000\ud800', 3)) });

      const all = [text('Grü', 1), text('ße\r\n"', 2), text('🙂\u0000\ud800', 3)];
      expect(await store.turnLog.read('t1')).toEqual({ run: 1, events: all });
      expect(await store.turnLog.read('t1', { run: 1, seq: 1 })).toEqual({ run: 1, events: all.slice(1) });
      expect(await store.turnLog.read('t1', { run: 1, seq: 2 })).toEqual({ run: 1, events: all.slice(2) });
      expect(await store.turnLog.read('t1', { run: 1, seq: 3 })).toEqual({ run: 1, events: [] });
      expect(await store.turnLog.read('t1', { run: 1, seq: 999_999_999 })).toEqual({ run: 1, events: [] });
      expect(await store.turnLog.read('t1', { run: 7, seq: 3 })).toEqual({ run: 1, events: all });
      expect(await store.turnLog.read('t2')).toBeUndefined();
      expect(await store.turnLog.read("' or 1=1 --", { run: 1, seq: 0 })).toBeUndefined();
    });

    it('can be replaced: by what says the same in fewer events, and by the next run', async () => {
      const { store } = await open();
      const claim = await running(store);
      await store.turnLog.append({ ...claim, ...instead(1, text('a', 1), text('b', 2)) });
      await store.turnLog.append({ ...claim, ...instead(1, text('abc', 3, 1)) });
      expect(await store.turnLog.read('t1', { run: 1, seq: 2 })).toEqual({ run: 1, events: [text('abc', 3, 1)] });

      await store.releaseTurn({ turnId: 't1', atMs: START_MS, isUntried: false });
      const again = await onlyTurn(store);
      await store.turnLog.append({ turnId: 't1', epoch: again.epoch, ...instead(2, text('x', 1)) });

      expect(await store.turnLog.read('t1', { run: 1, seq: 3 })).toEqual({ run: 2, events: [text('x', 1)] });
    });

    it('takes nothing from whoever does not hold the turn any more', async () => {
      const { store } = await open();
      const claim = await running(store);
      await store.releaseTurn({ turnId: 't1', atMs: START_MS, isUntried: false });
      const again = await onlyTurn(store);
      expect(again.epoch).not.toBe(claim.epoch);

      await expect(store.turnLog.append({ ...claim, ...instead(1, text('late', 1)) })).rejects.toMatchObject(lost);
      await expect(store.turnLog.append({ ...claim, turnId: 't2', ...instead(1, text('x', 1)) })).rejects.toMatchObject(
        lost,
      );
      expect(await store.turnLog.read('t1')).toBeUndefined();
    });

    it('has its end with the end of its turn, and may get it later from who held it last', async () => {
      const { store } = await open();
      const claim = await running(store);
      await store.turnLog.append({ ...claim, ...instead(1, text('a', 1)) });
      const widgets = [{ type: 'options', id: 'ui_1', prompt: 'Which?' }];
      const end: LoggedEvent[] = [
        { type: 'ui', widgets, seq: 2 },
        { type: 'done', seq: 3 },
      ];
      const said = { state: 'done' as const, deliveries: [], questions: [] };
      await store.finishTurn({ turnId: 't1', ...said, log: entry(1, ...end) });
      expect(await store.turnLog.read('t1', { run: 1, seq: 1 })).toEqual({ run: 1, events: end });

      const other = await running(store, 't2');
      await store.stopTurns('of t2');
      const stopped = await store.finishTurn({ turnId: 't2', ...said, log: instead(1, { type: 'done', seq: 1 }) });
      expect(stopped.isStopped).toBe(true);
      expect(await store.turnLog.read('t2')).toBeUndefined();
      await store.turnLog.append({ ...other, ...instead(1, text('Stopped.', 1), { type: 'done', seq: 2 }) });
      expect((await store.turnLog.read('t2'))?.events).toHaveLength(2);
    });

    it('gives a long one in pages', async () => {
      const { store } = await open();
      const claim = await running(store);
      for (let seq = 1; seq <= 250; seq++) {
        await store.turnLog.append({ ...claim, run: 1, events: [text(`${seq} `, seq)], replaces: seq === 1 });
      }
      const read: number[] = [];
      for (;;) {
        const page = await store.turnLog.read('t1', { run: 1, seq: read.at(-1) ?? 0 });
        if (!page || page.events.length === 0) break;
        read.push(...page.events.map(({ seq }) => seq));
      }
      expect(read).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    });

    it('tells whose a turn is', async () => {
      const { store } = await open();
      await store.accept(message('t1', { channel: 'web', personId: 'ann' }));
      await store.accept(message('t2', { channel: 'web', conversation: 'other' }));
      expect(await store.turnLog.ownerOf('t1')).toEqual({
        channel: 'web',
        conversation: 'telegram:42',
        personId: 'ann',
      });
      expect(await store.turnLog.ownerOf('t2')).toEqual({ channel: 'web', conversation: 'other' });
      expect(await store.turnLog.ownerOf('t3')).toBeUndefined();
    });

    it('is in the export of its person, and goes with their erasure', async () => {
      const { store } = await open();
      const claim = await running(store);
      await store.turnLog.append({ ...claim, ...instead(1, text('to ann', 1)) });
      const ann = { channel: 'telegram', personId: 'ann' };
      expect((await store.exportPerson(ann)).turns).toMatchObject([{ turnId: 't1', log: [text('to ann', 1)] }]);

      expect(await store.erasePerson(ann)).toBe(1);

      expect(await store.turnLog.read('t1')).toBeUndefined();
      await expect(store.turnLog.append({ ...claim, ...entry(1, text('more', 2)) })).rejects.toMatchObject(lost);
      // Nothing is left that a turn of the same id would take for its own.
      await store.accept(message('t1', { dedupeKey: 'another' }));
      expect(await store.turnLog.read('t1')).toBeUndefined();
    });

    it('goes with its turn, after its retention', async () => {
      const { store, clock } = await open();
      await running(store);
      const log = instead(1, text('said', 1), { type: 'done', seq: 2 });
      await store.finishTurn({ turnId: 't1', state: 'done', deliveries: [], questions: [], log });
      clock.nowMs = START_MS + 30 * DAY_MS - 1;
      expect(await store.sweep(clock.nowMs)).toBe(0);
      expect(await store.turnLog.read('t1')).toMatchObject({ run: 1 });
      clock.nowMs += 1;
      expect(await store.sweep(clock.nowMs)).toBe(1);
      expect(await store.turnLog.read('t1')).toBeUndefined();
    });

    it('is gone when an operator lets a dead turn run again: its runs are counted anew', async () => {
      const { store } = await open();
      await running(store);
      const log = instead(1, text('said', 1), { type: 'error', code: 'turn_set_aside', message: 'No.', seq: 2 });
      await store.finishTurn({ turnId: 't1', state: 'dead', reason: 'x', deliveries: [], questions: [], log });
      expect(await store.turnLog.read('t1')).toMatchObject({ run: 1 });
      expect(await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs: START_MS + DAY_MS })).toBe(true);
      expect(await store.turnLog.read('t1')).toBeUndefined();
    });

    it.skipIf(!survivesRestart)('survives a restart', async () => {
      const bench = await open();
      const claim = await running(bench.store);
      await bench.store.turnLog.append({ ...claim, ...instead(1, text('kept', 1)) });
      const store = await bench.reopen();
      expect(await store.turnLog.read('t1')).toEqual({ run: 1, events: [text('kept', 1)] });
    });
  });
}

import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../src/protocol/log.ts';
import { DEFAULT_RETENTION } from '../../../src/protocol/retention.ts';
import { NO_POLICIES } from '../../../src/store/pace.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations.ts';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { storeOf } from '../../../src/store/sqlite/store.ts';
import { answer, finishDone, keepQuestions, message, question, START_MS } from '../fixtures.ts';
import { remembering } from '../remembering.ts';
import { dataFolder } from './folder.ts';

async function openBoth() {
  const folder = dataFolder();
  const driver = await openFile(folder);
  migrate(driver, { migrations: MIGRATIONS, folder, nowMs: START_MS });
  const store = remembering(
    storeOf(driver, {
      folder,
      now: () => START_MS,
      log: silentLog,
      policies: NO_POLICIES,
      retention: DEFAULT_RETENTION,
    }),
  );
  onTestFinished(() => store.close());
  return { driver, store };
}

describe('the rows in the file', () => {
  it('hold the update and the answer of a turn until it is done, those of a dead one longer', async () => {
    const { driver, store } = await openBoth();
    await keepQuestions(store, question('ui_1'), question('ui_2'));
    for (const [turnId, widgetId] of [
      ['t1', 'ui_1'],
      ['t2', 'ui_2'],
    ] as const) {
      const claim = { response: answer(widgetId), whenLost: 'drop' as const };
      await store.accept(message(turnId, { raw: `update of ${turnId}`, claim }));
      await store.claimTurns(1);
      if (turnId === 't1') await finishDone(store, turnId);
      else await store.finishTurn({ turnId, state: 'dead', reason: 'unreadable', deliveries: [], questions: [] });
    }

    const rows = driver
      .prepare<object>(
        `select turn_id, dedupe_key, reason, raw, response is not null as answers from turn
         where dedupe_key is not null order by seq`,
      )
      .all();
    expect(rows).toEqual([
      { turn_id: 't1', dedupe_key: 'update-t1', reason: null, raw: null, answers: 0 },
      { turn_id: 't2', dedupe_key: 'update-t2', reason: 'unreadable', raw: 'update of t2', answers: 1 },
    ]);
  });

  it('are gone from the lanes when nothing waits or runs any more', async () => {
    const { driver, store } = await openBoth();
    for (const turnId of ['t1', 't2']) await store.accept(message(turnId));
    for (const turnId of ['t1', 't2']) {
      await store.claimTurns(1);
      await finishDone(store, turnId);
    }

    expect(driver.prepare<object>('select * from turn_lane').all()).toEqual([]);
  });

  it('hold equal bytes once, as bytes, until the last reference to them has expired', async () => {
    const { driver, store } = await openBoth();
    const owner = { channel: 'web', conversation: 'web:ann' };
    const blob = { owner, mime: 'image/png', bytes: Uint8Array.of(0, 255, 10) };
    await store.blobs.put({ ...blob, ref: 'a'.repeat(32), expiresAtMs: START_MS + 1 });
    await store.blobs.put({ ...blob, ref: 'b'.repeat(32), expiresAtMs: START_MS + 2 });
    const kept = () => driver.prepare<object>('select typeof(bytes) as type, hex(bytes) as bytes from blob').all();

    expect(kept()).toEqual([{ type: 'blob', bytes: '00FF0A' }]);
    await store.sweep(START_MS + 1);
    expect(kept()).toHaveLength(1);
    await store.sweep(START_MS + 2);
    expect(kept()).toEqual([]);
  });

  it('are synced to the disk with every commit', async () => {
    const { driver } = await openBoth();

    expect(driver.prepare<object>('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    expect(driver.prepare<object>('pragma synchronous').get()).toMatchObject({ synchronous: 2 });
  });
});

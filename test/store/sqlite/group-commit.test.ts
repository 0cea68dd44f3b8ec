import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../src/protocol/log.ts';
import { DEFAULT_RETENTION } from '../../../src/protocol/retention.ts';
import { NO_POLICIES } from '../../../src/store/pace.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations.ts';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { storeOf } from '../../../src/store/sqlite/store.ts';
import { claimedTurns, finishDone, message, START_MS } from '../fixtures.ts';
import { remembering } from '../remembering.ts';
import { dataFolder } from './folder.ts';
import { recorded } from './recording-driver.ts';

async function openRecorded() {
  const folder = dataFolder();
  const driver = await openFile(folder);
  migrate(driver, { migrations: MIGRATIONS, folder, nowMs: START_MS });
  const { ran, driver: recording } = recorded(driver);
  const store = remembering(
    storeOf(recording, {
      folder,
      now: () => START_MS,
      log: silentLog,
      policies: NO_POLICIES,
      retention: DEFAULT_RETENTION,
    }),
  );
  onTestFinished(() => store.close());
  return { store, driver, commits: () => ran.filter((sql) => sql === 'commit').length };
}

describe('group commit', () => {
  it('runs everything of one event-loop turn in one transaction', async () => {
    const { store, commits } = await openRecorded();

    const [, , , claimed] = await Promise.all([
      store.accept(message('t1', { conversation: 'a' })),
      store.accept(message('t2', { conversation: 'b' })),
      store.accept(message('t3', { conversation: 'c' })),
      claimedTurns(store),
    ]);

    expect(claimed).toEqual(['t1', 't2', 't3']);
    expect(commits()).toBe(1);
  });

  it('commits before it answers', async () => {
    const { store, commits } = await openRecorded();

    const seen = store.accept(message('t1')).then(commits);

    expect(commits()).toBe(0);
    expect(await seen).toBe(1);
  });

  it('runs the others one by one when one of them throws, in the same order', async () => {
    const { store, commits } = await openRecorded();

    const results = await Promise.allSettled([
      store.accept(message('t1')),
      finishDone(store, 'nobody'),
      store.accept(message('t2')),
      claimedTurns(store),
    ]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(results[3]).toMatchObject({ value: ['t1'] });
    expect(commits()).toBe(3);
  });

  it('goes on after operations that failed', async () => {
    const { store } = await openRecorded();
    for (let round = 0; round < 3; round += 1) {
      await expect(finishDone(store, 'nobody')).rejects.toMatchObject({ code: 'claim_lost' });
      await store.accept(message(`t${round}`, { conversation: `c${round}` }));
    }

    expect(await claimedTurns(store)).toEqual(['t0', 't1', 't2']);
  });

  it('rejects with data_unusable on a full disk, keeps nothing of it, and goes on when there is space', async () => {
    const { store, driver } = await openRecorded();
    await store.accept(message('t1', { conversation: 'a' }));
    const { page_count: pages } = driver.prepare<{ page_count: number }>('pragma page_count').get() ?? {
      page_count: 0,
    };
    driver.prepare(`pragma max_page_count = ${pages}`).all();

    const big = message('t2', { conversation: 'b', raw: 'x'.repeat(100_000) });
    const results = await Promise.allSettled([store.accept(big), store.accept(message('t3', { conversation: 'c' }))]);

    expect(results[0]).toMatchObject({
      status: 'rejected',
      reason: { code: 'data_unusable', cause: { message: /full/ } },
    });
    expect(results[1]).toMatchObject({ status: 'fulfilled' });
    expect(await store.turn('t2')).toBeUndefined();
    driver.prepare('pragma max_page_count = 100000').all();
    expect(await store.accept(big)).toMatchObject({ status: 'accepted', claimed: false });
    expect(await claimedTurns(store)).toEqual(['t1', 't3', 't2']);
  });

  it('shows a read what was committed and nothing else', async () => {
    const { store } = await openRecorded();
    const accepted = store.accept(message('t1'));

    expect(await store.turn('t1')).toBeUndefined();
    await accepted;
    expect(await store.turn('t1')).toMatchObject({ state: 'waiting' });
  });
});

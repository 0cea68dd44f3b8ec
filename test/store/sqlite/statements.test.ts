import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../src/protocol/log.ts';
import { DEFAULT_RETENTION } from '../../../src/protocol/retention.ts';
import { NO_POLICIES } from '../../../src/store/pace.ts';
import type { Driver } from '../../../src/store/sqlite/driver.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations.ts';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { recover } from '../../../src/store/sqlite/recover.ts';
import { storeOf } from '../../../src/store/sqlite/store.ts';
import { claimedTurns, finishDone, message, START_MS } from '../fixtures.ts';
import { remembering } from '../remembering.ts';
import { dataFolder } from './folder.ts';
import { recorded } from './recording-driver.ts';

async function openMigrated(): Promise<Driver> {
  const folder = dataFolder();
  const driver = await openFile(folder);
  migrate(driver, { migrations: MIGRATIONS, folder, nowMs: START_MS });
  return driver;
}

const settings = {
  folder: '',
  now: () => START_MS,
  log: silentLog,
  policies: NO_POLICIES,
  retention: DEFAULT_RETENTION,
};

describe('the statements', () => {
  it('find every row by an index, however many are stored', async () => {
    // Not closed: libsql does not let go of a statement that explains.
    const driver = await openMigrated();
    const { driver: recording, prepared } = recorded(driver);
    recover(recording, { policies: NO_POLICIES, nowMs: START_MS });
    storeOf(recording, settings);

    const plans = prepared.filter((sql) => !/^(begin|commit|rollback)$/.test(sql));
    const scans = plans.flatMap((sql) =>
      driver
        .prepare<{ detail: string }>(`explain query plan ${sql}`)
        .all()
        .filter(({ detail }) => detail.startsWith('SCAN'))
        .map(({ detail }) => detail),
    );

    expect(plans.length).toBeGreaterThan(40);
    // Lanes have a row only while something waits or runs in them, and that index holds the free ones alone.
    expect([...new Set(scans)].sort()).toEqual([
      'SCAN CONSTANT ROW',
      'SCAN delivery_lane',
      'SCAN json_each VIRTUAL TABLE INDEX 1:',
      'SCAN lane USING INDEX turn_lane_free',
      'SCAN turn_lane',
    ]);
  });

  it('of a claim are as many with a backlog of a thousand as with one of ten', async () => {
    const { driver, ran } = recorded(await openMigrated());
    const store = remembering(storeOf(driver, settings));
    onTestFinished(() => store.close());
    const runsToClaimAndFinish = async (backlog: number) => {
      const conversation = `with ${backlog}`;
      await Promise.all(
        Array.from({ length: backlog }, (_, index) => store.accept(message(`${backlog}.${index}`, { conversation }))),
      );
      ran.length = 0;
      const [turnId = ''] = await claimedTurns(store, 1);
      await finishDone(store, turnId);
      await store.claimTurns(1);
      return ran.length;
    };

    const withTen = await runsToClaimAndFinish(10);
    expect(await runsToClaimAndFinish(1_000)).toBe(withTen);
  });
});

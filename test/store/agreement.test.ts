import { describe, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { agree } from './agreement/agree.ts';
import { dataFolder } from './sqlite/folder.ts';

/** More of them find more, and take longer. */
const RUNS = Number(process.env.FOOTBRIDGE_PROPERTY_RUNS ?? 15);

describe('the stores in memory and in SQLite', () => {
  it('give the same answers to any sequence of operations', { timeout: 60_000 + RUNS * 3_000 }, async () => {
    const folder = dataFolder();
    let opened = 0;
    await agree(({ clock, ...options }) => {
      opened += 1;
      return openSqliteStore({ ...options, folder: `${folder}/${opened}`, now: () => clock.nowMs });
    }, RUNS);
  });
});

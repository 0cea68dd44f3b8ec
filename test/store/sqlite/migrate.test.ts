import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations.ts';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { START_MS } from '../fixtures.ts';
import { dataFolder } from './folder.ts';

const one = { version: 1, sql: 'create table a (x integer)' };
const two = { version: 2, sql: 'create table b (y integer); insert into b values (7)' };

async function openEmpty(folder: string) {
  const driver = await openFile(folder);
  onTestFinished(() => driver.close());
  const run = (migrations: readonly { version: number; sql: string }[]) =>
    migrate(driver, { migrations, folder, nowMs: START_MS });
  return { driver, run };
}

describe('migrations', () => {
  it('never change once they are merged', () => {
    const fingerprints = MIGRATIONS.map(({ version, sql }) => [
      version,
      createHash('sha256').update(sql).digest('hex').slice(0, 16),
    ]);

    // Add a line for a new migration. When an old line differs, the migration was changed: put it back.
    expect(fingerprints).toEqual([[1, '0b149ffb29cef42e']]);
  });

  it('run in order, each once', async () => {
    const { driver, run } = await openEmpty(dataFolder());

    run([one]);
    run([one, two]);
    run([one, two]);

    expect(driver.prepare<{ y: number }>('select y from b').all()).toEqual([{ y: 7 }]);
    expect(driver.prepare<object>('select version, applied_at_ms from schema_version').all()).toEqual([
      { version: 1, applied_at_ms: 1_800_000_000_000 },
      { version: 2, applied_at_ms: 1_800_000_000_000 },
    ]);
  });

  it('that fail leave the file as it was', async () => {
    const folder = dataFolder();
    const { driver, run } = await openEmpty(folder);
    run([one]);

    expect(() => run([one, { version: 2, sql: 'create table b (y integer); create table a (x integer)' }])).toThrow();

    expect(driver.prepare<object>("select name from sqlite_master where name = 'b'").all()).toEqual([]);
    run([one, two]);
  });

  it('refuse a file that a newer version wrote, and say which', async () => {
    const folder = dataFolder();
    const driver = await openFile(folder);
    migrate(driver, { migrations: [...MIGRATIONS, { version: 1_000, sql: '' }], folder, nowMs: START_MS });
    driver.close();

    const opened = openSqliteStore({ folder, now: () => START_MS });

    await expect(opened).rejects.toMatchObject({ code: 'data_too_new', facts: { found: 1_000, known: 1 } });
    await expect(opened).rejects.toThrow(folder);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { describeStore } from '../conformance.ts';
import { dataFolder } from './folder.ts';
import { sqliteKind } from './sqlite-kind.ts';

vi.mock('../../../src/store/sqlite/node-driver.ts', () => ({ openNodeDriver: () => undefined }));

const hasOwnSqlite = process.getBuiltinModule('node:sqlite') !== undefined;

describe.skipIf(!hasOwnSqlite)('where Node has a SQLite of its own (skipped elsewhere: all is libsql there)', () => {
  it('libsql is what is tested here', async () => {
    const driver = await openFile(dataFolder());
    expect(driver.name).toBe('libsql');
    driver.close();
  });

  describeStore('the store in SQLite, over libsql', sqliteKind);
});

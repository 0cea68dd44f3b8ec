import type { Driver, SqlValue } from './driver.ts';
import { bound, restored } from './lossless-text.ts';

/** Opens a file with the optional package `libsql`. Gives nothing where it is not installed. */
export async function openLibsqlDriver(file: string): Promise<Driver | undefined> {
  const libsql = await import('libsql').catch(() => undefined);
  if (!libsql) return undefined;
  const database = new libsql.default(file);
  return {
    name: 'libsql',
    prepare<Row extends object>(sql: string) {
      let statement = database.prepare(sql);
      // libsql 0.5.29 does not reset a statement that failed: it would fail the same way for ever.
      const fresh = <Result>(use: () => Result): Result => {
        try {
          return use();
        } catch (error) {
          statement = database.prepare(sql);
          throw error;
        }
      };
      return {
        get(...values: SqlValue[]) {
          const row = fresh(() => statement.get(values.map(bound))) as (Row & { _metadata?: unknown }) | undefined;
          if (row === undefined) return undefined;
          // libsql adds its timing to a row as if it were a column.
          delete row._metadata;
          return restored(row);
        },
        all: (...values: SqlValue[]) => (fresh(() => statement.all(values.map(bound))) as Row[]).map(restored),
        run: (...values: SqlValue[]) => fresh(() => statement.run(values.map(bound)).changes),
      };
    },
    execute: (sql) => void database.exec(sql),
    resultCodeOf(error) {
      if (!(error instanceof Error && 'rawCode' in error)) return undefined;
      return typeof error.rawCode === 'number' ? error.rawCode : undefined;
    },
    close() {
      try {
        // libsql keeps the connection, and with it the lock, until its statements are collected. Leaving WAL
        // checkpoints the file and makes the lock one that can be given back now.
        database.pragma('busy_timeout = 0');
        database.pragma('journal_mode = delete');
        database.pragma('locking_mode = normal');
        database.prepare('select count(*) from sqlite_master').get();
      } finally {
        database.close();
      }
    },
  };
}

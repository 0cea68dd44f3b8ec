import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Driver, SqlValue } from './driver.ts';
import { bound, restored } from './lossless-text.ts';

/** Opens a file with the optional package `libsql`. Throws `data_unusable` where it cannot be loaded. */
export async function openLibsqlDriver(file: string): Promise<Driver> {
  const Database = await load();
  const database = new Database(file);
  return {
    name: 'libsql',
    prepare<Row extends object>(sql: string) {
      type Way = 'get' | 'all' | 'run';
      // libsql 0.5.29 does not reset a statement after `all`: a `get` would run once more with the old values.
      const statements = new Map<Way, ReturnType<typeof database.prepare>>();
      const using = <Result>(way: Way, use: (statement: ReturnType<typeof database.prepare>) => Result): Result => {
        const statement = statements.get(way) ?? database.prepare(sql);
        statements.set(way, statement);
        try {
          return use(statement);
        } catch (error) {
          // Nor after a failure: it would fail the same way for ever.
          statements.delete(way);
          throw error;
        }
      };
      return {
        get(...values: SqlValue[]) {
          type Timed = (Row & { _metadata?: unknown }) | undefined;
          const row = using('get', (statement) => statement.get(values.map(bound))) as Timed;
          if (row === undefined) return undefined;
          // libsql adds its timing to a row as if it were a column.
          delete row._metadata;
          return restored(row);
        },
        all: (...values: SqlValue[]) =>
          (using('all', (statement) => statement.all(values.map(bound))) as Row[]).map(restored),
        run: (...values: SqlValue[]) => using('run', (statement) => statement.run(values.map(bound)).changes),
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

async function load() {
  try {
    return (await import('libsql')).default;
  } catch (error) {
    throw new BridgeError(
      'data_unusable',
      `Cannot open SQLite files: Node ${process.versions.node} has no node:sqlite, and the optional package 'libsql' does not load: ${reasonOf(error)}. Use Node 22.13 or newer, or run 'npm install libsql'.`,
      { cause: error },
    );
  }
}

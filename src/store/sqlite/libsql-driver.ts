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
      type Prepared = ReturnType<typeof database.prepare>;
      /**
       * Each way of reading has a statement of its own, and a new one after a failure: libsql 0.5.29 resets none after
       * `all`, so that a `get` would run once more with the old values, and none that failed.
       */
      const oneWay = <Result>(use: (statement: Prepared, values: SqlValue[]) => Result) => {
        let statement: Prepared | undefined;
        return (...values: SqlValue[]): Result => {
          statement ??= database.prepare(sql);
          try {
            return use(statement, values.map(bound));
          } catch (error) {
            statement = undefined;
            throw error;
          }
        };
      };
      return {
        get: oneWay((statement, values) => {
          const row = statement.get(values) as (Row & { _metadata?: unknown }) | undefined;
          if (row === undefined) return undefined;
          // libsql adds its timing to a row as if it were a column.
          delete row._metadata;
          return restored(row);
        }),
        all: oneWay((statement, values) => (statement.all(values) as Row[]).map(restored)),
        run: oneWay((statement, values) => statement.run(values).changes),
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

import type { Driver, SqlValue } from './driver.ts';
import { bound, restored } from './lossless-text.ts';

/** The part of `node:sqlite` that is used; the types of Node 20 do not know the module. */
interface NodeSqlite {
  DatabaseSync: new (
    file: string,
  ) => {
    prepare(sql: string): {
      get(...values: SqlValue[]): unknown;
      all(...values: SqlValue[]): unknown[];
      run(...values: SqlValue[]): { changes: number | bigint };
    };
    exec(sql: string): void;
    close(): void;
  };
}

/** Opens a file with `node:sqlite`. Gives nothing where this Node does not have it. */
export function openNodeDriver(file: string): Driver | undefined {
  const sqlite = process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined;
  if (!sqlite) return undefined;
  const database = new sqlite.DatabaseSync(file);
  return {
    name: 'node:sqlite',
    prepare<Row extends object>(sql: string) {
      const statement = database.prepare(sql);
      return {
        get(...values: SqlValue[]) {
          const row = statement.get(...values.map(bound)) as Row | undefined;
          return row && restored(row);
        },
        all: (...values: SqlValue[]) => (statement.all(...values.map(bound)) as Row[]).map(restored),
        run: (...values: SqlValue[]) => Number(statement.run(...values.map(bound)).changes),
      };
    },
    execute: (sql) => database.exec(sql),
    resultCodeOf(error) {
      if (!(error instanceof Error && 'errcode' in error)) return undefined;
      return typeof error.errcode === 'number' ? error.errcode : undefined;
    },
    close: () => database.close(),
  };
}

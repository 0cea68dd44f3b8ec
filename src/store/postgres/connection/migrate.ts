import { BridgeError } from '../../../protocol/errors.ts';
import type { Migration } from './migrations.ts';

/** Runs SQL without values, several statements if need be. Gives the rows of the last one. */
export type RunSql = (sql: string) => Promise<{ rows: unknown[] }>;

/** Any number will do, as long as it stays the same: instances that start at once wait for each other under it. */
const MIGRATION_LOCK = 7_061_957;

const CREATE_VERSIONS =
  'create table if not exists schema_version (version integer primary key, applied_at_ms bigint not null)';
const NEWEST_VERSION = 'select coalesce(max(version), 0)::integer as value from schema_version';

/**
 * Brings the database to the newest schema in one transaction, one instance after the other.
 * Throws `data_too_new` when it is newer, and `data_unusable` when it does not keep texts in UTF-8.
 */
export async function migrate(
  run: RunSql,
  options: { migrations: readonly Migration[]; server: string; nowMs: number },
): Promise<void> {
  const { migrations, server } = options;
  await run('begin');
  await run(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const encoding = await valueIn<string>(run, `select current_setting('server_encoding') as value`);
  if (encoding !== 'UTF8') {
    throw new BridgeError(
      'data_unusable',
      `Cannot use the database ${server}: it keeps texts as ${encoding}, and not every message fits into that. Create it with encoding 'UTF8'.`,
      { facts: { server, encoding } },
    );
  }
  await run(CREATE_VERSIONS);
  const newest = await valueIn<number>(run, NEWEST_VERSION);
  const known = Math.max(0, ...migrations.map((migration) => migration.version));
  if (newest > known) {
    throw new BridgeError(
      'data_too_new',
      `Cannot use the database ${server}: a newer Footbridge wrote it (schema ${newest}, this one knows up to ${known}). Start the newer version again, or give this one its own database with DATABASE_URL.`,
      { facts: { found: newest, known } },
    );
  }
  for (const { version, sql } of migrations.filter((migration) => migration.version > newest)) {
    await run(sql);
    await run(`insert into schema_version (version, applied_at_ms) values (${version}, ${Math.floor(options.nowMs)})`);
  }
  await run('commit');
}

async function valueIn<Value>(run: RunSql, sql: string): Promise<Value> {
  const { rows } = await run(sql);
  return (rows[0] as { value: Value }).value;
}

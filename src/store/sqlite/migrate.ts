import { BridgeError } from '../../protocol/errors.ts';
import type { Driver } from './driver.ts';
import type { Migration } from './migrations.ts';
import { transact } from './transact.ts';

const CREATE_VERSIONS =
  'create table if not exists schema_version (version integer primary key, applied_at_ms integer)';
const NEWEST_VERSION = 'select coalesce(max(version), 0) as version from schema_version';
const KEEP_VERSION = 'insert into schema_version (version, applied_at_ms) values (?, ?)';

/** The schema that a file has. Throws `data_too_new` when this program does not know it. `what` is named in the error. */
export function schemaVersionOf(
  driver: Driver,
  { migrations, what }: { migrations: readonly Migration[]; what: string },
): number {
  const found = driver.prepare<{ version: number }>(NEWEST_VERSION).get()?.version ?? 0;
  const known = Math.max(0, ...migrations.map((migration) => migration.version));
  if (found <= known) return found;
  throw new BridgeError(
    'data_too_new',
    `Cannot open ${what}: a newer Footbridge wrote it (schema ${found}, this one knows up to ${known}). Start the newer version again, or give this one its own folder with FOOTBRIDGE_DATA.`,
    { facts: { found, known } },
  );
}

/** Brings the file to the newest schema, each step in a transaction of its own. Throws `data_too_new` when it is newer. */
export function migrate(
  driver: Driver,
  options: { migrations: readonly Migration[]; folder: string; nowMs: number },
): void {
  driver.execute(CREATE_VERSIONS);
  const what = `the data folder '${options.folder}'`;
  const found = schemaVersionOf(driver, { migrations: options.migrations, what });
  const keepVersion = driver.prepare(KEEP_VERSION);
  for (const { version, sql } of options.migrations.filter((migration) => migration.version > found)) {
    transact(driver, () => {
      driver.execute(sql);
      keepVersion.run(version, options.nowMs);
    });
  }
}

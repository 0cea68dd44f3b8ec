import { existsSync } from 'node:fs';
import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Driver } from './driver.ts';
import { schemaVersionOf } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { closeFailed, openDriver } from './open-file.ts';

/** What a backup says about itself. */
export interface BackupFacts {
  /** Unix milliseconds; it holds what the store held then. */
  madeAtMs: number;
  turns: number;
  deliveries: number;
}

const NOTE = 'select made_at_ms from backup';
const TURNS = 'select count(*) as rows from turn';
const DELIVERIES = 'select count(*) as rows from delivery';

/**
 * Reads a backup whole and checks it. Blocks for as long as that takes: seconds for some 100 MB.
 * Throws `backup_invalid` when it is no backup or a damaged one, `data_too_new` when a newer version wrote it.
 */
export async function verifyBackup(file: string): Promise<BackupFacts> {
  if (!existsSync(file)) throw invalid(file, 'there is no such file');
  const driver = await openDriver(file);
  try {
    return factsOf(driver, file);
  } catch (error) {
    throw error instanceof BridgeError ? error : invalid(file, reasonOf(error), error);
  } finally {
    closeFailed(driver);
  }
}

function factsOf(driver: Driver, file: string): BackupFacts {
  const [verdict] = driver.prepare<Record<string, string>>('pragma integrity_check(1)').all();
  const found = Object.values(verdict ?? {})[0];
  if (found !== 'ok') throw invalid(file, `it is damaged: ${found ?? 'SQLite says nothing of it'}`);
  const note = driver.prepare<{ made_at_ms: number }>(NOTE).get();
  if (!note) throw invalid(file, 'it was not finished');
  schemaVersionOf(driver, { migrations: MIGRATIONS, what: `the backup '${file}'` });
  const count = (sql: string) => driver.prepare<{ rows: number }>(sql).get()?.rows ?? 0;
  return { madeAtMs: note.made_at_ms, turns: count(TURNS), deliveries: count(DELIVERIES) };
}

function invalid(file: string, why: string, cause?: unknown): BridgeError {
  return new BridgeError(
    'backup_invalid',
    `Cannot use '${file}' as a backup: ${why}. Take a file that 'footbridge backup' made.`,
    { cause },
  );
}

import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeError } from '../../protocol/errors.ts';
import type { Driver } from './driver.ts';
import { openLibsqlDriver } from './libsql-driver.ts';
import { openNodeDriver } from './node-driver.ts';
import { dataUnusable, explained } from './sqlite-errors.ts';

/** The store's file in the data folder. */
export const STORE_FILE = 'footbridge.db';

/** How long to wait for another process that is just letting go of the file. */
const LOCK_WAIT_MS = 1_000;

/** Page cache. It grows only as it is used. */
const CACHE_KIB = 32 * 1024;

/** Pages of 4 KiB that the log holds before they move into the file. Rarely moved, a busy page is written fewer times. */
export const CHECKPOINT_PAGES = 4_000;

/**
 * Opens `footbridge.db` in the folder, for this process alone, and makes both when they are absent.
 *
 * Throws `data_in_use` when another process has it and `data_unusable` when it cannot be opened, read or written.
 */
export async function openFile(folder: string): Promise<Driver> {
  const driver = await connect(folder);
  try {
    for (const setting of [
      // Before WAL: then the lock is taken for good and no shared memory is needed.
      'locking_mode = exclusive',
      `busy_timeout = ${LOCK_WAIT_MS}`,
      'journal_mode = wal',
      'synchronous = full',
      `cache_size = -${CACHE_KIB}`,
      `wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
      'temp_store = memory',
    ]) {
      driver.prepare(`pragma ${setting}`).all();
    }
    // Settings alone may not touch the file; this takes the lock and reads the schema.
    driver.execute('begin immediate; select count(*) from sqlite_master; commit');
    return driver;
  } catch (error) {
    closeFailed(driver);
    throw explained(error, driver, folder);
  }
}

/** Closes a file that could not be used. What goes wrong with that says nothing new. */
export function closeFailed(driver: Driver): void {
  try {
    driver.close();
  } catch {}
}

/** A connection to any SQLite file, as it comes: nothing is set and nothing locked. */
export async function openDriver(file: string): Promise<Driver> {
  return openNodeDriver(file) ?? (await openLibsqlDriver(file));
}

async function connect(folder: string): Promise<Driver> {
  const file = join(folder, STORE_FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const isNew = !existsSync(file);
    const driver = await openDriver(file);
    // The folder may be an older, open one. SQLite gives its log the mode of the file.
    if (isNew) chmodSync(file, 0o600);
    return driver;
  } catch (error) {
    throw error instanceof BridgeError ? error : dataUnusable(error, folder);
  }
}

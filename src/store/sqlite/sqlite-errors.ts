import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Driver } from './driver.ts';

/** Primary result codes, https://www.sqlite.org/rescode.html, read 2026-11. */
const SQLITE_BUSY = 5;

/** The file, its folder or its disk: PERM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOLFS, NOTADB. */
const FILE_CODES: readonly number[] = [3, 8, 10, 11, 13, 14, 15, 22, 26];

/** Turns what SQLite threw into an error that says what to do. Everything else passes as it is. */
export function explained(error: unknown, driver: Driver, folder: string): unknown {
  const code = driver.resultCodeOf(error);
  if (code === undefined) return error;
  // The upper bits of an extended code only say more about the lowest byte.
  const primary = code & 0xff;
  if (FILE_CODES.includes(primary)) return dataUnusable(error, folder);
  if (primary === SQLITE_BUSY) {
    return new BridgeError(
      'data_in_use',
      `Cannot open the data folder '${folder}': another process is using it. Stop that process, or give this one its own folder with FOOTBRIDGE_DATA. Instances that share their data need DATABASE_URL.`,
      { cause: error, facts: { folder } },
    );
  }
  return new BridgeError('internal', `The store refused what it was given: ${reasonOf(error)}.`, { cause: error });
}

/** The file cannot be opened, read or written: a broken file, a missing permission, a full disk. */
export function dataUnusable(error: unknown, folder: string): BridgeError {
  return new BridgeError(
    'data_unusable',
    `Cannot use 'footbridge.db' in the data folder '${folder}': ${reasonOf(error)}. Check that the folder can be written and that its disk has space; a damaged file must be restored from a backup or moved away.`,
    { cause: error, facts: { folder } },
  );
}

import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Driver } from './driver.ts';

/** Primary result codes, https://www.sqlite.org/rescode.html, read 2026-11. */
const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT = 19;

/** Turns what SQLite threw into an error that says what to do. Everything else passes as it is. */
export function explained(error: unknown, driver: Driver, folder: string): unknown {
  const code = driver.resultCodeOf(error);
  if (code === undefined) return error;
  // The upper bits of an extended code only say more about the lowest byte.
  switch (code & 0xff) {
    case SQLITE_BUSY:
      return new BridgeError(
        'data_in_use',
        `Cannot open the data folder '${folder}': another process is using it. Stop that process, or give this one its own folder with FOOTBRIDGE_DATA. Instances that share their data need DATABASE_URL.`,
        { cause: error, facts: { folder } },
      );
    case SQLITE_CONSTRAINT:
      return new BridgeError('internal', `The store refused a row: ${reasonOf(error)}.`, { cause: error });
    default:
      return dataUnusable(error, folder);
  }
}

/** The file cannot be opened, read or written: a broken file, a missing permission, a full disk. */
export function dataUnusable(error: unknown, folder: string): BridgeError {
  return new BridgeError(
    'data_unusable',
    `Cannot use 'footbridge.db' in the data folder '${folder}': ${reasonOf(error)}. Check that the folder can be written and that its disk has space; a damaged file must be restored from a backup or moved away.`,
    { cause: error, facts: { folder } },
  );
}

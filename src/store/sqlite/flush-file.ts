import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Returns when a file, or the names in a folder, are on the disk. Not for a file that SQLite has open here. */
export function flushFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

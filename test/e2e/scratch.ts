import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Bytes. Containers often have 64 MB there, which is not enough for everything that runs at the same time. */
const ROOM = 2 ** 30;

/**
 * Where services under test keep their data: in memory where the system has a folder with room there, since a disk that
 * others are busy with makes a test take three times as long. A killed process loses nothing there either.
 */
export function scratchFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ROOM) return MEMORY;
  } catch {
    // Not every system has it.
  }
  return tmpdir();
}

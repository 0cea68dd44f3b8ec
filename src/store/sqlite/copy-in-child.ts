import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BridgeError, reasonOf } from '../../protocol/errors.ts';

/** A file system that can share the blocks does so, and copies in no time. */
const COPY = `
  const { constants, copyFileSync } = require('node:fs');
  const [from, to] = process.argv.slice(1);
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
`;

/**
 * Copies a file of SQLite's that this process has open.
 *
 * Never here: the lock that keeps others out belongs to the process and the file, not to the handle, and closing any
 * handle of the file gives it up (https://www.sqlite.org/howtocorrupt.html, section 2.2, read 2026-11).
 */
export async function copyInChild(from: string, to: string, signal: AbortSignal): Promise<void> {
  try {
    // Its own small environment: ours holds secrets that it has no use for.
    await promisify(execFile)(process.execPath, ['-e', COPY, from, to], { signal, env: {}, killSignal: 'SIGKILL' });
  } catch (error) {
    if (signal.aborted) {
      throw new BridgeError('shutting_down', 'The backup was given up: the service is stopping. Make it again later.');
    }
    const reason = /E[A-Z]+: [^\n]*/.exec(reasonOf(error))?.[0] ?? reasonOf(error);
    throw new BridgeError(
      'backup_unavailable',
      `Cannot copy the store to '${to}': ${reason}. Check that the disk has space.`,
      {
        cause: error,
      },
    );
  }
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BridgeError, reasonOf } from '../../protocol/errors.ts';

/** Bytes that are copied and flushed in one go: our own commits never wait for more than the disk takes for these. */
const PIECE_BYTES = 1024 * 1024;

/**
 * A file system that can share blocks copies in no time. Elsewhere piece by piece, resting as long as it worked: a copy
 * at full speed fills the disk's queue, and every commit of the service then waits at the end of it.
 */
const COPY = `
  const { closeSync, constants, copyFileSync, fdatasyncSync, openSync, readSync, writeSync } = require('node:fs');
  const [from, to] = process.argv.slice(1);
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE);
  } catch {
    const [source, target] = [openSync(from, 'r'), openSync(to, 'w', 0o600)];
    const piece = Buffer.allocUnsafe(${PIECE_BYTES});
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (;;) {
      const startedMs = performance.now();
      const bytes = readSync(source, piece, 0, piece.length, null);
      if (bytes === 0) break;
      for (let written = 0; written < bytes; ) written += writeSync(target, piece, written, bytes - written);
      fdatasyncSync(target);
      Atomics.wait(pause, 0, 0, performance.now() - startedMs);
    }
    closeSync(target);
  }
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
      { cause: error },
    );
  }
}

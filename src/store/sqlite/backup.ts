import { existsSync } from 'node:fs';
import { chmod, readFile, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BridgeError } from '../../protocol/errors.ts';
import { copyInChild } from './copy-in-child.ts';
import type { Driver } from './driver.ts';
import { CHECKPOINT_PAGES, openDriver, STORE_FILE } from './open-file.ts';

/** Room that is left on the disk beside the copy, for what the service writes meanwhile. */
const SPARE_BYTES = 64 * 1024 * 1024;

const CREATE_NOTE = 'create table backup (made_at_ms integer not null, secret text)';
const KEEP_NOTE = 'insert into backup (made_at_ms, secret) values (?, ?)';

/** Makes a consistent copy of an open store, one at a time, while everything goes on. */
export interface Backup {
  /** Writes the copy to `file`, which must not exist. Throws `backup_unavailable` when it cannot. */
  copyTo(file: string): Promise<void>;
  /** Gives up a copy under way and takes no other one. */
  close(): Promise<void>;
}

/**
 * How: the log is moved into the file, once, as it is every few seconds anyway; then it is kept from moving for as long
 * as a child process copies the file. Nothing writes to the file meanwhile: new commits stay in the log. So the copy is
 * the store as it was at one moment, and it costs the service no more than one checkpoint, and a longer log.
 *
 * `between` runs work while no transaction is open.
 */
export function prepareBackup(
  driver: Driver,
  options: { folder: string; now: () => number; between: <T>(work: () => T) => Promise<T> },
): Backup {
  const { folder, now, between } = options;
  const source = join(folder, STORE_FILE);
  const closing = new AbortController();
  let running: Promise<void> | undefined;

  async function copy(file: string): Promise<void> {
    await assertRoom(source, file);
    let madeAtMs = 0;
    try {
      await between(() => freeze(driver));
      madeAtMs = now();
      await copyInChild(source, file, closing.signal);
    } finally {
      await between(() => moveLogAfter(driver, CHECKPOINT_PAGES));
    }
    await chmod(file, 0o600);
    await note(file, { madeAtMs, secret: await secretIn(folder) });
  }

  return {
    async copyTo(file) {
      if (running || closing.signal.aborted) {
        throw new BridgeError('backup_unavailable', 'Another backup is being made. Try again when it is done.');
      }
      if (existsSync(file)) {
        throw new BridgeError('backup_unavailable', `Cannot write a backup to '${file}': there is a file already.`);
      }
      running = copy(file);
      try {
        await running;
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      } finally {
        running = undefined;
      }
    },
    async close() {
      closing.abort();
      await running?.catch(() => undefined);
    },
  };
}

function freeze(driver: Driver): void {
  moveLogAfter(driver, 0);
  const [moved] = driver.prepare<{ busy: number }>('pragma wal_checkpoint(truncate)').all();
  if (moved?.busy === 0) return;
  throw new BridgeError('backup_unavailable', 'The store could not be brought to rest for a backup. Try again.');
}

/** 0 = never. */
function moveLogAfter(driver: Driver, pages: number): void {
  driver.prepare(`pragma wal_autocheckpoint = ${pages}`).all();
}

async function assertRoom(source: string, file: string): Promise<void> {
  const [{ size }, disk] = await Promise.all([stat(source), statfs(dirname(file))]);
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes >= size + SPARE_BYTES) return;
  throw new BridgeError(
    'backup_unavailable',
    `The disk has no room for a backup: it takes ${size + SPARE_BYTES} bytes, and ${freeBytes} are free in '${dirname(file)}'.`,
  );
}

/** Marks the copy as one that is whole, and makes it a single file without a log. */
async function note(file: string, about: { madeAtMs: number; secret: string | undefined }): Promise<void> {
  const driver = await openDriver(file);
  try {
    // To flush a large copy takes seconds, and whoever keeps it does it.
    driver.execute('pragma synchronous = off');
    driver.prepare('pragma journal_mode = delete').all();
    driver.execute(CREATE_NOTE);
    driver.prepare(KEEP_NOTE).run(about.madeAtMs, about.secret ?? null);
  } finally {
    driver.close();
  }
}

/** What the buttons out there are sealed with, where the environment does not give it: they still work after a restore. */
async function secretIn(folder: string): Promise<string | undefined> {
  return readFile(join(folder, 'secret'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeError } from '../../protocol/errors.ts';
import type { SetAside } from '../set-aside.ts';
import type { Driver } from './driver.ts';
import { flushFile } from './flush-file.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { openDriver, STORE_FILE } from './open-file.ts';
import { setAside } from './set-aside.ts';
import { type BackupFacts, verifyBackup } from './verify-backup.ts';

const SECRET = 'select secret from backup';

/**
 * Puts a checked backup into an empty data folder. Nothing of it is sent or run again by itself: what was open in it is
 * dead with the reason `restored`. Keys of what was seen before are kept, so a repeated webhook is still known.
 *
 * The store's file appears last and whole. Throws `data_not_empty`, `backup_invalid` or `data_too_new`.
 */
export async function restoreBackup(options: {
  file: string;
  folder: string;
  now: () => number;
}): Promise<BackupFacts & SetAside> {
  const { file, folder, now } = options;
  assertUnused(folder);
  const facts = await verifyBackup(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${STORE_FILE}.restoring`);
  try {
    copyFileSync(file, unfinished);
    chmodSync(unfinished, 0o600);
    const { secret, ...aside } = await prepared(unfinished, { folder, nowMs: now() });
    flushFile(unfinished);
    if (secret !== null) writeFileSync(join(folder, 'secret'), secret, { mode: 0o600 });
    renameSync(unfinished, join(folder, STORE_FILE));
    flushFile(folder);
    return { ...facts, ...aside };
  } catch (error) {
    for (const path of [unfinished, join(folder, 'secret')]) rmSync(path, { force: true });
    throw error;
  }
}

function assertUnused(folder: string): void {
  const found = [STORE_FILE, `${STORE_FILE}-wal`, 'secret'].find((name) => existsSync(join(folder, name)));
  if (found === undefined) return;
  throw new BridgeError(
    'data_not_empty',
    `Cannot restore into '${folder}': it holds '${found}' already. Move what is there away, or name another folder with FOOTBRIDGE_DATA.`,
    { facts: { folder } },
  );
}

async function prepared(
  file: string,
  { folder, nowMs }: { folder: string; nowMs: number },
): Promise<SetAside & { secret: string | null }> {
  const driver: Driver = await openDriver(file);
  try {
    const secret = driver.prepare<{ secret: string | null }>(SECRET).get()?.secret ?? null;
    migrate(driver, { migrations: MIGRATIONS, folder, nowMs });
    const aside = setAside(driver, nowMs);
    driver.execute('drop table backup');
    return { secret, ...aside };
  } finally {
    driver.close();
  }
}

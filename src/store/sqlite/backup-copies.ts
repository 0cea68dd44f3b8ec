import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^backup-[0-9a-f-]+\.part$/;

/** A backup in a file of its own, until it is removed. */
export interface BackupCopy {
  file: string;
  bytes: number;
  remove(): Promise<void>;
}

/** Makes a backup beside the store, to be handed out and removed. Throws `backup_unavailable` when it cannot. */
export async function backupCopy(folder: string, backUpTo: (file: string) => Promise<void>): Promise<BackupCopy> {
  const file = join(folder, `backup-${randomUUID()}.part`);
  await backUpTo(file);
  return { file, bytes: (await stat(file)).size, remove: () => rm(file, { force: true }) };
}

/** Removes what a process that was killed had not handed out. */
export function removeOldCopies(folder: string): void {
  for (const name of readdirSync(folder)) if (NAME.test(name)) rmSync(join(folder, name), { force: true });
}

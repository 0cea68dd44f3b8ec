import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeError } from '../../protocol/errors.ts';
import { prepareBackup } from './backup.ts';
import { openFile, STORE_FILE } from './open-file.ts';

/**
 * Makes a backup of the data folder of a stopped service; it owns the folder meanwhile.
 * Throws `data_in_use` while a service owns it, `backup_unavailable` when there is nothing to back up.
 */
export async function backUpFolder(options: { folder: string; file: string; now: () => number }): Promise<void> {
  const { folder, file, now } = options;
  if (!existsSync(join(folder, STORE_FILE))) {
    throw new BridgeError(
      'backup_unavailable',
      `There is nothing to back up: no service answers, and '${folder}' holds no '${STORE_FILE}'. Name the service with --url, or the folder with FOOTBRIDGE_DATA.`,
    );
  }
  const driver = await openFile(folder);
  try {
    await prepareBackup(driver, { folder, now, between: async (work) => work() }).copyTo(file);
  } finally {
    driver.close();
  }
}

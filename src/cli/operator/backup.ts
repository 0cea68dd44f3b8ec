import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Environment } from '../../environment.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { backUpFolder } from '../../store/sqlite/back-up-folder.ts';
import { flushFile } from '../../store/sqlite/flush-file.ts';
import { verifyBackup } from '../../store/sqlite/verify-backup.ts';
import { counted } from '../counted.ts';
import { keptInPostgres } from './kept-in-postgres.ts';
import { SERVICE_FLAGS, serviceFor } from './service-options.ts';

export const BACKUP_USAGE = 'Usage: footbridge backup <file> [--url <service>]';

/**
 * Makes a backup, of the running service or, where none answers, of the data folder itself. The file appears under its
 * name only when it was read back whole. Gives the exit code: 2 when it was called wrongly.
 */
export async function runBackup(
  args: readonly string[],
  deps: { environment: Environment; print: (line: string) => void; complain: (line: string) => void },
): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: SERVICE_FLAGS });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    deps.complain(BACKUP_USAGE);
    return 2;
  }
  if (deps.environment.DATABASE_URL !== undefined) throw keptInPostgres('pg_dump');
  const file = resolve(name);
  if (existsSync(file)) {
    throw new BridgeError('backup_unavailable', `Cannot write a backup to '${file}': there is a file already.`);
  }
  const part = `${file}.part`;
  await rm(part, { force: true });
  try {
    const from = await fetched(part, values, deps.environment);
    const facts = await verifyBackup(part);
    flushFile(part);
    await rename(part, file);
    const when = new Date(facts.madeAtMs).toISOString();
    const held = `${counted(facts.turns, 'turn')}, ${counted(facts.deliveries, 'delivery', 'deliveries')}`;
    deps.print(`${file}: the store of ${from} as of ${when}, ${held}. Checked.`);
    deps.print('It holds what people wrote, and the secret that buttons are sealed with. Keep it like a password.');
    return 0;
  } finally {
    await rm(part, { force: true });
  }
}

/** Writes the copy to `part`, readable by its owner only. Gives where it comes from. */
async function fetched(part: string, flags: { url?: string | undefined }, environment: Environment): Promise<string> {
  const service = serviceFor(environment, flags);
  try {
    await pipeline(await service.backup(), createWriteStream(part, { mode: 0o600 }));
    return service.url;
  } catch (error) {
    const isSilent = error instanceof BridgeError && error.code === 'service_unreachable';
    // A service that was named is meant; otherwise the folder of a stopped one will do.
    if (!isSilent || flags.url !== undefined || environment.FOOTBRIDGE_URL !== undefined) throw error;
  }
  await backUpFolder({ folder: environment.FOOTBRIDGE_DATA, file: part, now: Date.now });
  return `the folder '${environment.FOOTBRIDGE_DATA}'`;
}

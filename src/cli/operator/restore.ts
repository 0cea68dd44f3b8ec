import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Environment } from '../../environment.ts';
import { restoreBackup } from '../../store/sqlite/restore.ts';
import { asideSentence } from './aside-sentence.ts';
import { keptInPostgres } from './kept-in-postgres.ts';

export const RESTORE_USAGE = 'Usage: footbridge restore <file>     (into the empty or absent folder FOOTBRIDGE_DATA)';

/** Puts a backup into the data folder, sends nothing, and says what an operator has to decide. Gives the exit code. */
export async function runRestore(
  args: readonly string[],
  deps: { environment: Environment; print: (line: string) => void; complain: (line: string) => void },
): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    deps.complain(RESTORE_USAGE);
    return 2;
  }
  if (deps.environment.DATABASE_URL !== undefined) throw keptInPostgres("pg_restore, then 'footbridge after-restore'");
  const folder = deps.environment.FOOTBRIDGE_DATA;
  const restored = await restoreBackup({ file: resolve(name), folder, now: Date.now });
  const when = new Date(restored.madeAtMs).toISOString();
  deps.print(`Restored into '${folder}': the store as of ${when}. Nothing was sent.`);
  deps.print(asideSentence(restored));
  return 0;
}

import { parseArgs } from 'node:util';
import type { Environment } from '../../environment.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { asideSentence } from './aside-sentence.ts';

export const AFTER_RESTORE_USAGE =
  'Usage: footbridge after-restore     (on the database of DATABASE_URL, before any instance starts)';

/** Sets aside what is open in a restored PostgreSQL database, so that nothing of it is sent twice. Gives the exit code. */
export async function runAfterRestore(
  args: readonly string[],
  deps: { environment: Environment; print: (line: string) => void; complain: (line: string) => void },
): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  if (positionals.length > 0) {
    deps.complain(AFTER_RESTORE_USAGE);
    return 2;
  }
  const { DATABASE_URL: url } = deps.environment;
  if (url === undefined) {
    throw new BridgeError(
      'environment_invalid',
      "DATABASE_URL is not set. This is for a restored PostgreSQL database; 'footbridge restore' does it for the embedded store.",
    );
  }
  const { setAsideInDatabase } = await import('../../store/postgres/operators/after-restore.ts');
  const aside = await setAsideInDatabase({ url, now: Date.now });
  deps.print('Nothing was sent, and nothing of the restored database will be by itself.');
  deps.print(asideSentence(aside));
  return 0;
}

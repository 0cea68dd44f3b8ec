import { BridgeError } from '../../protocol/errors.ts';

/** What a command for the embedded store says where there is none. `instead` names the tools that do it. */
export function keptInPostgres(instead: string): BridgeError {
  return new BridgeError(
    'backup_unavailable',
    `DATABASE_URL is set, so the data is in PostgreSQL. Use ${instead}; docs/backup.md has the steps.`,
  );
}

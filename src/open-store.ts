import type { Environment } from './environment.ts';
import type { Log } from './protocol/log.ts';
import type { DeliveryPolicies } from './protocol/pace.ts';
import type { Retention } from './protocol/retention.ts';
import type { Store } from './protocol/store.ts';
import { openSqliteStore, type SqliteStore } from './store/sqlite/store.ts';

/** A store, with a backup of its own where no other program makes one. */
export type OpenedStore = Store & Partial<Pick<SqliteStore, 'backup'>>;

/**
 * Opens the store that the environment names: the database of `DATABASE_URL`, which several instances may share, else
 * the file in the data folder, which is one's own. Throws what the store says about a place it cannot use.
 */
export async function openStore(
  environment: Environment,
  options: { now: () => number; log: Log; policies: DeliveryPolicies; retention: Retention },
): Promise<OpenedStore> {
  const { DATABASE_URL: url, FOOTBRIDGE_DATA: folder } = environment;
  if (url === undefined) return openSqliteStore({ folder, ...options });
  const { openPostgresStore } = await import('./store/postgres/store.ts');
  return openPostgresStore({ url, ...options });
}

import type { Environment } from './environment.ts';
import type { Log } from './protocol/log.ts';
import type { Retention } from './protocol/retention.ts';
import type { DeliveryPolicies, Store } from './protocol/store.ts';
import { openSqliteStore, type SqliteStore } from './store/sqlite/store.ts';

/** A store, with a backup of its own where no other program makes one. */
export type OpenedStore = Store & Partial<Pick<SqliteStore, 'backup'>>;

/** Opens the store that the environment names. Throws what the store says about a place it cannot use. */
export async function openStore(
  environment: Environment,
  options: { now: () => number; log: Log; policies: DeliveryPolicies; retention: Retention },
): Promise<OpenedStore> {
  return openSqliteStore({ folder: environment.FOOTBRIDGE_DATA, ...options });
}

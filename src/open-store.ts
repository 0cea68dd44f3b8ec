import type { Environment } from './environment.ts';
import type { Log } from './protocol/log.ts';
import type { Store } from './protocol/store.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

/** Opens the store that the environment names. Throws what the store says about a place it cannot use. */
export async function openStore(environment: Environment, options: { now: () => number; log: Log }): Promise<Store> {
  return openSqliteStore({ folder: environment.FOOTBRIDGE_DATA, ...options });
}

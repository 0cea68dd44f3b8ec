import { onTestFinished } from 'vitest';
import { openPostgresStore, type PostgresStoreOptions } from '../../../src/store/postgres/store.ts';
import { START_MS } from '../fixtures.ts';
import { type RememberingStore, remembering } from '../remembering.ts';
import { emptySchemaUrl } from './server.ts';

/** Opens several stores on one database. They close with the test. */
export async function openSeveral(
  count: number,
  options: Partial<PostgresStoreOptions> = {},
): Promise<{ stores: RememberingStore[]; url: string }> {
  const url = options.url ?? (await emptySchemaUrl());
  const stores = await Promise.all(
    Array.from({ length: count }, () => openPostgresStore({ now: () => START_MS, ...options, url })),
  );
  for (const store of stores) onTestFinished(() => store.close());
  return { stores: stores.map(remembering), url };
}

/** Waits until something is so. Throws, with `what`, when it is not in time. */
export async function until(what: string, isSo: () => unknown, timeoutMs = 10_000): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`not in ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

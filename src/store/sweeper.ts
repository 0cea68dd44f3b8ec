import { randomUUID } from 'node:crypto';
import { reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Store } from '../protocol/store.ts';

/** Soon enough for a service that is restarted often, late enough not to burden a start. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 10 * 60_000;

/** Sweeps the store now and then. Of several instances on one store, one at a time does. Gives the function that ends it. */
export function startSweeper(options: { store: Store; now: () => number; log: Log }): () => void {
  const { store, now, log } = options;
  const owner = randomUUID();
  let isStopped = false;

  async function sweep(): Promise<void> {
    try {
      if (!(await store.lease({ name: 'sweep', owner, ttlMs: EVERY_MS }))) return;
      const startedMs = performance.now();
      const rows = await store.sweep(now());
      if (rows > 0) log.info({ rows, elapsed_ms: Math.round(performance.now() - startedMs) }, 'swept');
    } catch (error) {
      // A sweep that the stop cuts short goes on after the next start.
      if (!isStopped) log.warn({ reason: reasonOf(error) }, 'sweep failed; it is tried again');
    }
  }

  let timer = setTimeout(async function again() {
    await sweep();
    if (!isStopped) timer = setTimeout(again, EVERY_MS).unref();
  }, FIRST_AFTER_MS).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

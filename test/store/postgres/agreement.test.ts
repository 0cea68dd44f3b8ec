import { it } from 'vitest';
import type { Store } from '../../../src/protocol/store.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { agree } from '../agreement/agree.ts';
import { describeOnServer } from './on-server.ts';
import { emptySchemaUrl, emptyTables, runSql } from './server.ts';

/** More of them find more, and take longer. */
const RUNS = Number(process.env.FOOTBRIDGE_PROPERTY_RUNS ?? 10);

describeOnServer('the stores in memory and in PostgreSQL', () => {
  it('give the same answers to any sequence of operations', { timeout: 60_000 + RUNS * 2_000 }, async () => {
    const url = await emptySchemaUrl();
    await agree(async ({ clock, ...options }) => {
      await emptyTables(url);
      const store = await openPostgresStore({ ...options, url, now: () => clock.nowMs });
      return onClock(store, clock, url);
    }, RUNS);
  });
});

/** Leases go by the clock of the database, so the time that passed for the test has to pass for them. */
function onClock(store: Store, clock: { nowMs: number }, url: string): Store {
  let seenMs = clock.nowMs;
  return {
    ...store,
    async lease(request) {
      const passedMs = clock.nowMs - seenMs;
      seenMs = clock.nowMs;
      await runSql(url, `update lease set ends_at = ends_at - ${passedMs} * interval '1 millisecond'`);
      return store.lease(request);
    },
  };
}

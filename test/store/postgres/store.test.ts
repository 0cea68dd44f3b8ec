import { beforeAll, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { describeStore } from '../conformance.ts';
import type { Opening } from '../fixtures.ts';
import { describeOnServer } from './on-server.ts';
import { emptySchemaUrl, emptyTables, runSql } from './server.ts';

describeOnServer('on a server', () => {
  let url = '';
  beforeAll(async () => {
    url = await emptySchemaUrl();
  });

  const kind = {
    survivesRestart: true,
    async open({ clock, policies }: Opening) {
      await emptyTables(url);
      const start = () => openPostgresStore({ url, now: () => clock.nowMs, ...(policies && { policies }) });
      let store = await start();
      onTestFinished(() => store.close());
      return {
        store,
        async reopen() {
          await store.close();
          store = await start();
          return store;
        },
      };
    },
    /** Leases go by the clock of the database. */
    async pass(ms: number) {
      await runSql(url, `update lease set ends_at = ends_at - ${ms} * interval '1 millisecond'`);
    },
  };
  describeStore('the store in PostgreSQL', kind);
});

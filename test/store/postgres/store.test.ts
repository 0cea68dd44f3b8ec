import { beforeAll, describe, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { describeStore } from '../conformance.ts';
import { emptySchemaUrl, emptyTables, noPostgres } from './server.ts';

describe.skipIf(noPostgres)(`on a server (skipped where there is none: ${noPostgres ?? 'there is one'})`, () => {
  let url = '';
  beforeAll(async () => {
    url = await emptySchemaUrl();
  });

  describeStore('the store in PostgreSQL', {
    survivesRestart: true,
    async open({ clock, policies }) {
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
  });
});

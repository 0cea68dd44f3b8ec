import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { blobsIn } from '../../../src/store/postgres/blobs/blobs.ts';
import type { Query } from '../../../src/store/postgres/connection/sql.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { DAY_MS, START_MS } from '../fixtures.ts';
import { describeOnServer } from './on-server.ts';
import { emptySchemaUrl, runSql } from './server.ts';

const owner = { channel: 'web', conversation: 'web:ann', personId: 'ann' };

async function openOne(url: string) {
  const store = await openPostgresStore({ url, now: () => START_MS });
  onTestFinished(() => store.close());
  return store;
}

describeOnServer('the bytes of a blob', () => {
  it('are kept once, as bytes, and go with the last reference', async () => {
    const url = await emptySchemaUrl();
    const store = await openOne(url);
    const blob = { owner, mime: 'image/png', bytes: Uint8Array.of(0, 255, 10), expiresAtMs: START_MS + 1 };
    await store.blobs.put({ ...blob, ref: 'a'.repeat(32) });
    await store.blobs.put({ ...blob, ref: 'b'.repeat(32), owner: { ...owner, personId: 'bob', conversation: 'b' } });
    const kept = () => runSql(url, "select pg_typeof(bytes)::text as type, encode(bytes, 'hex') as bytes from blob");

    expect(await kept()).toEqual([{ type: 'bytea', bytes: '00ff0a' }]);
    await store.erasePerson({ channel: 'web', personId: 'ann' });
    expect(await kept()).toHaveLength(1);
    await store.erasePerson({ channel: 'web', personId: 'bob' });
    expect(await kept()).toEqual([]);
  });

  it('are there for whoever keeps them again while another instance is to take them away', async () => {
    const url = await emptySchemaUrl();
    const store = await openOne(url);
    const blob = { owner, mime: 'text/plain', bytes: Uint8Array.of(1, 2, 3) };
    await store.blobs.put({ ...blob, ref: 'a'.repeat(32), expiresAtMs: START_MS - 1 });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const slow = blobsIn({
      database: {
        rows: async <Row extends object>(query: Query) => (await client.query<Row>(query)).rows,
        transact: () => Promise.reject(new Error('Nothing is taken away here.')),
      },
      now: () => START_MS,
      run: (operation) => operation(),
    });

    await client.query('begin');
    await slow.put({ ...blob, ref: 'b'.repeat(32), expiresAtMs: START_MS + DAY_MS });
    const sweeping = store.sweep(START_MS);
    // It waits for the bytes, unless it does not look whether somebody keeps them.
    const isWaiting =
      "select count(*)::integer as waiting from pg_locks where not granted and locktype = 'transactionid'";
    await expect.poll(async () => (await runSql(url, isWaiting))[0], { timeout: 10_000 }).toEqual({ waiting: 1 });
    await client.query('commit');

    expect(await sweeping).toBe(1);
    expect(await store.blobs.get('b'.repeat(32))).toMatchObject({ mime: 'text/plain', bytes: Buffer.of(1, 2, 3) });
  });
});

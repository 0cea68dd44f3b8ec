import { expect, it, onTestFinished } from 'vitest';
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

  it('are there for whoever keeps them again while another instance takes them away', async () => {
    const url = await emptySchemaUrl();
    const [one, other] = [await openOne(url), await openOne(url)];
    for (let round = 0; round < 40; round++) {
      const ref = (name: string) => `${name}${round}`.padEnd(32, '_');
      const blob = { owner: { ...owner, personId: `p${round}` }, mime: 'text/plain', bytes: Uint8Array.of(round) };
      await one.blobs.put({ ...blob, ref: ref('old'), expiresAtMs: START_MS - 1 });

      const kept = { ...blob, owner, expiresAtMs: START_MS + DAY_MS };
      await Promise.all([
        round % 2 === 0 ? one.sweep(START_MS) : one.erasePerson({ channel: 'web', personId: `p${round}` }),
        ...['a', 'b', 'c'].map((name) => other.blobs.put({ ...kept, ref: ref(name) })),
      ]);

      for (const name of ['a', 'b', 'c']) expect(await one.blobs.get(ref(name))).toMatchObject({ mime: 'text/plain' });
    }
  });
});

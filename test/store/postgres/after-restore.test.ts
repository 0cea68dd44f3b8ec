import { expect, it, onTestFinished } from 'vitest';
import { setAsideInDatabase } from '../../../src/store/postgres/operators/after-restore.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { claimedDeliveries, claimedTurns, DAY_MS, delivery, HOUR_MS, message, pushOf, START_MS } from '../fixtures.ts';
import { describeOnServer } from './on-server.ts';
import { emptySchemaUrl, runSql } from './server.ts';

const now = () => START_MS;

describeOnServer('a restored database', () => {
  /** What a dump of a running instance holds: open work, and the instance as it was. */
  async function restoredDump(): Promise<string> {
    const url = await emptySchemaUrl();
    const store = await openPostgresStore({ url, now });
    for (const turnId of ['t1', 't2', 't3']) await store.accept(message(turnId, { conversation: turnId }));
    await store.claimTurns(1);
    const later = { lane: 'lane:2', notBeforeMs: START_MS + DAY_MS };
    await store.push(
      pushOf('p', { deliveries: [delivery('d1', { secret: 's' }), delivery('d2'), delivery('d3', later)] }),
    );
    await claimedDeliveries(store, 1);
    await store.close();
    // A clean end gives its claims back and its row away, which the dump of a running one has.
    await runSql(
      url,
      `insert into instance (instance_id, label, beat, seen_at) values (4711, 'as dumped', 9, now());
       update turn set state = 'running', instance_id = 4711 where turn_id = 't1';
       update turn_lane set waiting = 0, running = 1 where name = 't1'`,
    );
    return url;
  }

  it('sends and runs nothing after the step: what was open is dead with the reason "restored"', async () => {
    const url = await restoredDump();

    expect(await setAsideInDatabase({ url, now: () => START_MS + HOUR_MS, watchMs: 50 })).toEqual({
      turnsAside: 3,
      deliveriesAside: 3,
    });

    const store = await openPostgresStore({ url, now: () => START_MS + HOUR_MS });
    onTestFinished(() => store.close());
    expect(await claimedTurns(store)).toEqual([]);
    expect(await claimedDeliveries(store, 100, START_MS + 100 * DAY_MS)).toEqual([]);
    expect(await store.counts()).toEqual({
      waitingTurns: 0,
      waitingDeliveries: 0,
      scheduledDeliveries: 0,
      deadTurns: 3,
      deadDeliveries: 3,
    });
    const { items } = await store.dead({ kind: 'turn', limit: 10 });
    expect(items.map(({ id, reason, diedAtMs }) => [id, reason, diedAtMs])).toEqual([
      ['t3', 'restored', START_MS + HOUR_MS],
      ['t2', 'restored', START_MS + HOUR_MS],
      ['t1', 'restored', START_MS + HOUR_MS],
    ]);
    expect(await store.accept(message('t9', { dedupeKey: 'update-t1' }))).toEqual({
      status: 'duplicate',
      turnId: 't1',
    });
    expect(await runSql(url, 'select count(*)::integer as kept from delivery where secret is not null')).toEqual([
      { kept: 0 },
    ]);

    const expiresAtMs = START_MS + 2 * DAY_MS;
    for (const id of ['d1', 'd2']) expect(await store.retryDead({ kind: 'delivery', id, expiresAtMs })).toBe(true);
    expect(await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs })).toBe(true);
    expect(await claimedDeliveries(store, 100, START_MS + HOUR_MS)).toEqual(['d1']);
    expect(await claimedTurns(store)).toEqual(['t1']);
  });

  it('is left as it is while an instance runs on it', async () => {
    const url = await emptySchemaUrl();
    const store = await openPostgresStore({ url, now, heartbeat: { everyMs: 100, deadAfterMs: 10_000 } });
    onTestFinished(() => store.close());
    await store.accept(message('t1'));

    const aside = setAsideInDatabase({ url, now, watchMs: 1_000 });

    await expect(aside).rejects.toMatchObject({ code: 'data_in_use' });
    expect(await claimedTurns(store)).toEqual(['t1']);
  });

  it('says that the database cannot be reached, and never its password', async () => {
    const aside = setAsideInDatabase({ url: 'postgres://ann:pass-word@127.0.0.1:9/bridge', now });

    await expect(aside).rejects.toMatchObject({ code: 'data_unusable' });
    await expect(aside).rejects.toThrow("'bridge' at 127.0.0.1:9");
    await expect(aside).rejects.not.toThrow('pass-word');
  });
});

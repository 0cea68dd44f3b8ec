import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import {
  answer,
  claimedDeliveries,
  claimedTurns,
  DAY_MS,
  delivery,
  finishDone,
  HOUR_MS,
  keepDeliveries,
  message,
  pushOf,
  question,
  START_MS,
} from '../fixtures.ts';
import { remembering } from '../remembering.ts';
import { describeOnServer } from './on-server.ts';
import { emptySchemaUrl, runSql } from './server.ts';

const policies = {
  of: () => ({ perLane: { perSecond: 100, burst: 100 }, whenUnknown: 'park' as const }),
  global: { perSecond: 1_000, burst: 1_000 },
};
const take = { turns: true, deliveries: true };

async function openOne() {
  const url = await emptySchemaUrl();
  const log = { debug() {}, info() {}, warn() {}, error: (_facts: object, said: string) => void errors.push(said) };
  const errors: string[] = [];
  const store = remembering(await openPostgresStore({ url, now: () => START_MS, policies, log }));
  onTestFinished(() => store.close());
  return { store, url, errors };
}

describeOnServer('the statements', () => {
  it('find every turn, delivery and question by an index, however many are stored', async () => {
    const { store, url } = await openOne();
    // Making the indexes has read the tables, too. What a connection has counted is told when it ends.
    const before = await scansOf(url);
    await store.push(
      pushOf('p', {
        idempotencyKey: 'k',
        deliveries: [delivery('d1')],
        questions: [question('ui_1', { deliveryId: 'd1' })],
      }),
    );
    const seat = { userId: 'ann', address: { chat_id: 42 } };
    const claim = { response: answer('ui_1'), whenLost: 'keep_as_message' as const };
    const limits = [{ bucket: 'ann', rate: { perSecond: 10, burst: 10 } }];
    await store.accept(message('t1', { take, seat, claim, limits, personId: 'ann', messageId: 'm1' }));
    for (const turnId of ['t2', 't3', 't4'])
      await store.accept(message(turnId, { personId: 'ann', messageId: turnId }));
    await store.replaceWaiting({ channel: 'telegram', conversation: 'telegram:42', messageId: 't2', raw: 'new' });
    await store.joinWaiting({ turnId: 't1' });
    const later = delivery('later', { notBeforeMs: START_MS + HOUR_MS });
    await store.finishTurn({ turnId: 't1', state: 'dead', reason: 'x', deliveries: [later], questions: [], take });
    await store.dead({ kind: 'turn', limit: 10, channel: 'telegram' });
    await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs: START_MS + DAY_MS });
    await claimedTurns(store);
    await store.releaseTurn({ turnId: 't1', atMs: START_MS, isUntried: true });
    await store.stopTurns('telegram:42', { personId: 'ann' });
    await store.resetConversation('telegram:42', { personId: 'ann' });
    await claimedDeliveries(store, 10, START_MS + 2 * HOUR_MS);
    await store.settle('d1', { state: 'dead', reason: 'x' }, true);
    await store.failDelivered({ channel: 'telegram', deliveryId: 'd1', reason: 'x' });
    await store.keptRaw({ channel: 'telegram', dedupeKey: 'update t2' });
    await store.dead({ kind: 'delivery', limit: 10 });
    await store.retryDead({ kind: 'delivery', id: 'd1', expiresAtMs: START_MS + DAY_MS });
    await store.dropDead({ kind: 'delivery', id: 'd1' });
    await keepDeliveries(store, delivery('e1', { kind: 'edit', targetDeliveryId: 'd1' }));
    await keepDeliveries(store, delivery('e2', { kind: 'edit', targetDeliveryId: 'd1' }));
    await store.move({
      from: 'telegram:42',
      to: 'telegram:43',
      fromLane: 'lane:42',
      toLane: 'lane:43',
      rewrite: String,
    });
    await store.turn('t1');
    const events = [{ type: 'done' as const, seq: 1 }];
    await store.push(pushOf('p2', { conversation: 'telegram:43', log: { run: 1, events, replaces: true } }));
    await store.renderStatus.keep({ turnId: 'p2', envelopeId: 'e1', status: 'rendered' });
    await store.renderStatus.of(['p2']);
    await store.turnLog.ofConversation({ conversation: 'telegram:42', limit: 10 });
    const owner = { channel: 'telegram', conversation: 'telegram:43', personId: 'ann' };
    const blob = { owner, mime: 'text/plain', bytes: new Uint8Array(9), expiresAtMs: START_MS + DAY_MS };
    await store.blobs.put({ ...blob, ref: 'a'.repeat(32) });
    await store.blobs.put({ ...blob, ref: 'b'.repeat(32), owner: { ...owner, personId: 'bob', conversation: 'x' } });
    await store.blobs.get('a'.repeat(32));
    await store.blobs.put({ ...blob, ref: 'c'.repeat(32) });
    await store.blobs.remove('c'.repeat(32));
    await store.questions('telegram:42', START_MS);
    await store.counts();
    await store.exportPerson({ channel: 'telegram', personId: 'ann' });
    await store.erasePerson({ channel: 'telegram', personId: 'ann' });
    await store.sweep(START_MS + 400 * DAY_MS);
    await store.close();

    expect(await scansOf(url)).toEqual(before);
  });
});

describeOnServer('a sweep', () => {
  it('mends the counters of lanes that somebody has spoilt, and says so', async () => {
    const { store, url, errors } = await openOne();
    for (const turnId of ['t1', 't2']) await store.accept(message(turnId, { conversation: 'few' }));
    for (const turnId of ['t3', 't4']) await store.accept(message(turnId, { conversation: 'gone' }));
    await store.accept(message('t5', { conversation: 'many' }));
    await keepDeliveries(store, delivery('d1', { lane: 'a' }), delivery('d2', { lane: 'b' }));
    await store.sweep(START_MS);
    expect(errors).toEqual([]);
    await runSql(url, "update turn_lane set waiting = 0, running = 1 where name = 'few'");
    await runSql(url, "delete from turn_lane where name = 'gone'");
    await runSql(url, "update turn_lane set waiting = 9 where name = 'many'");
    await runSql(url, "update delivery_lane set waiting = 0 where name = 'a'");

    await store.sweep(START_MS);

    expect(errors).toEqual(['lanes had wrong counters, and were mended', 'lanes had wrong counters, and were mended']);
    expect((await claimedTurns(store)).sort()).toEqual(['t1', 't3', 't5']);
    expect((await claimedDeliveries(store)).sort()).toEqual(['d1', 'd2']);
    await finishDone(store, 't1');
    await finishDone(store, 't3');
    expect((await claimedTurns(store)).sort()).toEqual(['t2', 't4']);
    await store.sweep(START_MS);
    expect(errors).toHaveLength(2);
  });
});

/** How often each table was read whole. */
function scansOf(url: string) {
  return runSql(
    url,
    `select relname, seq_scan::integer from pg_stat_user_tables
     where schemaname = current_schema() and relname in
       ('turn', 'turn_log', 'render_status', 'delivery', 'question', 'push', 'seat', 'blob', 'blob_ref')
     order by relname`,
  );
}

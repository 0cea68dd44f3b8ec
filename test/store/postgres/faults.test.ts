import { describe, expect, it, onTestFinished } from 'vitest';
import type { TurnWork } from '../../../src/protocol/store.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../../src/store/postgres/store.ts';
import { delivery, keepDeliveries, message, pushOf, START_MS } from '../fixtures.ts';
import { type RememberingStore, remembering } from '../remembering.ts';
import { BadNetwork } from './bad-network.ts';
import { describeOnServer } from './on-server.ts';
import { emptySchemaUrl, noOwnServer, PostgresServer, runSql } from './server.ts';
import { until } from './several.ts';

const HEARTBEAT = { everyMs: 100, deadAfterMs: 900 };
const take = { turns: true, deliveries: true };
const end = { state: 'done' as const, deliveries: [], questions: [] };

async function openAt(url: string, options: Partial<PostgresStoreOptions> = {}): Promise<RememberingStore> {
  const store = await openPostgresStore({ url, now: () => START_MS, heartbeat: HEARTBEAT, ...options });
  onTestFinished(() => store.close());
  return remembering(store);
}

async function openBehindBadNetwork(options: Partial<PostgresStoreOptions> = {}) {
  const url = await emptySchemaUrl();
  const network = await BadNetwork.before(url);
  onTestFinished(() => network.close());
  return { network, url, store: await openAt(network.url, options) };
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

describe.skipIf(noOwnServer)(`a server that dies (skipped: ${noOwnServer ?? 'one can be started'})`, () => {
  it('loses nothing that was accepted, and claimed work goes on', { timeout: 180_000 }, async () => {
    const server = await PostgresServer.start({ isDurable: true });
    const store = await openAt(await emptySchemaUrl(server.url));
    let wakes = 0;
    store.listen({ onWork: () => (wakes += 1), onStopAsked() {} });
    await store.accept(message('t1', { take }));
    await keepDeliveries(store, delivery('d1'));
    await store.claimDeliveries({ limit: 1, nowMs: START_MS });

    const racing = Promise.allSettled(
      Array.from({ length: 50 }, (_, number) => store.accept(message(`r${number}`, { conversation: `c${number}` }))),
    );
    await server.kill();
    const raced = await racing;
    const rejected = await Promise.allSettled([
      ...[store.accept(message('t2')), store.turn('t1'), store.claimTurns(1), store.questions('c', START_MS)],
      ...[store.finishTurn({ ...end, turnId: 't1' }), store.assertWritable()],
    ]);
    expect(rejected.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(
      Array.from({ length: 6 }, () => 'data_unusable'),
    );
    // Before it starts: the store may hear it sooner than we do.
    wakes = 0;
    await server.startAgain();

    expect(await store.accept(message('t3', { conversation: 'other' }))).toMatchObject({ status: 'accepted' });
    for (const [number, { status }] of raced.entries()) {
      const again = await store.accept(message(`r${number}`, { conversation: `c${number}` }));
      if (status === 'fulfilled') expect(again.status).toBe('duplicate');
    }
    await store.finishTurn({ ...end, turnId: 't1' });
    await store.settle('d1', { state: 'delivered' });
    await until('it hears again', () => wakes > 0);
  });

  it('and stays away takes nobody’s claims from him', { timeout: 180_000 }, async () => {
    const server = await PostgresServer.start({ isDurable: true });
    const url = await emptySchemaUrl(server.url);
    const [first, second] = [await openAt(url), await openAt(url)];
    await first.accept(message('t1', { take }));

    await server.stop();
    await expect(second.accept(message('t2'))).rejects.toMatchObject({ code: 'data_unusable' });
    await new Promise((resolve) => setTimeout(resolve, 2 * HEARTBEAT.deadAfterMs));
    await server.startAgain();
    await until('the others look again', async () => (await second.claimTurns(1).catch(() => undefined)) !== undefined);
    await new Promise((resolve) => setTimeout(resolve, HEARTBEAT.deadAfterMs + 500));

    expect(await second.claimTurns(1)).toEqual([]);
    await first.finishTurn({ ...end, turnId: 't1' });
  });

  it('is said at the start, with where it is looked for, and never with the password', async () => {
    const url = 'postgres://bridge:very-secret@127.0.0.1:9/footbridge';

    const opened = openPostgresStore({ url, now: () => START_MS });

    await expect(opened).rejects.toMatchObject({ code: 'data_unusable', cause: expect.anything() });
    await expect(opened).rejects.toThrow("'footbridge' at 127.0.0.1:9");
    await expect(opened).rejects.not.toThrow('very-secret');
  });
});

describeOnServer('a bad network', () => {
  it('that swallows everything makes operations reject within seconds, and is forgotten when it is over', async () => {
    const { network, store } = await openBehindBadNetwork({ patience: { connectMs: 500, statementMs: 700 } });
    await store.accept(message('t1'));
    network.fallSilent();

    const rejections: unknown[] = [];
    const tookMs = await elapsedMs(async () => {
      const asked = [store.accept(message('t2')), store.claimTurns(1), store.turn('t1'), store.currentName('a')];
      for (const each of await Promise.allSettled(asked))
        rejections.push(each.status === 'rejected' && each.reason.code);
    });

    expect(rejections).toEqual(['data_unusable', 'data_unusable', 'data_unusable', 'data_unusable']);
    expect(tookMs).toBeLessThan(4_000);
    network.recover();
    await until('it works again', () => store.accept(message('t2')).then(Boolean, () => false));
  });

  it('that cuts idle connections is not noticed', async () => {
    const { network, store } = await openBehindBadNetwork();
    for (let round = 0; round < 5; round += 1) {
      network.cut();
      expect(await store.accept(message(`t${round}`, { conversation: `c${round}` }))).toMatchObject({
        status: 'accepted',
      });
    }
  });

  it('that breaks before a commit keeps nothing, and says that it may be so', async () => {
    const { network, store } = await openBehindBadNetwork();
    network.breakNextCommit('cut_before');

    await expect(store.accept(message('t1'))).rejects.toMatchObject({ code: 'data_unusable' });

    expect(network.faults).toBe(1);
    expect(await store.turn('t1')).toBeUndefined();
    expect(await store.accept(message('t1'))).toMatchObject({ status: 'accepted' });
  });

  it('that breaks after a commit says that nobody knows; who repeats it finds it kept, once', async () => {
    const { network, store } = await openBehindBadNetwork();
    network.breakNextCommit('cut_after');
    await expect(store.accept(message('t1'))).rejects.toThrow('Send the same again');
    network.breakNextCommit('cut_after');
    const push = pushOf('p1', { idempotencyKey: 'k', deliveries: [delivery('d1')] });
    await expect(store.push(push)).rejects.toThrow('Send the same again');

    expect(await store.accept(message('t1'))).toEqual({ status: 'duplicate', turnId: 't1' });
    expect(await store.push({ ...push, turnId: 'p2' })).toMatchObject({ status: 'duplicate' });
    expect(await store.counts()).toMatchObject({ waitingTurns: 1, waitingDeliveries: 1 });
  });

  it('that breaks after the end of a turn lets its repetition succeed, and gives what it took to somebody', async () => {
    const { network, store } = await openBehindBadNetwork();
    await store.accept(message('t1', { take }));
    await store.accept(message('t2'));
    const finish = { ...end, turnId: 't1', deliveries: [delivery('d1')], take };
    network.breakNextCommit('cut_after');
    await expect(store.finishTurn(finish)).rejects.toMatchObject({ code: 'data_unusable' });

    expect(await store.finishTurn(finish)).toEqual({ laneWaits: true, taken: { deliveries: [] } });

    await expect(store.finishTurn({ ...finish, state: 'dead' })).rejects.toMatchObject({ code: 'claim_lost' });
    expect(await store.claimTurns(1)).toMatchObject([{ turnId: 't2' }]);
    await until('what it took waits again', async () => (await store.counts()).waitingDeliveries === 1);
    expect(await store.claimDeliveries({ limit: 1, nowMs: START_MS })).toMatchObject({
      deliveries: [{ deliveryId: 'd1', attempt: 1 }],
    });
  });

  it('that breaks after the end of a turn that was asked to stop does not make it an answer', async () => {
    const { network, store } = await openBehindBadNetwork();
    await store.accept(message('t1', { take }));
    await store.stopTurns('telegram:42');
    const finish = { ...end, turnId: 't1', deliveries: [delivery('d1')] };
    network.breakNextCommit('cut_after');
    await expect(store.finishTurn(finish)).rejects.toMatchObject({ code: 'data_unusable' });

    expect(await store.finishTurn(finish)).toMatchObject({ isStopped: true });
    expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'done', reason: 'stopped', deliveries: [] });
  });

  it('that breaks after a settlement lets its repetition succeed', async () => {
    const { network, store } = await openBehindBadNetwork();
    await keepDeliveries(store, delivery('d1'), delivery('d2'), delivery('d3'));
    await store.claimDeliveries({ limit: 1, nowMs: START_MS });
    network.breakNextCommit('cut_after');
    await expect(store.settle('d1', { state: 'delivered', receipt: '1' }, true)).rejects.toMatchObject({
      code: 'data_unusable',
    });

    expect(await store.settle('d1', { state: 'delivered', receipt: '1' }, true)).toEqual({ laneWaits: true });

    await expect(store.settle('d1', { state: 'dead', reason: 'x' })).rejects.toMatchObject({ code: 'claim_lost' });
    await until('the next one waits again', async () => (await store.counts()).waitingDeliveries === 2);
    const { deliveries } = await store.claimDeliveries({ limit: 1, nowMs: START_MS });
    expect(deliveries).toMatchObject([{ deliveryId: 'd2', attempt: 1 }]);
    network.breakNextCommit('cut_after');
    const waits = { state: 'waiting' as const, atMs: START_MS, reason: 'unreached' };
    await expect(store.settle('d2', waits)).rejects.toMatchObject({ code: 'data_unusable' });
    expect(await store.settle('d2', waits)).toEqual({ laneWaits: false });
  });

  it('that breaks before a claim takes nothing from whoever claims next', async () => {
    const { network, store } = await openBehindBadNetwork();
    await store.accept(message('t1'));
    network.breakNextCommit('cut_before');
    await expect(store.claimTurns(1)).rejects.toMatchObject({ code: 'data_unusable' });

    // The server may hold the lane's lock until it has noticed that the line is cut.
    let claimed: readonly TurnWork[] = [];
    await until('it can be claimed', async () => {
      claimed = await store.claimTurns(1);
      return claimed.length > 0;
    });
    expect(claimed).toMatchObject([{ turnId: 't1', attempt: 1 }]);
    await new Promise((resolve) => setTimeout(resolve, 4 * HEARTBEAT.everyMs));

    expect(await store.turn('t1')).toMatchObject({ state: 'running' });
    await store.finishTurn({ ...end, turnId: 't1' });
  });

  it('that breaks after a claim loses no turn', async () => {
    const { network, store } = await openBehindBadNetwork();
    await store.accept(message('t1'));
    network.breakNextCommit('cut_after');
    await expect(store.claimTurns(1)).rejects.toMatchObject({ code: 'data_unusable' });

    await until('it waits again', async () => (await store.counts()).waitingTurns === 1);

    expect(await store.claimTurns(1)).toMatchObject([{ turnId: 't1', attempt: 1 }]);
  });
});

describeOnServer('a store short of connections', () => {
  it('lets operations wait, and rejects those that wait for too long', async () => {
    const url = await emptySchemaUrl();
    const store = await openAt(url, { maxConnections: 2, patience: { connectMs: 1_500, statementMs: 10_000 } });
    await store.accept(message('t1'));

    const names = Array.from({ length: 20 }, (_, number) => store.currentName(`c${number}`));
    expect(await Promise.all(names)).toHaveLength(20);

    // Somebody else's locks keep both connections busy.
    const blocking = runSql(url, 'begin; lock table turn_lane, question; select pg_sleep(2.5); commit');
    await until('the locks are held', async () => {
      const [row] = await runSql(
        url,
        "select count(*)::integer as held from pg_locks where mode = 'AccessExclusiveLock'",
      );
      return Number(row?.held) >= 2;
    });
    const slow = [store.accept(message('t2')), store.questions('c', START_MS)];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const late = store.currentName('c');

    await expect(late).rejects.toMatchObject({ code: 'data_unusable' });
    expect(await Promise.all(slow)).toMatchObject([{ status: 'accepted' }, []]);
    await blocking;
    expect(await store.currentName('c')).toBe('c');
  });
});

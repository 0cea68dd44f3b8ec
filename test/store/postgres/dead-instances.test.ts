import { expect, it } from 'vitest';
import { delivery, keepDeliveries, message, START_MS } from '../fixtures.ts';
import type { RememberingStore } from '../remembering.ts';
import { describeOnServer } from './on-server.ts';
import { emptySchemaUrl, runSql } from './server.ts';
import { openSeveral, until } from './several.ts';

/** It shows that it lives once, and never again; it sees nothing either. */
const SILENT = { everyMs: 3_600_000, deadAfterMs: 3_600_000 };
const WATCHFUL = { everyMs: 50, deadAfterMs: 800 };
const take = { turns: true, deliveries: true };

const end = { state: 'done' as const, deliveries: [], questions: [] };

async function silentAndWatchful(options = {}) {
  const { stores, url } = await openSeveral(1, { heartbeat: SILENT, ...options });
  const [silent] = stores as [RememberingStore];
  const [watchful] = (await openSeveral(1, { url, heartbeat: WATCHFUL, ...options })).stores as [RememberingStore];
  return { silent, watchful, url };
}

describeOnServer('a dead instance', () => {
  it('loses what it had claimed to the others, under another epoch', async () => {
    const { silent, watchful } = await silentAndWatchful();
    await silent.accept(message('t1', { take }));
    await keepDeliveries(silent, delivery('d1'), delivery('d2'));
    await silent.claimDeliveries({ limit: 1, nowMs: START_MS });
    let wakes = 0;
    watchful.listen({ onWork: () => (wakes += 1), onStopAsked() {} });

    await until('its claims wait again', async () => (await watchful.turn('t1'))?.state === 'waiting');

    await until('the other one is told', () => wakes > 0);
    expect(await watchful.claimTurns(10)).toMatchObject([{ turnId: 't1', attempt: 2 }]);
    expect(await watchful.claimDeliveries({ limit: 10, nowMs: START_MS })).toMatchObject({
      deliveries: [{ deliveryId: 'd1', attempt: 2 }],
    });
    await expect(silent.finishTurn({ ...end, turnId: 't1' })).rejects.toMatchObject({ code: 'claim_lost' });
    await expect(silent.releaseTurn({ turnId: 't1', atMs: 0, isUntried: false })).rejects.toMatchObject({
      code: 'claim_lost',
    });
    await expect(silent.settle('d1', { state: 'delivered' })).rejects.toMatchObject({ code: 'claim_lost' });
    await watchful.finishTurn({ ...end, turnId: 't1' });
    expect(await watchful.settle('d1', { state: 'delivered' }, true)).toMatchObject({
      next: { deliveryId: 'd2' },
    });
  });

  it('loses nothing that it had ended', async () => {
    const { silent, watchful } = await silentAndWatchful();
    await silent.accept(message('t1', { take }));
    await silent.accept(message('t2', { conversation: 'other', take }));
    await silent.finishTurn({ ...end, turnId: 't1', deliveries: [delivery('d1')] });

    await until('its claim waits again', async () => (await watchful.turn('t2'))?.state === 'waiting');

    expect(await watchful.turn('t1')).toMatchObject({ state: 'done', deliveries: [{ state: 'waiting' }] });
  });

  it('leaves sends parked where the policy says so, and edits to go again', async () => {
    const policies = {
      of: (channel: string) => ({ whenUnknown: channel === 'slack' ? ('park' as const) : ('resend' as const) }),
    };
    const { silent, watchful } = await silentAndWatchful({ policies });
    await keepDeliveries(
      silent,
      delivery('parked', { channel: 'slack', lane: 'a', secret: 'token' }),
      delivery('next', { channel: 'slack', lane: 'a' }),
      delivery('edit', { channel: 'slack', lane: 'b', kind: 'edit', targetDeliveryId: 'parked' }),
      delivery('resent', { lane: 'c' }),
    );
    await silent.claimDeliveries({ limit: 10, nowMs: START_MS });

    await until('one is parked', async () => (await watchful.counts()).deadDeliveries === 1);

    expect(await watchful.dead({ kind: 'delivery', limit: 10 })).toMatchObject({
      items: [{ id: 'parked', reason: 'outcome_unknown', attempt: 1 }],
    });
    const { deliveries } = await watchful.claimDeliveries({ limit: 10, nowMs: START_MS });
    expect(deliveries.map(({ deliveryId }) => deliveryId).sort()).toEqual(['edit', 'next', 'resent']);
  });

  it('that still lives goes on as a new one', async () => {
    const { stores, url } = await openSeveral(2, { heartbeat: WATCHFUL });
    const [first, second] = stores as [RememberingStore, RememberingStore];
    await first.accept(message('t1', { take }));

    await runSql(url, 'delete from instance where instance_id = (select instance_id from turn)');
    await until('its claim waits again', async () => (await second.turn('t1'))?.state === 'waiting');

    await expect(first.finishTurn({ ...end, turnId: 't1' })).rejects.toMatchObject({ code: 'claim_lost' });
    await until('it has a row again', async () => {
      const [row] = await runSql(url, 'select count(*)::integer as instances from instance');
      return row?.instances === 2;
    });
    expect(await first.claimTurns(1)).toMatchObject([{ turnId: 't1' }]);
    await new Promise((resolve) => setTimeout(resolve, 2 * WATCHFUL.deadAfterMs));
    await first.finishTurn({ ...end, turnId: 't1' });
  });

  it('is not one that only works slowly', async () => {
    const { stores } = await openSeveral(2, { heartbeat: WATCHFUL });
    const [first, second] = stores as [RememberingStore, RememberingStore];
    await first.accept(message('t1', { take }));

    await new Promise((resolve) => setTimeout(resolve, 2 * WATCHFUL.deadAfterMs));

    expect(await second.claimTurns(10)).toEqual([]);
    await first.finishTurn({ ...end, turnId: 't1' });
  });

  it('gives its claims back at once when it closes', async () => {
    const { stores } = await openSeveral(2);
    const [first, second] = stores as [RememberingStore, RememberingStore];
    await first.accept(message('t1', { take }));
    await first.close();

    expect(await second.claimTurns(10)).toMatchObject([{ turnId: 't1', attempt: 2 }]);
  });

  it('had been asked to stop a turn: it ends, with what had joined it', async () => {
    const { silent, watchful } = await silentAndWatchful();
    await silent.accept(message('t1', { take }));
    await silent.accept(message('t2'));
    await silent.joinWaiting({ turnId: 't1' });
    await watchful.stopTurns('telegram:42');
    await silent.accept(message('t3'));

    await until('it has ended', async () => (await watchful.turn('t1'))?.state === 'done');

    expect(await watchful.turn('t1')).toMatchObject({ reason: 'stopped' });
    expect(await watchful.turn('t2')).toMatchObject({ state: 'done', reason: 'stopped' });
    expect(await watchful.claimTurns(10)).toMatchObject([{ turnId: 't3' }]);
  });
});

describeOnServer('a stop', () => {
  it('is heard of even when the notice was not', async () => {
    const url = await emptySchemaUrl();
    const { stores } = await openSeveral(2, { url, heartbeat: WATCHFUL });
    const [first, second] = stores as [RememberingStore, RememberingStore];
    const told: string[] = [];
    second.listen({ onWork() {}, onStopAsked: (turnId) => told.push(turnId) });
    await second.accept(message('t1', { take }));

    // As if the notice had gone by while the connection was cut.
    await runSql(url, 'update turn set is_stop_asked = true');

    await until('it is told', () => told.length > 0);
    await first.stopTurns('telegram:42');
    await new Promise((resolve) => setTimeout(resolve, 3 * WATCHFUL.everyMs));
    expect(new Set(told)).toEqual(new Set(['t1']));
  });
});

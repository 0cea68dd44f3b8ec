import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../src/protocol/store.ts';
import { backUpFolder } from '../../../src/store/sqlite/back-up-folder.ts';
import { restoreBackup } from '../../../src/store/sqlite/restore.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { claimedDeliveries, claimedTurns, DAY_MS, delivery, HOUR_MS, message, pushOf, START_MS } from '../fixtures.ts';
import { dataFolder } from './folder.ts';

/** A backup of what `fill` kept, with the service's own secret beside the store. */
async function backupOf(fill: (store: Store) => Promise<unknown>): Promise<string> {
  const folder = dataFolder();
  const store = await openSqliteStore({ folder, now: () => START_MS });
  await fill(store);
  await store.close();
  writeFileSync(join(folder, 'secret'), 'sealed-with-this-secret');
  const file = join(folder, 'backup.db');
  await backUpFolder({ folder, file, now: () => START_MS });
  return file;
}

async function restoredFrom(file: string) {
  const folder = join(dataFolder(), 'data');
  const restored = await restoreBackup({ file, folder, now: () => START_MS + HOUR_MS });
  const store = await openSqliteStore({ folder, now: () => START_MS + HOUR_MS });
  onTestFinished(() => store.close());
  return { folder, restored, store };
}

describe('a restored store', () => {
  it('sends nothing and runs nothing: what was open is dead with the reason "restored"', async () => {
    const file = await backupOf(async (store) => {
      for (const turnId of ['t1', 't2', 't3']) await store.accept(message(turnId, { conversation: turnId }));
      await store.claimTurns(1);
      const later = START_MS + DAY_MS;
      const deliveries = [delivery('d1'), delivery('d2'), delivery('d3', { lane: 'lane:2', notBeforeMs: later })];
      await store.push(pushOf('p', { deliveries }));
      await claimedDeliveries(store, 1);
    });

    const { restored, store } = await restoredFrom(file);

    expect(restored).toMatchObject({ turnsAside: 3, deliveriesAside: 3, madeAtMs: START_MS });
    expect(await claimedTurns(store)).toEqual([]);
    expect(await claimedDeliveries(store, 100, START_MS + 1_000 * DAY_MS)).toEqual([]);
    expect(await store.counts()).toMatchObject({ waitingTurns: 0, waitingDeliveries: 0, scheduledDeliveries: 0 });
    const turns = await store.dead({ kind: 'turn', limit: 10 });
    expect(turns.items.map(({ id, reason }) => [id, reason])).toEqual([
      ['t3', 'restored'],
      ['t2', 'restored'],
      ['t1', 'restored'],
    ]);
    const deliveries = await store.dead({ kind: 'delivery', limit: 10 });
    expect(deliveries.items).toMatchObject([
      { id: 'd3', reason: 'restored', diedAtMs: START_MS + HOUR_MS },
      { id: 'd2', reason: 'restored' },
      { id: 'd1', reason: 'restored' },
    ]);
  });

  it('knows what was seen before, open or done, and answers none of it twice', async () => {
    const file = await backupOf(async (store) => {
      await store.accept(message('t1', { dedupeKey: 'open' }));
      await store.push(pushOf('p1', { idempotencyKey: 'pushed' }));
    });

    const { store } = await restoredFrom(file);

    expect(await store.accept(message('t2', { dedupeKey: 'open' }))).toEqual({ status: 'duplicate', turnId: 't1' });
    expect(await store.push(pushOf('p2', { idempotencyKey: 'pushed' }))).toMatchObject({ status: 'duplicate' });
    expect(await claimedTurns(store)).toEqual([]);
  });

  it('has what channels keep for themselves', async () => {
    const file = await backupOf((store) => store.channelMemory.put({ channel: 'slack', key: 'T1', value: 'one' }));

    const { store } = await restoredFrom(file);

    expect(await store.channelMemory.get({ channel: 'slack', key: 'T1' })).toBe('one');
  });

  it('takes up one by one what an operator retries, oldest first in its lane', async () => {
    const file = await backupOf((store) => store.push(pushOf('p', { deliveries: [delivery('d1'), delivery('d2')] })));
    const { store } = await restoredFrom(file);
    const expiresAtMs = START_MS + 2 * DAY_MS;

    expect(await store.retryDead({ kind: 'delivery', id: 'd1', expiresAtMs })).toBe(true);
    expect(await store.retryDead({ kind: 'delivery', id: 'd2', expiresAtMs })).toBe(true);

    const { deliveries } = await store.claimDeliveries({ limit: 10, nowMs: START_MS + HOUR_MS });
    expect(deliveries).toMatchObject([{ deliveryId: 'd1', attempt: 1, expiresAtMs, payload: '{"text":"d1"}' }]);
  });

  it('runs a turn again that an operator retries, from its raw update', async () => {
    const file = await backupOf((store) => store.accept(message('t1')));
    const { store } = await restoredFrom(file);

    await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs: START_MS + DAY_MS });

    expect(await store.claimTurns(10)).toMatchObject([{ turnId: 't1', attempt: 1, raw: '{"text":"hello from t1"}' }]);
  });

  it('has the secret of the old one, so that the buttons out there still work', async () => {
    const { folder } = await restoredFrom(await backupOf((store) => store.accept(message('t1'))));

    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('sealed-with-this-secret');
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'footbridge.db')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

describe('a restore', () => {
  it.each(['footbridge.db', 'secret'])('is refused into a folder that holds a %s, which stays', async (name) => {
    const file = await backupOf((store) => store.accept(message('t1')));
    const folder = dataFolder();
    writeFileSync(join(folder, name), 'mine');

    const restored = restoreBackup({ file, folder, now: () => START_MS });

    await expect(restored).rejects.toMatchObject({ code: 'data_not_empty' });
    await expect(restored).rejects.toThrow(folder);
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
  });

  it('of a damaged file leaves the folder as it was, and the file too', async () => {
    const file = await backupOf((store) => store.accept(message('t1')));
    truncateSync(file, statSync(file).size - 4_096);
    const before = readFileSync(file);
    const folder = dataFolder();

    const restored = restoreBackup({ file, folder, now: () => START_MS });

    await expect(restored).rejects.toMatchObject({ code: 'backup_invalid' });
    expect(readdirSync(folder)).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('leaves the backup as it is, to be restored again', async () => {
    const file = await backupOf((store) => store.accept(message('t1')));
    const before = readFileSync(file);
    await restoredFrom(file);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect((await restoredFrom(file)).restored.turnsAside).toBe(1);
  });
});

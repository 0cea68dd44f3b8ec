import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations.ts';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { message, pushOf, START_MS } from '../fixtures.ts';
import { dataFolder } from './folder.ts';

const one = { version: 1, sql: 'create table a (x integer)' };
const two = { version: 2, sql: 'create table b (y integer); insert into b values (7)' };

async function openEmpty(folder: string) {
  const driver = await openFile(folder);
  onTestFinished(() => driver.close());
  const run = (migrations: readonly { version: number; sql: string }[]) =>
    migrate(driver, { migrations, folder, nowMs: START_MS });
  return { driver, run };
}

describe('migrations', () => {
  it('never change once they are merged', () => {
    const fingerprints = MIGRATIONS.map(({ version, sql }) => [
      version,
      createHash('sha256').update(sql).digest('hex').slice(0, 16),
    ]);

    // Add a line for a new migration. When an old line differs, the migration was changed: put it back.
    expect(fingerprints).toEqual([
      [1, '0b149ffb29cef42e'],
      [2, '749167266adf167c'],
      [3, '35d256753faf6b2c'],
      [4, 'f755586df9f6ca33'],
      [5, '30501811fc8e0331'],
      [6, 'e7dcddcc00e9634f'],
      [7, '04d71e0a2cf03c8a'],
      [8, 'dc9e0491a55d457c'],
    ]);
  });

  it('run in order, each once', async () => {
    const { driver, run } = await openEmpty(dataFolder());

    run([one]);
    run([one, two]);
    run([one, two]);

    expect(driver.prepare<{ y: number }>('select y from b').all()).toEqual([{ y: 7 }]);
    expect(driver.prepare<object>('select version, applied_at_ms from schema_version').all()).toEqual([
      { version: 1, applied_at_ms: 1_800_000_000_000 },
      { version: 2, applied_at_ms: 1_800_000_000_000 },
    ]);
  });

  it('that fail leave the file as it was', async () => {
    const folder = dataFolder();
    const { driver, run } = await openEmpty(folder);
    run([one]);

    expect(() => run([one, { version: 2, sql: 'create table b (y integer); create table a (x integer)' }])).toThrow();

    expect(driver.prepare<object>("select name from sqlite_master where name = 'b'").all()).toEqual([]);
    run([one, two]);
  });

  it('refuse a file that a newer version wrote, and say which', async () => {
    const folder = dataFolder();
    const driver = await openFile(folder);
    migrate(driver, { migrations: [...MIGRATIONS, { version: 1_000, sql: '' }], folder, nowMs: START_MS });
    driver.close();

    const opened = openSqliteStore({ folder, now: () => START_MS });

    await expect(opened).rejects.toMatchObject({ code: 'data_too_new', facts: { found: 1_000, known: 8 } });
    await expect(opened).rejects.toThrow(folder);
  });
});

describe('a file of the first schema', () => {
  it('keeps what waits, what ran and what is done when it is brought to the newest', async () => {
    const folder = dataFolder();
    const driver = await openFile(folder);
    migrate(driver, { migrations: MIGRATIONS.slice(0, 1), folder, nowMs: START_MS });
    driver.execute(`
      insert into turn (turn_id, channel, dedupe_key, conversation, state, attempt, received_at_ms, finished_at_ms, raw)
        values ('t1', 'telegram', 'k1', 'telegram:42', 'done', 1, 10, ${START_MS}, null),
          ('t2', 'telegram', 'k2', 'telegram:42', 'running', 1, 20, null, 'two'),
          ('t3', 'telegram', 'k3', 'telegram:42', 'waiting', 0, 30, null, 'three'),
          ('swept', 'telegram', 'k4', 'telegram:42', 'done', 1, 40, ${START_MS}, null);
      delete from turn where turn_id = 'swept';
      insert into turn_lane values ('telegram:42', 1, 1, 0, 2);
      insert into delivery
        (delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt, expires_at_ms, payload)
        values ('d1', 4, 'swept', 'telegram', 'telegram:42', 'lane:42', 'send', 'sending', 1, ${START_MS + 1_000}, 'one'),
          ('d2', 4, 'swept', 'telegram', 'telegram:42', 'lane:42', 'send', 'waiting', 0, ${START_MS + 1_000}, 'two');
      insert into delivery_lane values ('lane:42', 1, 1, 0, 1);
      insert into push values ('k', ${START_MS}, 'f1', '{}');`);
    driver.close();

    const store = await openSqliteStore({ folder, now: () => START_MS });
    onTestFinished(() => store.close());

    expect(await store.turn('t1')).toMatchObject({ state: 'done' });
    expect(await store.accept(message('t4', { dedupeKey: 'k1' }))).toEqual({ status: 'duplicate', turnId: 't1' });
    expect(await store.claimTurns(10)).toMatchObject([{ turnId: 't2', attempt: 2, raw: 'two', generation: 0 }]);
    expect(await store.counts()).toMatchObject({ waitingTurns: 1, waitingDeliveries: 2 });
    expect(await store.claimDeliveries({ limit: 10, nowMs: START_MS })).toMatchObject({
      deliveries: [{ deliveryId: 'd1', attempt: 2, payload: 'one' }],
    });
    expect(await store.push(pushOf('p1', { idempotencyKey: 'k' }))).toMatchObject({ status: 'duplicate' });
    // A row is never given out again, so nothing new has the deliveries of one that is gone.
    await store.accept(message('t5', { conversation: 'telegram:5' }));
    expect((await store.turn('t5'))?.deliveries).toEqual([]);
  });
});

describe('a file with logs, of the sixth schema', () => {
  it('has its logged turns in the history, for as long as that is kept, and the others as before', async () => {
    const folder = dataFolder();
    const driver = await openFile(folder);
    migrate(driver, { migrations: MIGRATIONS.slice(0, 6), folder, nowMs: START_MS });
    driver.execute(`
      insert into turn (turn_id, channel, dedupe_key, conversation, state, attempt, received_at_ms, finished_at_ms, raw)
        values ('said', 'web', 'k1', 'web:ann', 'done', 1, 10, ${START_MS}, null),
          ('plain', 'telegram', 'k2', 'telegram:42', 'done', 1, 20, ${START_MS}, null),
          ('dead', 'web', 'k3', 'web:ann', 'dead', 1, 30, ${START_MS}, 'three'),
          ('runs', 'web', 'k4', 'web:ann', 'running', 1, 40, null, 'four');
      insert into turn_log values (1, 2, 1, '[{"type":"text","delta":"Hello.","seq":1},{"type":"done","seq":2}]'),
        (4, 1, 1, '[{"type":"text","delta":"Wait","seq":1}]');
      insert into turn_lane (name, waiting, running, due_ms, position) values ('web:ann', 0, 1, 0, 4);`);
    driver.close();

    const store = await openSqliteStore({ folder, now: () => START_MS });
    onTestFinished(() => store.close());

    const ids = async () =>
      (await store.turnLog.ofConversation({ conversation: 'web:ann', limit: 10 })).turns.map(({ turnId }) => turnId);
    expect(await ids()).toEqual(['runs', 'said']);
    expect((await store.dead({ kind: 'turn', limit: 10 })).items).toMatchObject([{ id: 'dead' }]);
    expect(await store.sweep(START_MS + 2 * 86_400_000)).toBe(1);
    expect(await store.turn('plain')).toBeUndefined();
    expect(await ids()).toEqual(['runs', 'said']);
    expect(await store.sweep(START_MS + 30 * 86_400_000)).toBe(2);
    expect(await ids()).toEqual(['runs']);
  });
});

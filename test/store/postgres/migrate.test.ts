import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '../../../src/store/postgres/connection/migrate-database.ts';
import { MIGRATIONS } from '../../../src/store/postgres/connection/migrations.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { START_MS } from '../fixtures.ts';
import { describeOnServer } from './on-server.ts';
import { emptySchemaUrl, runSql, sharedServerUrl } from './server.ts';

const one = { version: 1, sql: 'create table a (x integer)' };
const two = { version: 2, sql: 'create table b (y integer); insert into b values (7)' };

const migrateTo = (url: string, migrations: readonly { version: number; sql: string }[]) =>
  migrateDatabase({ connectionString: url }, { migrations, server: 'of the test', nowMs: START_MS });

it('the migrations of PostgreSQL never change once they are merged', () => {
  const fingerprints = MIGRATIONS.map(({ version, sql }) => [
    version,
    createHash('sha256').update(sql).digest('hex').slice(0, 16),
  ]);

  // Add a line for a new migration. When an old line differs, the migration was changed: put it back.
  expect(fingerprints).toEqual([
    [1, '57daed079819d4f4'],
    [2, '5f32d207b26fe4c8'],
    [3, '558f921164b5bb56'],
    [4, 'ffd12e8dba7a53fa'],
    [5, 'e0bda4e80eac7d10'],
  ]);
});

describeOnServer('migrations', () => {
  it('run in order, each once', async () => {
    const url = await emptySchemaUrl();

    await migrateTo(url, [one]);
    await migrateTo(url, [one, two]);
    await migrateTo(url, [one, two]);

    expect(await runSql(url, 'select y from b')).toEqual([{ y: 7 }]);
    expect(await runSql(url, 'select version, applied_at_ms::text from schema_version order by version')).toEqual([
      { version: 1, applied_at_ms: '1800000000000' },
      { version: 2, applied_at_ms: '1800000000000' },
    ]);
  });

  it('that fail leave the database as it was', async () => {
    const url = await emptySchemaUrl();
    await migrateTo(url, [one]);

    const broken = { version: 2, sql: 'create table b (y integer); create table a (x integer)' };
    await expect(migrateTo(url, [one, broken])).rejects.toThrow('already exists');

    await migrateTo(url, [one, two]);
    expect(await runSql(url, 'select y from b')).toEqual([{ y: 7 }]);
  });

  it('run once when three instances start at the same instant', async () => {
    const url = await emptySchemaUrl();

    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url, now: () => START_MS })));
    for (const store of stores) onTestFinished(() => store.close());

    expect(await runSql(url, 'select version from schema_version order by version')).toEqual(
      MIGRATIONS.map(({ version }) => ({ version })),
    );
    expect(await runSql(url, 'select count(*)::integer as instances from instance')).toEqual([{ instances: 3 }]);
  });

  it('keep the history of what was logged by an earlier version', async () => {
    const url = await emptySchemaUrl();
    await migrateTo(url, MIGRATIONS.slice(0, 4));
    const turn = (seq: number, id: string, channel: string) =>
      `(${seq}, ${seq}, '${id}', '${channel}', '${channel}:ann', 'done', 1, 1, 0, false, 10, ${START_MS})`;
    await runSql(
      url,
      `insert into turn (seq, place, turn_id, channel, conversation, state, attempt, epoch, generation, is_stop_asked,
        received_at_ms, finished_at_ms) values ${turn(1, 'said', 'web')}, ${turn(2, 'plain', 'web')};
      insert into turn_log values (1, 1, 1, '[{"type":"done","seq":1}]')`,
    );

    const store = await openPostgresStore({ url, now: () => START_MS });
    onTestFinished(() => store.close());

    const ids = async () =>
      (await store.turnLog.ofConversation({ conversation: 'web:ann', limit: 10 })).turns.map(({ turnId }) => turnId);
    expect(await ids()).toEqual(['said']);
    expect(await store.sweep(START_MS + 2 * 86_400_000)).toBe(1);
    expect(await store.turn('plain')).toBeUndefined();
    expect(await store.sweep(START_MS + 30 * 86_400_000)).toBe(1);
    expect(await ids()).toEqual([]);
  });

  it('refuse a database that a newer version wrote, and say which', async () => {
    const url = await emptySchemaUrl();
    await migrateTo(url, [...MIGRATIONS, { version: 1_000, sql: '' }]);

    const opened = openPostgresStore({ url, now: () => START_MS });

    await expect(opened).rejects.toMatchObject({ code: 'data_too_new', facts: { found: 1_000, known: 5 } });
    await expect(opened).rejects.toThrow('DATABASE_URL');
  });

  it('refuse a database that cannot keep every text', async () => {
    const server = await sharedServerUrl();
    const name = `ascii_${process.pid}_${Date.now().toString(36)}`;
    await runSql(server, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    onTestFinished(async () => void (await runSql(server, `drop database ${name} with (force)`)));
    const url = new URL(server);
    url.pathname = `/${name}`;

    const opened = openPostgresStore({ url: url.href, now: () => START_MS });

    await expect(opened).rejects.toMatchObject({ code: 'data_unusable', facts: { encoding: 'SQL_ASCII' } });
    await expect(opened).rejects.toThrow("encoding 'UTF8'");
  });
});

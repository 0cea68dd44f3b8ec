import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptySchemaUrl, noOwnServer, PostgresServer } from '../../store/postgres/server.ts';
import { CHAOS_TIMEOUT_MS, isWhole, SIZE } from './size.ts';
import { expectKept, type Stage, setStage, told } from './stage.ts';

/** Telegram waits for a minute, https://github.com/tdlib/telegram-bot-api, WebhookActor.cpp, read 2026-11. */
const LONGEST_REFUSAL_MS = 15_000;
/** Longer than a statement may take. */
const LOCKED_MS = 6_000;

let stage: Stage;
let database: PostgresServer;
beforeEach(async () => {
  database = await PostgresServer.start({ settings: { max_connections: 30 } });
  stage = await setStage({
    victims: 2,
    env: {
      DATABASE_URL: await emptySchemaUrl(database.url),
      FOOTBRIDGE_SECRET: 'a secret that both share',
      LOG_LEVEL: 'fatal',
    },
  });
}, 60_000);
afterEach(async () => {
  await stage?.end();
  await database?.kill();
});

/** Lets the crowd write, does it to the database in the middle, and looks what became of the messages. */
async function during(name: string, fault: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  const written = stage.crowd.write();
  await sleep(1_000);
  await stage.witness.without(fault);
  await written;
  const tally = await stage.settled();
  process.stdout.write(told(name, stage, tally, startedMs));
  expectKept(tally, stage);
  // No process died, so every yes of the platform is remembered until it can be written down.
  expect(tally.doubled).toBe(0);
  // Refused, not left hanging, and by processes that live on.
  expect([...stage.crowd.refusals.keys()]).toEqual([503]);
  expect(stage.crowd.slowestRefusalMs).toBeLessThan(LONGEST_REFUSAL_MS);
}

describe.skipIf(noOwnServer)('a database that is away', () => {
  it(
    `for ${SIZE.databaseGoneMs / 1000} s refuses webhooks with 503 meanwhile, and loses nothing`,
    async () => {
      await during(`PostgreSQL gone for ${SIZE.databaseGoneMs / 1000} s`, async () => {
        await database.stop();
        await sleep(SIZE.databaseGoneMs);
        expect(await Promise.all(stage.victims.map(({ url }) => readiness(url)))).toEqual([
          { status: 503, store: 'cannot_write' },
          { status: 503, store: 'cannot_write' },
        ]);
        await database.startAgain();
      });
    },
    CHAOS_TIMEOUT_MS,
  );

  // The store's own tests do these every day, without services around it.
  it.runIf(isWhole)(
    'since others have all its connections refuses webhooks with 503 meanwhile, and loses nothing',
    async () => {
      await during('PostgreSQL without a free connection', async () => {
        const others = await takeEveryConnection();
        await sleep(SIZE.databaseGoneMs);
        await Promise.all(others.map((client) => client.end()));
      });
    },
    CHAOS_TIMEOUT_MS,
  );

  it.runIf(isWhole)(
    'since its tables are locked refuses webhooks with 503 meanwhile, and loses nothing',
    async () => {
      await during('PostgreSQL with its tables locked', async () => {
        const client = await connected();
        const tables = await client.query(
          `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname like 'test_%'`,
        );
        await lockAll(
          client,
          tables.rows.map(({ name }) => String(name)),
        );
        await sleep(LOCKED_MS);
        await client.end();
      });
    },
    CHAOS_TIMEOUT_MS,
  );
});

/** Locks the tables against everybody, again when somebody else was in the way. */
async function lockAll(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (;;) {
    try {
      await client.query('begin');
      await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
      return;
    } catch {
      await client.query('rollback');
    }
  }
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: 'greedy' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Cuts the services off and takes what they had, again as long as they get one back. */
async function takeEveryConnection(): Promise<pg.Client[]> {
  const first = await connected();
  const taken = [first];
  const ofServices = `from pg_stat_activity where backend_type = 'client backend' and application_name <> 'greedy'`;
  for (let round = 0; round < 50; round++) {
    await first.query(`select pg_terminate_backend(pid) ${ofServices}`);
    try {
      for (;;) taken.push(await connected());
    } catch {
      const { rows } = await first.query(`select 1 ${ofServices}`);
      if (rows.length === 0) break;
    }
  }
  return taken;
}

async function readiness(url: string | undefined): Promise<{ status: number; store: string }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, store: ((await response.json()) as { store: string }).store };
}

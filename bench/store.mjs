// The store by itself: accepts a second beside a store in memory, and what a turn costs with few and with many rows kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from '../dist/store/memory/store.js';
import { openPostgresStore } from '../dist/store/postgres/store.js';
import { openFile } from '../dist/store/sqlite/open-file.js';
import { openSqliteStore } from '../dist/store/sqlite/store.js';

import { openDatabase } from './postgres.mjs';

const ROUNDS = Number(process.env.BENCH_STORE_ROUNDS ?? 5);
const ACCEPTS = Number(process.env.BENCH_ACCEPTS ?? 10_000);
const CONVERSATIONS = 1_000;
/** Inbounds that are on their way at the same time. */
const AT_A_TIME = 256;
const BARS = { 'SQLite (durable)': 5_000, 'PostgreSQL (durable)': 2_000 };

const ROWS = (process.env.BENCH_STORE_ROWS ?? '1000,10000,100000,1000000').split(',').map(Number);
const TURNS = Number(process.env.BENCH_STORE_TURNS ?? 4_000);
const TURNS_AT_A_TIME = 16;
/** The cost of a turn is flat when it is at most this many times as much with the most rows as with the fewest. */
const FLAT = 1.3;

const folder = mkdtempSync(join(tmpdir(), 'footbridge-bench-store-'));
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const raw = JSON.stringify({ update_id: 1, message: { message_id: 1, text: 'x'.repeat(300), chat: { id: 1 } } });
let nextId = 0;
const idOf = (prefix) => `${prefix}_${Date.now().toString(36)}${(nextId++).toString(36).padStart(12, '0')}`;

function acceptanceOf(conversation, take) {
  const turnId = idOf('turn');
  return {
    ...{ turnId, channel: 'telegram', dedupeKey: turnId, conversation: `telegram:${conversation}`, raw },
    ...{ receivedAtMs: Date.now(), take },
  };
}

/** Runs `count` pieces of work, so many at a time. Gives wall time and CPU time. */
async function timed(count, atATime, work) {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / (performance.now() - startedMs)) * 1_000, cpuUs: (user + system) / count };
}

async function acceptRates() {
  const stores = { 'in memory': createMemoryStore() };
  stores['SQLite (durable)'] = await openSqliteStore({ folder: join(folder, 'accepts'), now: Date.now });
  const database = await openDatabase();
  if (database) {
    stores['PostgreSQL (durable)'] = await openPostgresStore({ url: await database.emptyUrl(), now: Date.now });
  }
  const results = {};
  for (let index = -1; index < ROUNDS; index++) {
    for (const [name, store] of Object.entries(stores)) {
      const measured = await timed(ACCEPTS, AT_A_TIME, (count) => store.accept(acceptanceOf(count % CONVERSATIONS)));
      // The first round only warms up.
      if (index >= 0) results[name] = [...(results[name] ?? []), measured];
    }
  }
  for (const store of Object.values(stores)) await store.close();
  await database?.close();
  process.stdout.write(
    `\naccepts at the Store port: ${ROUNDS} alternating rounds of ${ACCEPTS} over ${CONVERSATIONS} conversations, ${AT_A_TIME} at a time\n`,
  );
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, rounds]) => [
        name,
        {
          'accepts/s': Math.round(median(rounds.map((x) => x.perSecond))),
          'best round': Math.round(Math.max(...rounds.map((x) => x.perSecond))),
          'CPU µs/accept': Math.round(median(rounds.map((x) => x.cpuUs))),
          bar: BARS[name] ?? '-',
        },
      ]),
    ),
  );
  if (!database) process.stdout.write('PostgreSQL is measured, too, when DATABASE_URL names one.\n');
  else process.stdout.write('CPU of PostgreSQL is that of this process alone; its server has its own.\n');
}

/** Fills a file with turns that are done and messages that were delivered, `rows` of each, in the order of time. */
async function fillSqlite(data, rows) {
  await (await openSqliteStore({ folder: data, now: Date.now })).close();
  const driver = await openFile(data);
  driver.execute(`
    begin;
    insert into turn (turn_id, channel, dedupe_key, conversation, state, attempt, epoch, received_at_ms, finished_at_ms)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})
      select printf('turn_a%013d%020d', i, i), 'telegram', printf('update-a%012d', i), 'telegram:' || (i % ${CONVERSATIONS}),
        'done', 1, 1, ${Date.now() - rows} + i, ${Date.now() - rows} + i from n;
    insert into delivery (delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt, epoch,
        expires_at_ms, finished_at_ms, receipt, payload)
      select printf('dlv_a%013d%020d', seq, seq), seq, turn_id, 'telegram', conversation, conversation, 'send', 'delivered',
        1, 1, finished_at_ms, finished_at_ms, seq, '{"chat_id":1,"text":"${'x'.repeat(200)}"}' from turn;
    commit`);
  driver.close();
}

/** The same in an empty schema of PostgreSQL. */
async function fillPostgres(database, url, rows) {
  await (await openPostgresStore({ url, now: Date.now })).close();
  const at = `${Date.now() - rows} + i`;
  const conversation = `'telegram:' || (i % ${CONVERSATIONS})`;
  await database.runSql(
    url,
    `insert into turn (seq, place, turn_id, channel, dedupe_key, conversation, state, attempt, epoch, generation,
        is_stop_asked, received_at_ms, finished_at_ms)
      select i, i, 'turn_a' || i, 'telegram', 'update-a' || i, ${conversation}, 'done', 1, 1, 0, false, ${at}, ${at}
      from generate_series(1, ${rows}) as i;
    insert into delivery (seq, place, delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt,
        epoch, expires_at_ms, finished_at_ms, receipt, payload)
      select i, i, 'dlv_a' || i, i, 'turn_a' || i, 'telegram', ${conversation}, ${conversation}, 'send', 'delivered', 1,
        1, ${at}, ${at}, i::text, '{"chat_id":1,"text":"${'x'.repeat(200)}"}'
      from generate_series(1, ${rows}) as i;
    select setval('item_seq', ${rows} + 1)`,
  );
  await database.runSql(url, 'vacuum analyze');
}

/** A turn from its acceptance to the receipt of its answer: three transactions, as the service does it. */
async function oneTurn(store, conversation) {
  const take = { turns: true, deliveries: true };
  const acceptance = acceptanceOf(conversation, take);
  const { taken } = await store.accept(acceptance);
  const { turnId, channel } = acceptance;
  const delivery = {
    ...{ deliveryId: idOf('dlv'), turnId, channel, conversation: acceptance.conversation },
    ...{ lane: acceptance.conversation, kind: 'send', payload: raw, expiresAtMs: Date.now() + 86_400_000 },
  };
  const { epoch } = taken.turn;
  const ended = await store.finishTurn({
    ...{ turnId, epoch, state: 'done', deliveries: [delivery], questions: [], take },
  });
  const [work] = ended.taken.deliveries;
  await store.settle({ deliveryId: work.deliveryId, epoch: work.epoch }, { state: 'delivered', receipt: '1' }, true);
}

/** Alternating rounds over stores that keep ever more rows, and how the last compares with the first. */
async function turnCosts(name, { turns, open }) {
  const stores = [];
  for (const rows of ROWS) stores.push({ rows, store: await open(rows), rounds: [] });
  for (let index = -1; index < ROUNDS; index++) {
    for (const { store, rounds } of stores) {
      const measured = await timed(turns, TURNS_AT_A_TIME, (count) => oneTurn(store, count % CONVERSATIONS));
      if (index >= 0) rounds.push(measured);
    }
  }
  process.stdout.write(
    `\na turn at the Store port of ${name} (accept, finish, settle): ${ROUNDS} alternating rounds of ${turns}, ${TURNS_AT_A_TIME} at a time\n`,
  );
  console.table(
    Object.fromEntries(
      stores.map(({ rows, rounds }) => [
        `${rows} turns and as many messages kept`,
        {
          'CPU µs/turn': Math.round(median(rounds.map((x) => x.cpuUs))),
          'turns/s': Math.round(median(rounds.map((x) => x.perSecond))),
        },
      ]),
    ),
  );
  // A ratio is taken within a round, where the machine was equally busy for both.
  const [first, last] = [stores[0].rounds, stores.at(-1).rounds];
  const cpu = median(last.map(({ cpuUs }, round) => cpuUs / first[round].cpuUs));
  const time = median(last.map(({ perSecond }, round) => first[round].perSecond / perSecond));
  const worse = Math.max(cpu, time);
  process.stdout.write(
    `most rows ÷ fewest: CPU ${cpu.toFixed(2)}, time ${time.toFixed(2)} (${worse <= FLAT ? 'flat' : 'NOT flat'}: at most ${FLAT})\n`,
  );
  for (const { store } of stores) await store.close();
}

async function sqliteTurns() {
  await turnCosts('SQLite', {
    turns: TURNS,
    async open(rows) {
      const data = join(folder, `rows-${rows}`);
      await fillSqlite(data, rows);
      return openSqliteStore({ folder: data, now: Date.now });
    },
  });
}

async function postgresTurns() {
  const database = await openDatabase();
  if (!database) return;
  try {
    await turnCosts('PostgreSQL', {
      turns: TURNS / 4,
      async open(rows) {
        const url = await database.emptyUrl();
        await fillPostgres(database, url, rows);
        return openPostgresStore({ url, now: Date.now });
      },
    });
  } finally {
    await database.close();
  }
}

try {
  await acceptRates();
  await sqliteTurns();
  await postgresTurns();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BridgeError } from '../../../protocol/errors.ts';
import type { SetAside } from '../../set-aside.ts';
import { connectionSettings, PATIENCE } from '../connection/database.ts';
import { migrateDatabase } from '../connection/migrate-database.ts';
import { MIGRATIONS } from '../connection/migrations.ts';
import { explained, serverName } from '../connection/postgres-errors.ts';
import { HEARTBEAT } from '../instances/instance.ts';

/** A large outbox takes its time. */
const STATEMENT_MS = 10 * 60_000;

const BEATS = 'select instance_id, beat from instance order by instance_id';
const TURNS = `
  update turn set state = 'dead', reason = 'restored', finished_at_ms = $1, joined_to = null, instance_id = null,
    is_stop_asked = false
  where finished_at_ms is null`;
const DELIVERIES = `
  update delivery set state = 'dead', reason = 'restored', finished_at_ms = $1, not_before_ms = null, secret = null,
    instance_id = null
  where finished_at_ms is null`;
const FORGOTTEN = ['turn_lane', 'delivery_lane', 'bucket', 'lease', 'instance'];

/**
 * Sets aside everything that is open in a database that was restored, with the reason `restored`: since the dump was
 * made it may have been sent, or answered, and only an operator can tell. Instances that the dump knows are forgotten.
 *
 * Throws `data_in_use`, and changes nothing, while an instance runs on it; to see that takes it two heartbeats.
 */
export async function setAsideInDatabase(options: {
  url: string;
  now: () => number;
  /** Default: as long as an instance may take between two beats, and half as long again. */
  watchMs?: number;
}): Promise<SetAside> {
  const { url, now, watchMs = HEARTBEAT.everyMs * 1.5 } = options;
  const server = serverName(url);
  const settings = connectionSettings(url, PATIENCE);
  const patient = { statement_timeout: STATEMENT_MS, query_timeout: STATEMENT_MS };
  const client = new pg.Client({ ...settings, ...patient, idle_in_transaction_session_timeout: STATEMENT_MS });
  // What breaks fails the statement that runs.
  client.on('error', () => {});
  try {
    await migrateDatabase(settings, { migrations: MIGRATIONS, server, nowMs: now() });
    await client.connect();
    const before = await beatsOf(client);
    if (before !== '[]') await sleep(watchMs);
    await client.query('begin');
    // Nobody can begin or beat from here on.
    await client.query('lock table instance in exclusive mode');
    if ((await beatsOf(client)) !== before) throw isRunning(server);
    const nowMs = now();
    const turns = await client.query(TURNS, [nowMs]);
    const deliveries = await client.query(DELIVERIES, [nowMs]);
    for (const table of FORGOTTEN) await client.query(`delete from ${table}`);
    await client.query('commit');
    return { turnsAside: turns.rowCount ?? 0, deliveriesAside: deliveries.rowCount ?? 0 };
  } catch (error) {
    throw explained(error, server);
  } finally {
    await client.end();
  }
}

async function beatsOf(client: pg.Client): Promise<string> {
  return JSON.stringify((await client.query(BEATS)).rows);
}

function isRunning(server: string): BridgeError {
  return new BridgeError(
    'data_in_use',
    `Nothing was set aside: an instance runs on the database ${server}, and may have sent what is open in it. Stop every instance, restore the dump again, and run this before the first one starts.`,
    { facts: { server } },
  );
}

import type { Log } from '../../../protocol/log.ts';
import { type Retention, sweptBy } from '../../../protocol/retention.ts';
import { EXPIRED_QUESTION_KEPT_MS } from '../../limits.ts';
import { sweepBlobs } from '../blobs/sweep-blobs.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';
import { mendLanes } from './recount.ts';

/** Rows deleted in one statement. Others get their turn in between. */
const ROWS_PER_STEP = 500;
/** A bucket that has been full for so long may go; it is full again when it comes back. */
const FULL_BUCKET_KEPT_MS = 60_000;

/** Instances may sweep at the same time: each takes what the others have not locked. */
function turnsOf(name: string, which: string): Statement {
  return {
    name,
    // Which ones stands in the statement, so that the server knows which index holds these and no others.
    text: `
      delete from turn where seq in (
        select seq from turn where ${which} and finished_at_ms <= $1
        order by finished_at_ms limit ${ROWS_PER_STEP} for update skip locked)
      returning seq`,
  };
}
const DONE_TURNS = turnsOf('turn.sweep_done', `state = 'done' and not is_logged`);
const LOGGED_TURNS = turnsOf('turn.sweep_logged', `state = 'done' and is_logged`);
const DEAD_TURNS = turnsOf('turn.sweep_dead', `state = 'dead'`);
const PUSHES: Statement = {
  name: 'push.sweep',
  text: `
    delete from push where idempotency_key in (
      select idempotency_key from push where kept_at_ms <= $1
      order by kept_at_ms limit ${ROWS_PER_STEP} for update skip locked)
    returning idempotency_key`,
};
const QUESTIONS: Statement = {
  name: 'question.sweep',
  text: `
    delete from question where seq in (
      select seq from question where expires_at_ms <= $1
      order by expires_at_ms limit ${ROWS_PER_STEP} for update skip locked)
    returning seq`,
};
const DELIVERIES: Statement = {
  name: 'delivery.sweep',
  text: `
    delete from delivery where seq in (
      select seq from delivery
      where state = $1 and finished_at_ms is not null and finished_at_ms <= $2 and not exists (
        select 1 from question where question.delivery_id = delivery.delivery_id and question.expires_at_ms > $3)
      order by finished_at_ms limit ${ROWS_PER_STEP} for update skip locked)
    returning seq`,
};
const SEATS: Statement = {
  name: 'seat.sweep',
  text: `
    delete from seat where (user_id, channel, conversation) in (
      select user_id, channel, conversation from seat where last_seen_ms <= $1
      order by last_seen_ms limit ${ROWS_PER_STEP} for update skip locked)
    returning user_id`,
};
const VALUES: Statement = {
  name: 'channel_memory.sweep',
  text: `
    delete from channel_memory where (channel, name) in (
      select channel, name from channel_memory where expires_at_ms is not null and expires_at_ms <= $1
      order by expires_at_ms limit ${ROWS_PER_STEP} for update skip locked)
    returning name`,
};
const USER_CHANNELS: Statement = {
  name: 'user_channels.sweep',
  text: `
    delete from user_channels where user_id in (
      select user_id from user_channels where set_at_ms <= $1
      order by set_at_ms limit ${ROWS_PER_STEP} for update skip locked)
    returning user_id`,
};
const BUCKETS: Statement = {
  name: 'bucket.sweep',
  text: `
    delete from bucket where name in (
      select name from bucket where paid_until_ms <= $1 limit ${ROWS_PER_STEP} for update skip locked)
    returning name`,
};
const LEASES: Statement = {
  name: 'lease.sweep',
  text: `delete from lease where ends_at < clock_timestamp() - interval '1 day' returning name`,
};

/** Deletes what its retention has passed, in small steps. Gives the rows deleted, bookkeeping of the store not counted. */
export async function sweep(
  database: Database,
  { nowMs, retention, log }: { nowMs: number; retention: Retention; log: Log },
): Promise<number> {
  const { dedupeMs, deliveredMs, deadMs, peopleMs } = retention;
  const done = sweptBy(retention, nowMs);
  const steps = [
    bind(DONE_TURNS, done.plain),
    bind(LOGGED_TURNS, done.logged),
    bind(DEAD_TURNS, nowMs - deadMs),
    bind(PUSHES, nowMs - dedupeMs),
    bind(QUESTIONS, nowMs - EXPIRED_QUESTION_KEPT_MS),
    bind(DELIVERIES, 'delivered', nowMs - deliveredMs, nowMs),
    bind(DELIVERIES, 'superseded', nowMs - deliveredMs, nowMs),
    bind(DELIVERIES, 'dead', nowMs - deadMs, nowMs),
    bind(SEATS, nowMs - peopleMs),
    bind(VALUES, nowMs),
    bind(USER_CHANNELS, nowMs - peopleMs),
  ];
  let swept = 0;
  for (const step of steps) swept += await repeated(database, step);
  swept += await sweepBlobs(database, nowMs);
  await repeated(database, bind(BUCKETS, nowMs - FULL_BUCKET_KEPT_MS));
  await database.rows(bind(LEASES));
  await mendLanes(database, log);
  return swept;
}

async function repeated(database: Database, step: Query): Promise<number> {
  let swept = 0;
  for (;;) {
    const { length } = await database.rows(step);
    swept += length;
    if (length < ROWS_PER_STEP) return swept;
  }
}

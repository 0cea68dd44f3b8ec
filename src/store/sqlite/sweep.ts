import { type Retention, sweptBy } from '../../protocol/retention.ts';
import { EXPIRED_BLOB_KEPT_MS, EXPIRED_QUESTION_KEPT_MS } from '../limits.ts';
import type { Driver } from './driver.ts';

/** Rows deleted in one transaction. Others get their turn in between. */
const ROWS_PER_STEP = 500;
/** Blobs are large. */
const BLOBS_PER_STEP = 16;

/** The state stands in the statement, so that SQLite knows which index holds these and no others. */
const TURNS = (which: string) => `
  delete from turn where seq in (
    select seq from turn where ${which} and finished_at_ms <= ? order by finished_at_ms limit ${ROWS_PER_STEP})`;
const PUSHES = `
  delete from push where idempotency_key in (
    select idempotency_key from push where kept_at_ms <= ? order by kept_at_ms limit ${ROWS_PER_STEP})`;
const QUESTIONS = `
  delete from question where seq in (
    select seq from question where expires_at_ms <= ? order by expires_at_ms limit ${ROWS_PER_STEP})`;
const DELIVERIES = `
  delete from delivery where seq in (
    select seq from delivery
    where state = ? and finished_at_ms <= ? and not exists (
      select 1 from question where question.delivery_id = delivery.delivery_id and question.expires_at_ms > ?)
    order by finished_at_ms limit ${ROWS_PER_STEP})`;

const SEATS = `
  delete from seat where (user_id, channel, conversation) in (
    select user_id, channel, conversation from seat where last_seen_ms <= ? order by last_seen_ms limit ${ROWS_PER_STEP})`;
const VALUES = `
  delete from channel_memory where (channel, name) in (
    select channel, name from channel_memory where expires_at_ms is not null and expires_at_ms <= ?
    order by expires_at_ms limit ${ROWS_PER_STEP})`;
const USER_CHANNELS = `
  delete from user_channels where user_id in (
    select user_id from user_channels where set_at_ms <= ? order by set_at_ms limit ${ROWS_PER_STEP})`;
const EMPTY_BLOBS = `
  update blob_ref set hash = null where ref in (
    select ref from blob_ref where hash is not null and expires_at_ms <= ? order by expires_at_ms limit ${BLOBS_PER_STEP})`;
const BLOBS = `
  delete from blob_ref where ref in (
    select ref from blob_ref where hash is null and expires_at_ms <= ? order by expires_at_ms limit ${ROWS_PER_STEP})`;

/** Deletes what its retention has passed, in small transactions run by `transact`. Gives the rows deleted. */
export function prepareSweep(
  driver: Driver,
  { transact, retention }: { transact: (step: () => number) => Promise<number>; retention: Retention },
) {
  const doneTurns = driver.prepare(TURNS(`state = 'done' and is_logged = 0`));
  const loggedTurns = driver.prepare(TURNS(`state = 'done' and is_logged = 1`));
  const deadTurns = driver.prepare(TURNS(`state = 'dead'`));
  const pushes = driver.prepare(PUSHES);
  const questions = driver.prepare(QUESTIONS);
  const deliveries = driver.prepare(DELIVERIES);
  const seats = driver.prepare(SEATS);
  const values = driver.prepare(VALUES);
  const userChannels = driver.prepare(USER_CHANNELS);
  const emptyBlobs = driver.prepare(EMPTY_BLOBS);
  const blobs = driver.prepare(BLOBS);

  async function repeated(step: () => number, rowsPerStep: number): Promise<number> {
    for (let swept = 0; ; ) {
      const rows = await transact(step);
      swept += rows;
      if (rows < rowsPerStep) return swept;
    }
  }

  return async (nowMs: number): Promise<number> => {
    const { dedupeMs, deliveredMs, deadMs, peopleMs } = retention;
    const done = sweptBy(retention, nowMs);
    const steps = [
      () => doneTurns.run(done.plain),
      () => loggedTurns.run(done.logged),
      () => deadTurns.run(nowMs - deadMs),
      () => pushes.run(nowMs - dedupeMs),
      () => questions.run(nowMs - EXPIRED_QUESTION_KEPT_MS),
      () => deliveries.run('delivered', nowMs - deliveredMs, nowMs),
      () => deliveries.run('superseded', nowMs - deliveredMs, nowMs),
      () => deliveries.run('dead', nowMs - deadMs, nowMs),
      () => seats.run(nowMs - peopleMs),
      () => values.run(nowMs),
      () => userChannels.run(nowMs - peopleMs),
      () => blobs.run(nowMs - EXPIRED_BLOB_KEPT_MS),
    ];
    let swept = await repeated(() => emptyBlobs.run(nowMs), BLOBS_PER_STEP);
    for (const step of steps) swept += await repeated(step, ROWS_PER_STEP);
    return swept;
  };
}

import type { Retention } from '../../protocol/retention.ts';
import { EXPIRED_QUESTION_KEPT_MS } from '../limits.ts';
import type { Driver } from './driver.ts';

/** Rows deleted in one transaction. Others get their turn in between. */
const ROWS_PER_STEP = 500;

const TURNS = `
  delete from turn where seq in (
    select seq from turn where state = ? and finished_at_ms <= ? order by finished_at_ms limit ${ROWS_PER_STEP})`;
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

/** Deletes what its retention has passed, in small transactions run by `transact`. Gives the rows deleted. */
export function prepareSweep(
  driver: Driver,
  { transact, retention }: { transact: (step: () => number) => Promise<number>; retention: Retention },
) {
  const turns = driver.prepare(TURNS);
  const pushes = driver.prepare(PUSHES);
  const questions = driver.prepare(QUESTIONS);
  const deliveries = driver.prepare(DELIVERIES);
  const seats = driver.prepare(SEATS);
  const values = driver.prepare(VALUES);
  const userChannels = driver.prepare(USER_CHANNELS);
  return async (nowMs: number): Promise<number> => {
    const { dedupeMs, deliveredMs, deadMs, peopleMs } = retention;
    const steps = [
      () => turns.run('done', nowMs - dedupeMs),
      () => turns.run('dead', nowMs - deadMs),
      () => pushes.run(nowMs - dedupeMs),
      () => questions.run(nowMs - EXPIRED_QUESTION_KEPT_MS),
      () => deliveries.run('delivered', nowMs - deliveredMs, nowMs),
      () => deliveries.run('superseded', nowMs - deliveredMs, nowMs),
      () => deliveries.run('dead', nowMs - deadMs, nowMs),
      () => seats.run(nowMs - peopleMs),
      () => values.run(nowMs),
      () => userChannels.run(nowMs - peopleMs),
    ];
    let swept = 0;
    for (const step of steps) {
      for (let rows = ROWS_PER_STEP; rows === ROWS_PER_STEP; swept += rows) rows = await transact(step);
    }
    return swept;
  };
}

import type { DeliveryPolicies } from '../../protocol/pace.ts';
import { CLOCK_SLACK_MS } from '../limits.ts';
import { STOP_ASKED, STOPPED } from '../turn-reasons.ts';
import type { Driver } from './driver.ts';
import { transact } from './transact.ts';

const END_STOPPED = `
  update turn set state = 'done', reason = '${STOPPED}', finished_at_ms = ?, response = null, raw = null
  where conversation in (select name from turn_lane where running > 0)
    and finished_at_ms is null and state = 'running' and reason = '${STOP_ASKED}'
  returning seq, conversation`;
const END_JOINED = `
  update turn set state = 'done', reason = '${STOPPED}', finished_at_ms = ?, joined_to = null, raw = null
  where joined_to = ?`;
const TURNS = `
  update turn set state = 'waiting'
  where conversation in (select name from turn_lane where running > 0)
    and finished_at_ms is null and state = 'running'`;
const CHANNELS = 'select distinct channel from delivery_lane where running > 0';
const SENDING = `finished_at_ms is null and not_before_ms is null and state = 'sending'`;
const PARK = `
  update delivery set state = 'dead', reason = 'outcome_unknown', finished_at_ms = ?, secret = null
  where lane in (select name from delivery_lane where running > 0 and channel = ?) and ${SENDING} and kind = 'send'
  returning lane`;
const LEAVE = (lanes: 'turn_lane' | 'delivery_lane') => `update ${lanes} set running = running - 1 where name = ?`;
const DELIVERIES = `
  update delivery set state = 'waiting'
  where lane in (select name from delivery_lane where running > 0) and ${SENDING}`;
const LANES = (lanes: 'turn_lane' | 'delivery_lane') =>
  `update ${lanes} set waiting = waiting + running, running = 0 where running > 0`;
const EMPTY_LANES = (lanes: 'turn_lane' | 'delivery_lane') => `delete from ${lanes} where waiting = 0`;
const STRAY_HOLDS = (lanes: 'turn_lane' | 'delivery_lane') =>
  `update ${lanes} set due_ms = 0 where due_ms > 0 and held_at_ms > ?`;

/**
 * What a dead process had claimed waits again, its attempts counted; a turn that somebody had asked to stop is ended.
 * What it may have sent, and may not send twice by its policy, is dead with the reason `outcome_unknown`; an edit does
 * the same twice as once and always goes again.
 */
export function recover(
  driver: Driver,
  { policies, nowMs }: { policies: DeliveryPolicies; nowMs: number },
): { turns: number; stopped: number; deliveries: number; parked: number } {
  return transact(driver, () => {
    const stopped = endStopped(driver, nowMs);
    const turns = driver.prepare(TURNS).run();
    driver.prepare(LANES('turn_lane')).run();
    driver.prepare(EMPTY_LANES('turn_lane')).run();
    const parked = park(driver, policies, nowMs);
    const deliveries = driver.prepare(DELIVERIES).run();
    driver.prepare(LANES('delivery_lane')).run();
    driver.prepare(EMPTY_LANES('delivery_lane')).run();
    driver.prepare(STRAY_HOLDS('turn_lane')).run(nowMs + CLOCK_SLACK_MS);
    driver.prepare(STRAY_HOLDS('delivery_lane')).run(nowMs + CLOCK_SLACK_MS);
    return { turns, stopped, deliveries, parked };
  });
}

/** Somebody was told that these had stopped. */
function endStopped(driver: Driver, nowMs: number): number {
  const leave = driver.prepare(LEAVE('turn_lane'));
  const endJoined = driver.prepare(END_JOINED);
  const stopped = driver.prepare<{ seq: number; conversation: string }>(END_STOPPED).all(nowMs);
  for (const { seq, conversation } of stopped) {
    leave.run(conversation);
    endJoined.run(nowMs, seq);
  }
  return stopped.length;
}

function park(driver: Driver, policies: DeliveryPolicies, nowMs: number): number {
  const parkOf = driver.prepare<{ lane: string }>(PARK);
  const leave = driver.prepare(LEAVE('delivery_lane'));
  const channels = driver.prepare<{ channel: string }>(CHANNELS).all();
  const parked = channels
    .filter(({ channel }) => policies.of(channel).whenUnknown === 'park')
    .flatMap(({ channel }) => parkOf.all(nowMs, channel));
  for (const { lane } of parked) leave.run(lane);
  return parked.length;
}

import type { ClaimedDeliveries, DeliveryWork } from '../../protocol/kept-delivery.ts';
import type { Pace, Paced } from '../pace.ts';
import { type DeliveryRow, deliveryWorkOf, pacedOf } from '../rows/delivery-row.ts';
import type { Driver } from './driver.ts';
import { type Lanes, rowsOf } from './lanes.ts';

const CHANNELS = 'select distinct channel from delivery_lane';
const FREE_LANES = `
  select name, position from delivery_lane
  where channel = ? and waiting > 0 and running = 0 and due_ms = 0
  order by position, name limit 0 + ?`;
const HEAD = `
  select seq, delivery_id, turn_id, channel, conversation, lane, kind, attempt, epoch, expires_at_ms,
    target_delivery_id, secret, payload
  from delivery
  where lane = ? and finished_at_ms is null and not_before_ms is null order by seq limit 1`;
const START = `update delivery set state = 'sending', attempt = attempt + 1, epoch = epoch + 1 where seq = ?`;
const RECEIPT = 'select receipt from delivery where delivery_id = ?';
const DUE = `
  select seq from delivery where not_before_ms <= ? order by not_before_ms, seq limit 0 + ?`;
const JOIN_DUE = `
  update delivery set state = 'waiting', not_before_ms = null, seq = (select max(seq) + 1 from delivery)
  where seq = ? returning seq, lane, channel`;
const NEXT_DUE = 'select min(not_before_ms) as due_ms from delivery where not_before_ms > 0';

type HeadRow = DeliveryRow & { epoch: number };

export type DeliveryLanes = ReturnType<typeof prepareDeliveryLanes>;

/** Gives deliveries out of their lanes, as fast as their policies allow. */
export function prepareDeliveryLanes(driver: Driver, { lanes, pace }: { lanes: Lanes; pace: Pace }) {
  const freeLanes = driver.prepare<{ name: string; position: number }>(FREE_LANES);
  const head = driver.prepare<HeadRow>(HEAD);
  const start = driver.prepare(START);
  const receipt = driver.prepare<{ receipt: string | null }>(RECEIPT);
  const due = driver.prepare<{ seq: number }>(DUE);
  const joinDue = driver.prepare<{ seq: number; lane: string; channel: string }>(JOIN_DUE);
  const nextDue = driver.prepare<{ due_ms: number | null }>(NEXT_DUE);
  // Every channel that may have a lane. There are few, and none is ever forgotten.
  const channels = new Set(
    driver
      .prepare<{ channel: string }>(CHANNELS)
      .all()
      .map(({ channel }) => channel),
  );

  const receiptOf = (deliveryId: string | null | undefined) => deliveryId && receipt.get(deliveryId)?.receipt;

  function join(lane: string, channel: string, seq: number): void {
    channels.add(channel);
    lanes.join(lane, channel, seq);
  }

  function begin(row: HeadRow, nowMs: number): DeliveryWork {
    pace.count(pacedOf(row), nowMs);
    start.run(row.seq);
    return deliveryWorkOf(row, { epoch: row.epoch + 1, targetReceipt: receiptOf(row.target_delivery_id) });
  }

  /** The free lanes out of which something may go, in the order of their turns. A channel that has no room is left out. */
  function candidates(rows: number, nowMs: number): { name: string; position: number }[] {
    const found = [];
    for (const channel of channels) {
      const room = Math.min(rows, pace.room(channel, nowMs));
      if (room > 0) found.push(...freeLanes.all(channel, room));
    }
    if (channels.size > 1) found.sort((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1));
    return found.slice(0, rows);
  }

  /** Begins what may go out of these lanes. Gives false when none of them changed. */
  function beginIn(names: readonly { name: string }[], nowMs: number, begun: DeliveryWork[]): boolean {
    let hasChanged = false;
    for (const { name } of names) {
      const row = head.get(name);
      const refusal = row && pace.refusal(pacedOf(row), nowMs);
      if (refusal?.scope === 'lane') lanes.delay(name, nowMs + refusal.waitMs, nowMs);
      if (refusal?.scope === 'wider' || !row) continue;
      hasChanged = true;
      if (refusal) continue;
      lanes.start(name);
      begun.push(begin(row, nowMs));
    }
    return hasChanged;
  }

  /** Milliseconds until the first thing that is held back may go. Nothing when nothing is. */
  function waitMs(nowMs: number): number | undefined {
    const waits = [lanes.nextDueMs(), nextDue.get()?.due_ms ?? undefined].flatMap((timeMs) =>
      timeMs === undefined ? [] : [Math.max(0, timeMs - nowMs)],
    );
    for (const channel of channels) {
      const waitMs = pace.waitMsOf(channel, nowMs);
      if (waitMs > 0 && freeLanes.get(channel, 1)) waits.push(waitMs);
    }
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  return {
    receiptOf,
    join,

    /** A new item runs at once if the lane is empty and its pace allows it. */
    enter(item: Paced, nowMs: number): 'runs' | 'too_fast' | 'not_empty' {
      if (pace.refusal(item, nowMs)) return 'too_fast';
      if (!lanes.enter(item.lane, item.channel)) return 'not_empty';
      channels.add(item.channel);
      pace.count(item, nowMs);
      return 'runs';
    },

    /** The only item that ran in the lane is done: gives the next one as claimed, if it can go now. */
    pass(lane: string, nowMs: number): DeliveryWork | undefined {
      if (!lanes.pass(lane)) return undefined;
      const row = head.get(lane);
      if (row && !pace.refusal(pacedOf(row), nowMs)) return begin(row, nowMs);
      lanes.unpass(lane);
      return undefined;
    },

    claim(limit: number, nowMs: number): ClaimedDeliveries {
      const rows = rowsOf(limit);
      for (const { seq } of due.all(nowMs, rows)) {
        const joined = joinDue.get(seq);
        if (joined) join(joined.lane, joined.channel, joined.seq);
      }
      lanes.endHolds(nowMs, rows);
      const deliveries: DeliveryWork[] = [];
      while (deliveries.length < rows) {
        const found = candidates(rows - deliveries.length, nowMs);
        if (found.length === 0 || !beginIn(found, nowMs, deliveries)) break;
      }
      if (deliveries.length >= rows) return { deliveries };
      const wait = waitMs(nowMs);
      return wait === undefined ? { deliveries } : { deliveries, waitMs: wait };
    },
  };
}

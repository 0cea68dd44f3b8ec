import { CLOCK_SLACK_MS } from '../../limits.ts';
import type { Transaction } from '../connection/database.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';
import { type LaneKind, type LaneRow, LockedLanes } from './lanes.ts';

/** Most items of one claim, far above what a process handles at a time. */
const MAX_ROWS = 10_000;

interface HoldStatements {
  due: Statement;
  clockBack: Statement;
}

/** Lanes that somebody else has locked are left to him: he looks after them. */
function statementsOf(table: LaneKind): HoldStatements {
  const endHolds = (name: string, isOver: string): Statement => ({
    name: `${table}.${name}`,
    text: `
      update ${table} set due_ms = 0, position = nextval('item_seq') where name in (
        select name from ${table} where due_ms > 0 and ${isOver} order by due_ms limit $2 for update skip locked)`,
  });
  return {
    due: endHolds('end_holds', 'due_ms <= $1 and waiting > 0 and running = 0'),
    clockBack: endHolds('end_holds_since', 'held_at_ms > $1'),
  };
}

const HOLDS: Readonly<Record<LaneKind, HoldStatements>> = {
  turn_lane: statementsOf('turn_lane'),
  delivery_lane: statementsOf('delivery_lane'),
};

const FREE_TURN_LANES: Statement = {
  name: 'turn_lane.free',
  text: `
    select name, waiting, running, due_ms, held_at_ms, position from turn_lane
    where waiting > 0 and running = 0 and due_ms = 0
    order by position limit $1 for update skip locked`,
};
const CHANNELS: Statement = {
  name: 'delivery_lane.channels',
  // One look into the index for each channel, however many lanes are free.
  text: `
    with recursive found (channel) as (
      (select channel from delivery_lane where waiting > 0 and running = 0 and due_ms = 0 order by channel limit 1)
      union all
      select (
        select channel from delivery_lane
        where waiting > 0 and running = 0 and due_ms = 0 and delivery_lane.channel > found.channel
        order by channel limit 1)
      from found where found.channel is not null)
    select channel from found where channel is not null`,
};
const FREE_DELIVERY_LANES: Statement = {
  name: 'delivery_lane.free',
  text: `
    select lane.* from json_to_recordset($1) as asked (channel text, number integer)
      cross join lateral (
        select name, channel, waiting, running, due_ms, held_at_ms, position from delivery_lane
        where waiting > 0 and running = 0 and due_ms = 0 and delivery_lane.channel = asked.channel
        order by position limit asked.number for update skip locked
      ) as lane
    order by lane.position`,
};

/** A limit as PostgreSQL reads it. */
export function rowsOf(limit: number): number {
  return Math.max(0, Math.min(Math.floor(limit), MAX_ROWS));
}

/** Lanes whose hold is over are free again; at most `rows` of them. So are those that were held before the clock was set back. */
export function endHolds(table: LaneKind, nowMs: number, rows: number): Query[] {
  const { due, clockBack } = HOLDS[table];
  return [bind(clockBack, nowMs + CLOCK_SLACK_MS, rows), bind(due, nowMs, rows)];
}

/** Locks lanes of turns in which one can run now, those first whose turn it is. */
export async function lockFreeTurnLanes(transaction: Transaction, rows: number): Promise<LockedLanes> {
  return new LockedLanes('turn_lane', await transaction.rows<LaneRow>(bind(FREE_TURN_LANES, rows)));
}

/** The channels for which something can go out now, as far as their lanes say. */
export async function freeChannels(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.rows<{ channel: string }>(bind(CHANNELS));
  return rows.map(({ channel }) => channel);
}

/** Locks lanes of deliveries in which one can go out now, up to a number for each channel. */
export async function lockFreeDeliveryLanes(
  transaction: Transaction,
  asked: readonly { channel: string; number: number }[],
): Promise<LockedLanes> {
  const rows = asked.length > 0 ? await transaction.rows<LaneRow>(bindRows(FREE_DELIVERY_LANES, asked)) : [];
  return new LockedLanes('delivery_lane', rows);
}

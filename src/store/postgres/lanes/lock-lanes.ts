import type { Transaction } from '../connection/database.ts';
import { bind, bindRows, type Statement } from '../connection/sql.ts';
import { type LaneKind, type LaneRow, LockedLanes } from './lanes.ts';

const LOCK_CONVERSATIONS: Statement = {
  name: 'turn_lane.lock_conversations',
  text: `
    insert into turn_lane (name, waiting, running, due_ms, held_at_ms, position)
    select distinct coalesce(alias.current_name, asked.name), 0, 0, 0, 0, 0
    from unnest($1::text[]) as asked (name) left join conversation_alias as alias on alias.name = asked.name
    order by 1
    on conflict (name) do update set waiting = turn_lane.waiting
    returning name, waiting, running, due_ms, held_at_ms, position`,
};
const LOCK_EXACT: Statement = {
  name: 'turn_lane.lock_exact',
  text: `
    insert into turn_lane (name, waiting, running, due_ms, held_at_ms, position)
    select distinct asked.name, 0, 0, 0, 0, 0 from unnest($1::text[]) as asked (name) order by 1
    on conflict (name) do update set waiting = turn_lane.waiting
    returning name, waiting, running, due_ms, held_at_ms, position`,
};
const LOCK_TURNS: Statement = {
  name: 'turn_lane.lock_turns',
  text: `
    select name, waiting, running, due_ms, held_at_ms, position from turn_lane
    where name in (select conversation from turn where turn_id = any($1::text[]))
    order by name for update`,
};
const LOCK_NAMED: Statement = {
  name: 'delivery_lane.lock_named',
  text: `
    insert into delivery_lane (name, channel, waiting, running, due_ms, held_at_ms, position)
    select name, channel, 0, 0, 0, 0, 0 from json_to_recordset($1) as asked (name text, channel text)
    order by name
    on conflict (name) do update set waiting = delivery_lane.waiting
    returning name, channel, waiting, running, due_ms, held_at_ms, position`,
};
const LOCK_DELIVERIES: Statement = {
  name: 'delivery_lane.lock_deliveries',
  text: `
    select name, channel, waiting, running, due_ms, held_at_ms, position from delivery_lane
    where name in (select lane from delivery where delivery_id = any($1::text[]))
    order by name for update`,
};

/** Locks the lanes of conversations, under the names that these have today, whether anything is in them or not. */
export async function lockConversations(transaction: Transaction, names: Iterable<string>): Promise<LockedLanes> {
  const rows = await transaction.rows<LaneRow>(bind(LOCK_CONVERSATIONS, [...new Set(names)]));
  return new LockedLanes('turn_lane', rows);
}

/** Locks lanes of turns under these very names, whether anything is in them or not. */
export async function lockTurnLanes(transaction: Transaction, names: readonly string[]): Promise<LockedLanes> {
  return new LockedLanes('turn_lane', await transaction.rows<LaneRow>(bind(LOCK_EXACT, names)));
}

/** Locks the lanes in which these turns stand. One that stands in none of them is not open. */
export async function lockLanesOfTurns(transaction: Transaction, turnIds: readonly string[]): Promise<LockedLanes> {
  return locked(transaction, 'turn_lane', LOCK_TURNS, turnIds);
}

/** Locks lanes of deliveries, whether anything is in them or not. */
export async function lockDeliveryLanes(
  transaction: Transaction,
  lanes: Iterable<{ lane: string; channel: string }>,
): Promise<LockedLanes> {
  const asked = new Map<string, { name: string; channel: string }>();
  for (const { lane, channel } of lanes) if (!asked.has(lane)) asked.set(lane, { name: lane, channel });
  if (asked.size === 0) return new LockedLanes('delivery_lane', []);
  const rows = await transaction.rows<LaneRow>(bindRows(LOCK_NAMED, [...asked.values()]));
  return new LockedLanes('delivery_lane', rows);
}

/** Locks the lanes in which these deliveries stand. */
export async function lockLanesOfDeliveries(transaction: Transaction, ids: readonly string[]): Promise<LockedLanes> {
  return locked(transaction, 'delivery_lane', LOCK_DELIVERIES, ids);
}

async function locked(
  transaction: Transaction,
  kind: LaneKind,
  statement: Statement,
  ids: readonly string[],
): Promise<LockedLanes> {
  if (ids.length === 0) return new LockedLanes(kind, []);
  return new LockedLanes(kind, await transaction.rows<LaneRow>(bind(statement, ids)));
}

import type { DeadItem, DeadPage } from '../../../protocol/dead-item.ts';
import { cursorOf, placeOf } from '../../dead-cursor.ts';
import { type DeadRow, deadItemOf } from '../../rows/dead-row.ts';
import type { Database, Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { notify, tellWork } from '../instances/wake-ups.ts';
import { rowsOf } from '../lanes/free-lanes.ts';
import { lockConversations, lockDeliveryLanes } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';
import { forgetLogs } from '../turn-log/entries.ts';
import { forgetReports } from '../turn-log/render-status.ts';

type Kind = DeadItem['kind'];

function pageOf(table: Kind): Statement {
  return {
    name: `${table}.dead_page`,
    text: `
      select ${table}_id as id, turn_id, channel, conversation, attempt, reason, finished_at_ms, place from ${table}
      where state = 'dead' and finished_at_ms is not null and ($1::text is null or channel = $1)
        and (finished_at_ms, place) < ($2, $3)
      order by finished_at_ms desc, place desc limit $4`,
  };
}
function dropOf(table: Kind): Statement {
  return {
    name: `${table}.drop_dead`,
    text: `delete from ${table} where ${table}_id = $1 and state = 'dead' returning seq`,
  };
}
const PAGE: Readonly<Record<Kind, Statement>> = { turn: pageOf('turn'), delivery: pageOf('delivery') };
const DROP: Readonly<Record<Kind, Statement>> = { turn: dropOf('turn'), delivery: dropOf('delivery') };

const DEAD_TURN: Statement = {
  name: 'turn.dead',
  text: `select conversation from turn where turn_id = $1 and state = 'dead'`,
};
const RETRY_TURN: Statement = {
  name: 'turn.retry',
  text: `
    update turn set state = 'waiting', attempt = 0, reason = null, finished_at_ms = null, is_stop_asked = false,
      is_logged = false, conversation = $2, place = $3
    where turn_id = $1 and state = 'dead' returning seq`,
};
const DEAD_DELIVERY: Statement = {
  name: 'delivery.dead',
  text: `select lane, channel from delivery where delivery_id = $1 and state = 'dead'`,
};
const RETRY_DELIVERY: Statement = {
  name: 'delivery.retry',
  text: `
    update delivery set state = 'waiting', attempt = 0, reason = null, finished_at_ms = null, expires_at_ms = $2,
      place = $3
    where delivery_id = $1 and lane = $4 and state = 'dead' returning seq`,
};

/** A page of dead items, latest first. */
export async function deadPage(
  database: Database,
  query: { kind: Kind; limit: number; channel?: string; cursor?: string },
): Promise<DeadPage> {
  const place = placeOf(query.cursor);
  const limit = rowsOf(query.limit);
  const rows = await database.rows<DeadRow & { place: number }>(
    bind(PAGE[query.kind], query.channel ?? null, place.diedAtMs, place.seq, limit + 1),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => deadItemOf(query.kind, row)),
    ...(last && rows.length > page.length && { cursor: cursorOf({ diedAtMs: last.finished_at_ms, seq: last.place }) }),
  };
}

/** Deletes a dead item. Gives whether there was one. */
export async function dropDead(database: Database, { kind, id }: { kind: Kind; id: string }): Promise<boolean> {
  return (await database.rows(bind(DROP[kind], id))).length > 0;
}

/** Lets a dead turn wait again, at the end of its lane. */
export async function retryTurn(
  transaction: Transaction,
  { id }: { id: string },
  context: StoreContext,
): Promise<Plan<boolean>> {
  const [dead] = await transaction.rows<{ conversation: string }>(bind(DEAD_TURN, id));
  if (!dead) return { result: false, writes: [] };
  const [lanes, places] = await Promise.all([
    lockConversations(transaction, [dead.conversation]),
    Places.draw(transaction, 1),
  ]);
  const [conversation = ''] = lanes.names();
  const place = places.next();
  const retried = await transaction.rows<{ seq: number }>(bind(RETRY_TURN, id, conversation, place));
  if (retried.length > 0) lanes.join(conversation, place);
  const seqs = retried.map(({ seq }) => seq);
  const forgetting = retried.length > 0 ? [forgetLogs(seqs), forgetReports(seqs)] : [];
  return waitingAgain(retried.length > 0, [...lanes.writes(), ...forgetting], context);
}

/** Lets a dead delivery wait again, at the end of its lane. */
export async function retryDelivery(
  transaction: Transaction,
  { id, expiresAtMs }: { id: string; expiresAtMs: number },
  context: StoreContext,
): Promise<Plan<boolean>> {
  const [dead] = await transaction.rows<{ lane: string; channel: string }>(bind(DEAD_DELIVERY, id));
  if (!dead) return { result: false, writes: [] };
  const [lanes, places] = await Promise.all([lockDeliveryLanes(transaction, [dead]), Places.draw(transaction, 1)]);
  const place = places.next();
  const retried = await transaction.rows(bind(RETRY_DELIVERY, id, expiresAtMs, place, dead.lane));
  if (retried.length > 0) lanes.join(dead.lane, place);
  return waitingAgain(retried.length > 0, lanes.writes(), context);
}

function waitingAgain(isRetried: boolean, writes: Plan<boolean>['writes'], context: StoreContext): Plan<boolean> {
  if (!isRetried) return { result: false, writes };
  return {
    result: true,
    writes: [...writes, notify({ type: 'work', from: context.instanceId() })],
    onCommitted: () => tellWork(context),
  };
}

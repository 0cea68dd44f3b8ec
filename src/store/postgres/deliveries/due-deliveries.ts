import type { Transaction } from '../connection/database.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';
import { lockDeliveryLanes } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';

const DUE: Statement = {
  name: 'delivery.due',
  text: `
    select seq, lane, channel from delivery where state = 'scheduled' and not_before_ms <= $1
    order by not_before_ms, seq limit $2`,
};
const STILL_DUE: Statement = {
  name: 'delivery.still_due',
  text: `
    select seq, lane from delivery where seq = any($1::bigint[]) and state = 'scheduled'
    order by not_before_ms, seq for update`,
};
const JOIN: Statement = {
  name: 'delivery.join',
  text: `
    update delivery set state = 'waiting', not_before_ms = null, place = row.place
    from json_to_recordset($1) as row (seq bigint, place bigint) where delivery.seq = row.seq`,
};

/** Lets scheduled deliveries whose time has come join their lanes, at the end; at most `limit` of them. */
export async function joinDue(
  transaction: Transaction,
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<void> {
  const due = await transaction.rows<{ seq: number; lane: string; channel: string }>(bind(DUE, nowMs, limit));
  if (due.length === 0) return;
  const locking = lockDeliveryLanes(transaction, due);
  // Another instance may have been faster, or they were moved, cancelled or erased; from here on they cannot be.
  const reading = transaction.rows<{ seq: number; lane: string }>(
    bind(
      STILL_DUE,
      due.map(({ seq }) => seq),
    ),
  );
  const [lanes, still, places] = await Promise.all([locking, reading, Places.draw(transaction, due.length)]);
  const joining = still.filter(({ lane }) => lanes.has(lane));
  const rows = joining.map(({ seq, lane }) => {
    const place = places.next();
    lanes.join(lane, place);
    return { seq, place };
  });
  const writes: Query[] = [...(rows.length > 0 ? [bindRows(JOIN, rows)] : []), ...lanes.writes()];
  await Promise.all(writes.map((query) => transaction.rows(query)));
}

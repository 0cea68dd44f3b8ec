import type { DeliveryWork } from '../../../protocol/kept-delivery.ts';
import { type DeliveryRow, deliveryWorkOf } from '../../rows/delivery-row.ts';
import type { Transaction } from '../connection/database.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';

const COLUMNS = `
  item.seq, item.delivery_id, item.turn_id, item.channel, item.conversation, item.lane, item.kind, item.attempt,
  item.expires_at_ms, item.target_delivery_id, item.secret, item.payload, target.receipt as target_receipt`;
const HEADS: Statement = {
  name: 'delivery.heads',
  text: `
    select ${COLUMNS}
    from unnest($1::text[]) as lane (name)
      cross join lateral (
        select * from delivery where delivery.lane = lane.name and delivery.state = 'waiting' order by place limit 1
      ) as item
      left join delivery as target on target.delivery_id = item.target_delivery_id`,
};
const START: Statement = {
  name: 'delivery.start',
  text: `
    update delivery set state = 'sending', attempt = attempt + 1, epoch = $3, instance_id = $2
    where seq = any($1::bigint[])`,
};

/** The first delivery that waits in its lane. */
export type HeadRow = DeliveryRow & { target_receipt: string | null };

/** The heads of lanes, in no order. To be asked for behind the locks of these. */
export async function headsOf(transaction: Transaction, lanes: readonly string[]): Promise<HeadRow[]> {
  return lanes.length === 0 ? [] : transaction.rows<HeadRow>(bind(HEADS, lanes));
}

/** The head as it is once it was claimed. */
export function workOf(row: HeadRow, epoch: number): DeliveryWork {
  return deliveryWorkOf(row, { epoch, targetReceipt: row.target_receipt });
}

/** Writes that heads were claimed. */
export function startWrites(heads: readonly HeadRow[], claim: { instanceId: number; epoch: number }): Query[] {
  return heads.length > 0
    ? [
        bind(
          START,
          heads.map(({ seq }) => seq),
          claim.instanceId,
          claim.epoch,
        ),
      ]
    : [];
}

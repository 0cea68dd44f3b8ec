import { bind, type Query, type Statement } from '../connection/sql.ts';

const FAIL: Statement = {
  name: 'delivery.fail_delivered',
  text: `
    with failed as (
      update delivery set state = 'dead', reason = $3, finished_at_ms = $4
      where delivery_id = $1 and channel = $2 and state = 'delivered' returning 1)
    select 1 as yes from failed
    union all
    select 1 from delivery where delivery_id = $1 and channel = $2 and state = 'dead'`,
};

/** Gives a row when the delivery is dead now. One that is delivered is in no lane, so no lane is locked. */
export function failDelivered(
  { channel, deliveryId, reason }: { channel: string; deliveryId: string; reason: string },
  nowMs: number,
): Query {
  return bind(FAIL, deliveryId, channel, reason, nowMs);
}

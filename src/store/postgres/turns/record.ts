import type { TurnRecord } from '../../../protocol/store.ts';
import { type DeliveryRecordRow, deliveryRecordOf } from '../../rows/delivery-row.ts';
import { joinedTurnIn, STOP_ASKED } from '../../turn-reasons.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';

const TURN: Statement = {
  name: 'turn.record',
  text: 'select seq, state, reason, is_stop_asked from turn where turn_id = $1',
};
const DELIVERIES: Statement = {
  name: 'delivery.records',
  text: `
    select delivery_id, channel, kind, state, payload, receipt, reason from delivery where turn_seq = $1 order by place`,
};

interface TurnRow {
  seq: number;
  state: TurnRecord['state'];
  reason: string | null;
  is_stop_asked: boolean;
}

/** What is known of a turn and of what it said. */
export async function recordOf(database: Database, turnId: string): Promise<TurnRecord | undefined> {
  const [turn] = await database.rows<TurnRow>(bind(TURN, turnId));
  if (!turn) return undefined;
  const deliveries = await database.rows<DeliveryRecordRow>(bind(DELIVERIES, turn.seq));
  const reason = turn.state === 'running' && turn.is_stop_asked ? STOP_ASKED : (turn.reason ?? undefined);
  const joinedTo = joinedTurnIn(reason);
  return {
    turnId,
    state: turn.state,
    deliveries: deliveries.map(deliveryRecordOf),
    ...(joinedTo !== undefined ? { joinedTo } : reason !== undefined && { reason }),
  };
}

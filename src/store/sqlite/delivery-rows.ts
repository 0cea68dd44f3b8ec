import type { DeliveryRecord, DeliveryState, DeliveryWork } from '../../protocol/store.ts';

/** The columns of a delivery that is to be claimed. */
export const WORK_COLUMNS = `
  seq, delivery_id, turn_id, channel, conversation, lane, kind, attempt, epoch, expires_at_ms, target_delivery_id,
  secret, payload`;

export interface WorkRow {
  seq: number;
  delivery_id: string;
  turn_id: string;
  channel: string;
  conversation: string;
  lane: string;
  kind: 'send' | 'edit';
  attempt: number;
  epoch: number;
  expires_at_ms: number;
  target_delivery_id: string | null;
  secret: string | null;
  payload: string;
}

export interface RecordRow {
  delivery_id: string;
  channel: string;
  kind: 'send' | 'edit';
  state: DeliveryState;
  payload: string;
  receipt: string | null;
  reason: string | null;
}

/** A row as it is once it has been claimed. */
export function workOf(row: WorkRow, targetReceipt: string | null | undefined): DeliveryWork {
  const work: DeliveryWork = {
    deliveryId: row.delivery_id,
    epoch: row.epoch + 1,
    turnId: row.turn_id,
    channel: row.channel,
    conversation: row.conversation,
    lane: row.lane,
    kind: row.kind,
    payload: row.payload,
    attempt: row.attempt + 1,
    expiresAtMs: row.expires_at_ms,
  };
  if (typeof targetReceipt === 'string') work.targetReceipt = targetReceipt;
  if (row.secret !== null) work.secret = row.secret;
  return work;
}

export function recordOf(row: RecordRow): DeliveryRecord {
  const record: DeliveryRecord = {
    deliveryId: row.delivery_id,
    channel: row.channel,
    kind: row.kind,
    state: row.state,
    payload: row.payload,
  };
  if (row.receipt !== null) record.receipt = row.receipt;
  if (row.reason !== null) record.reason = row.reason;
  return record;
}

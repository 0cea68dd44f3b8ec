import type { DeliveryState } from '../../protocol/delivery-state.ts';
import type { DeliveryRecord, DeliveryWork } from '../../protocol/kept-delivery.ts';
import type { Paced } from '../pace.ts';

/** A delivery that is to be claimed, as both SQL stores keep it. */
export interface DeliveryRow {
  seq: number;
  delivery_id: string;
  turn_id: string;
  channel: string;
  conversation: string;
  lane: string;
  kind: 'send' | 'edit';
  attempt: number;
  expires_at_ms: number;
  target_delivery_id: string | null;
  secret: string | null;
  payload: string;
}

/** What is told of a delivery. */
export interface DeliveryRecordRow {
  delivery_id: string;
  channel: string;
  kind: 'send' | 'edit';
  state: DeliveryState;
  payload: string;
  receipt: string | null;
  reason: string | null;
}

/** The delivery as it is once it was claimed, under this epoch. */
export function deliveryWorkOf(
  row: DeliveryRow,
  { epoch, targetReceipt }: { epoch: number; targetReceipt: string | null | undefined },
): DeliveryWork {
  const work: DeliveryWork = {
    deliveryId: row.delivery_id,
    epoch,
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

/** The delivery, as far as its pace goes. */
export function pacedOf({ channel, lane, expires_at_ms: expiresAtMs }: DeliveryRow): Paced {
  return { channel, lane, expiresAtMs };
}

export function deliveryRecordOf(row: DeliveryRecordRow): DeliveryRecord {
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

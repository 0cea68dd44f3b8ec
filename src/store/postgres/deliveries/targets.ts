import type { Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';

const RECEIPTS: Statement = {
  name: 'delivery.receipts',
  text: `select delivery_id, receipt from delivery where delivery_id = any($1::text[]) and receipt is not null`,
};
const WAITING_EDITS: Statement = {
  name: 'delivery.waiting_edits',
  text: `
    select seq, lane, target_delivery_id from delivery
    where target_delivery_id = any($1::text[]) and state = 'waiting' and kind = 'edit'`,
};

/** An edit that is kept and waits. */
export interface WaitingEdit {
  seq: number;
  lane: string;
  target_delivery_id: string;
}

/** What is known of the messages that edits change. */
export interface Targets {
  receipts: Map<string, string>;
  waitingEdits: WaitingEdit[];
}

/** An edit, or a message that is none. */
interface MaybeEdit {
  kind: 'send' | 'edit';
  targetDeliveryId?: string | undefined;
}

/** Reads what the targets of these edits are called at the platform, and which other edits of them still wait. */
export async function readTargets(transaction: Transaction, deliveries: readonly MaybeEdit[]): Promise<Targets> {
  const ids = [...new Set(deliveries.flatMap(({ targetDeliveryId }) => targetDeliveryId ?? []))];
  if (ids.length === 0) return { receipts: new Map(), waitingEdits: [] };
  const [receipts, waitingEdits] = await Promise.all([
    transaction.rows<{ delivery_id: string; receipt: string }>(bind(RECEIPTS, ids)),
    transaction.rows<WaitingEdit>(bind(WAITING_EDITS, ids)),
  ]);
  return { receipts: new Map(receipts.map((row) => [row.delivery_id, row.receipt])), waitingEdits };
}

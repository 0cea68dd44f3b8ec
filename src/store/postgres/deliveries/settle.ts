import type { DeliveryClaim, DeliveryWork, Settlement } from '../../../protocol/kept-delivery.ts';
import type { Freed } from '../../../protocol/store.ts';
import { Buckets } from '../../buckets.ts';
import { deliveryClaimLost } from '../../faults.ts';
import { Pace } from '../../pace.ts';
import { pacedOf } from '../../rows/delivery-row.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { type Claim, Outdated } from '../connection/postgres-errors.ts';
import { bind, bindRows, type Statement, type WrittenRow } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { newEpoch } from '../instances/new-epoch.ts';
import { bucketWrites, lockBuckets } from '../lanes/lock-buckets.ts';
import { lockLanesOfDeliveries } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';
import type { Outcome } from '../outcome.ts';
import { type HeadRow, headsOf, startWrites, workOf } from './delivery-work.ts';

const READ: Statement = {
  name: 'delivery.read',
  text: 'select seq, delivery_id, lane, channel, state, epoch from delivery where delivery_id = any($1::text[])',
};
const END: Statement = {
  name: 'delivery.end',
  text: `
    update delivery set state = row.state, receipt = row.receipt, reason = row.reason, finished_at_ms = $2,
      instance_id = null, secret = null
    from json_to_recordset($1) as row (seq bigint, state text, receipt text, reason text)
    where delivery.seq = row.seq`,
};
const PUT_BACK: Statement = {
  name: 'delivery.put_back',
  text: `
    update delivery set state = 'waiting', reason = row.reason, payload = coalesce(row.payload, delivery.payload),
      expires_at_ms = coalesce(row.expires_at_ms, delivery.expires_at_ms), instance_id = null
    from json_to_recordset($1) as row (seq bigint, reason text, payload text, expires_at_ms bigint)
    where delivery.seq = row.seq`,
};

/** One settlement as it was asked for. */
export interface AskedSettlement {
  claim: DeliveryClaim;
  settlement: Settlement;
  takeNext: boolean;
}

export type Settled = Freed & { next?: DeliveryWork };

/** A delivery as it is while its lane is locked. */
export interface SettledRow {
  seq: number;
  delivery_id: string;
  lane: string;
  channel: string;
  state: string;
  epoch: number;
}

/** To be asked for behind the locks of their lanes. */
export async function readDeliveries(transaction: Transaction, ids: readonly string[]): Promise<SettledRow[]> {
  return ids.length === 0 ? [] : transaction.rows<SettledRow>(bind(READ, ids));
}

/** Ends deliveries or lets them wait, in order. */
export async function settleAll(
  transaction: Transaction,
  asked: readonly AskedSettlement[],
  context: StoreContext,
): Promise<Plan<Outcome<Settled>[]>> {
  const nowMs = context.now();
  const ids = asked.map(({ claim }) => claim.deliveryId);
  const locking = lockLanesOfDeliveries(transaction, ids);
  const reading = readDeliveries(transaction, ids);
  const drawing = Places.draw(transaction, asked.length);
  const [lanes, rows, places] = await Promise.all([locking, reading, drawing]);
  const found = new Map(rows.map((row) => [row.delivery_id, row]));

  /** The lanes that give another one. */
  const passing = asked.flatMap(({ claim, settlement, takeNext }) => {
    const row = found.get(claim.deliveryId);
    const mayPass = takeNext && settlement.state !== 'waiting' && row && lanes.has(row.lane);
    return mayPass && lanes.canPass(row.lane) ? [row] : [];
  });
  const names = passing.flatMap((row) => new Pace(context.policies, new Buckets()).bucketsOf(row));
  const [buckets, heads] = await Promise.all([
    lockBuckets(transaction, names),
    headsOf(transaction, [...new Set(passing.map(({ lane }) => lane))]),
  ]);
  const pace = new Pace(context.policies, buckets);
  const headOf = new Map(heads.map((head) => [head.lane, head]));
  const ended: (WrittenRow & { receipt: string | null })[] = [];
  const putBack: WrittenRow[] = [];
  const epoch = newEpoch();
  const started: HeadRow[] = [];
  const receipts = new Map<string, string>();

  function settle({ claim, settlement, takeNext }: AskedSettlement): Outcome<Settled> {
    const row = found.get(claim.deliveryId);
    if (row?.state !== 'sending' || row.epoch !== claim.epoch) {
      return context.doubts.settlementOf(claim, settlement, row) ?? { refused: deliveryClaimLost(claim.deliveryId) };
    }
    // It was given a new address while its lane was waited for.
    if (!lanes.has(row.lane)) throw new Outdated();
    row.state = settlement.state;
    const reason = 'reason' in settlement ? settlement.reason : null;
    if (settlement.state === 'waiting') {
      const { payload = null, expiresAtMs = null } = settlement;
      putBack.push({ seq: row.seq, reason, payload, expires_at_ms: expiresAtMs });
      lanes.hold(row.lane, settlement.atMs, nowMs);
      return { result: { laneWaits: false } };
    }
    const receipt = 'receipt' in settlement ? (settlement.receipt ?? null) : null;
    ended.push({ seq: row.seq, state: settlement.state, receipt, reason });
    if (receipt !== null) receipts.set(row.delivery_id, receipt);
    const next = takeNext && lanes.canPass(row.lane) ? headOf.get(row.lane) : undefined;
    if (!next || pace.refusal(pacedOf(next), nowMs))
      return { result: { laneWaits: lanes.leave(row.lane, places.next()) } };
    lanes.pass(row.lane);
    pace.count(pacedOf(next), nowMs);
    headOf.delete(row.lane);
    started.push(next);
    // The message that it edits may have been delivered just now.
    const receiptOfTarget = next.target_delivery_id === null ? undefined : receipts.get(next.target_delivery_id);
    return {
      result: {
        laneWaits: false,
        next: { ...workOf(next, epoch), ...(receiptOfTarget !== undefined && { targetReceipt: receiptOfTarget }) },
      },
    };
  }

  const result = asked.map(settle);
  const claims = started.map((head): Claim => ({ kind: 'delivery', id: head.delivery_id, epoch }));
  return {
    result,
    claims,
    writes: [
      ...(ended.length > 0 ? [bindRows(END, ended, nowMs)] : []),
      ...(putBack.length > 0 ? [bindRows(PUT_BACK, putBack)] : []),
      ...startWrites(started, { instanceId: context.instanceId(), epoch }),
      ...lanes.writes(),
      ...bucketWrites(buckets),
    ],
  };
}

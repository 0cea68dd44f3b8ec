import type { DeliveryWork, NewDelivery } from '../../../protocol/kept-delivery.ts';
import type { DeliveryPolicies } from '../../../protocol/pace.ts';
import { Buckets } from '../../buckets.ts';
import { Pace } from '../../pace.ts';
import type { Transaction } from '../connection/database.ts';
import type { Claim } from '../connection/postgres-errors.ts';
import { bind, bindRows, type Query, type Statement, type WrittenRow } from '../connection/sql.ts';
import { newEpoch } from '../instances/new-epoch.ts';
import type { LockedLanes } from '../lanes/lanes.ts';
import { bucketWrites, lockBuckets } from '../lanes/lock-buckets.ts';
import { lockDeliveryLanes } from '../lanes/lock-lanes.ts';
import type { Places } from '../lanes/places.ts';
import { readTargets, type Targets } from './targets.ts';

const KEEP: Statement = {
  name: 'delivery.keep',
  text: `
    insert into delivery
      (seq, place, delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt, epoch, instance_id,
      not_before_ms, expires_at_ms, finished_at_ms, target_delivery_id, secret, payload)
    select seq, seq, delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt, epoch,
      instance_id, not_before_ms, expires_at_ms, finished_at_ms, target_delivery_id, secret, payload
    from json_to_recordset($1) as row
      (seq bigint, delivery_id text, turn_seq bigint, turn_id text, channel text, conversation text, lane text,
      kind text, state text, attempt integer, epoch integer, instance_id bigint, not_before_ms bigint, expires_at_ms bigint,
      finished_at_ms bigint, target_delivery_id text, secret text, payload text)
    order by delivery_id`,
};
const SUPERSEDE: Statement = {
  name: 'delivery.supersede',
  text: `
    update delivery set state = 'superseded', finished_at_ms = $2, secret = null where seq = any($1::bigint[])`,
};

interface Row extends WrittenRow {
  seq: number;
  lane: string;
  kind: string;
  state: string;
  target_delivery_id: string | null;
}

/** Deliveries that a transaction keeps, each as claimed, as waiting or as scheduled. */
export class NewDeliveries {
  readonly lanes: LockedLanes;
  readonly buckets: Buckets;
  readonly #pace: Pace;
  readonly #targets: Targets;
  readonly #places: Places;
  readonly #instanceId: number;
  readonly #epoch = newEpoch();
  readonly #nowMs: number;
  readonly #rows: Row[] = [];
  readonly #superseded: number[] = [];
  readonly claims: Claim[] = [];
  /** Whether something was kept that only waits for its time or for a limit. */
  hasHeldBack = false;

  constructor(
    locked: { lanes: LockedLanes; buckets: Buckets; targets: Targets; places: Places },
    about: { policies: DeliveryPolicies; instanceId: number; nowMs: number },
  ) {
    this.lanes = locked.lanes;
    this.buckets = locked.buckets;
    this.#targets = locked.targets;
    this.#places = locked.places;
    this.#pace = new Pace(about.policies, locked.buckets);
    this.#instanceId = about.instanceId;
    this.#nowMs = about.nowMs;
  }

  /** Gives the delivery as claimed when it is to be taken, its lane is empty and its pace allows it. */
  keep(delivery: NewDelivery, { turnSeq, isToTake }: { turnSeq: number; isToTake: boolean }): DeliveryWork | undefined {
    const { lane } = delivery;
    if ((delivery.notBeforeMs ?? 0) > this.#nowMs) {
      this.#add(delivery, turnSeq, 'scheduled');
      this.hasHeldBack = true;
      return undefined;
    }
    const mayTake = isToTake && this.lanes.isEmpty(lane);
    const isHeldBack = mayTake && this.#pace.refusal(delivery, this.#nowMs) !== undefined;
    if (mayTake && !isHeldBack) {
      this.lanes.enter(lane);
      this.#pace.count(delivery, this.#nowMs);
      this.#add(delivery, turnSeq, 'sending');
      this.claims.push({ kind: 'delivery', id: delivery.deliveryId, epoch: this.#epoch });
      return this.#workOf(delivery);
    }
    const row = this.#add(delivery, turnSeq, 'waiting');
    this.lanes.join(lane, row.seq);
    this.#supersede(row);
    if (isHeldBack) this.hasHeldBack = true;
    return undefined;
  }

  writes(): Query[] {
    return [
      ...(this.#superseded.length > 0 ? [bind(SUPERSEDE, this.#superseded, this.#nowMs)] : []),
      ...(this.#rows.length > 0 ? [bindRows(KEEP, this.#rows)] : []),
      ...this.lanes.writes(),
      ...bucketWrites(this.buckets),
    ];
  }

  #add(delivery: NewDelivery, turnSeq: number, state: 'scheduled' | 'sending' | 'waiting'): Row {
    const isTaken = state === 'sending';
    const row = {
      seq: this.#places.next(),
      delivery_id: delivery.deliveryId,
      turn_seq: turnSeq,
      turn_id: delivery.turnId,
      channel: delivery.channel,
      conversation: delivery.conversation,
      lane: delivery.lane,
      kind: delivery.kind,
      state,
      attempt: isTaken ? 1 : 0,
      epoch: isTaken ? this.#epoch : 0,
      instance_id: isTaken ? this.#instanceId : null,
      not_before_ms: state === 'scheduled' ? (delivery.notBeforeMs ?? null) : null,
      expires_at_ms: delivery.expiresAtMs,
      finished_at_ms: null,
      target_delivery_id: delivery.targetDeliveryId ?? null,
      secret: delivery.secret ?? null,
      payload: delivery.payload,
    };
    this.#rows.push(row);
    return row;
  }

  #workOf({ targetDeliveryId, expiresAtMs, secret, ...delivery }: NewDelivery): DeliveryWork {
    const { deliveryId, turnId, channel, conversation, lane, kind, payload } = delivery;
    const receipt = targetDeliveryId === undefined ? undefined : this.#targets.receipts.get(targetDeliveryId);
    return {
      ...{ deliveryId, epoch: this.#epoch, turnId, channel, conversation, lane, kind, payload },
      ...{ attempt: 1, expiresAtMs },
      ...(receipt !== undefined && { targetReceipt: receipt }),
      ...(secret !== undefined && { secret }),
    };
  }

  /** An edit replaces the earlier ones of the same message that wait in its lane. */
  #supersede(edit: Row): void {
    if (edit.kind !== 'edit' || edit.target_delivery_id === null) return;
    const isReplaced = (other: { lane: string; target_delivery_id: string | null }) =>
      other.lane === edit.lane && other.target_delivery_id === edit.target_delivery_id;
    const kept = this.#targets.waitingEdits.filter(isReplaced);
    this.#targets.waitingEdits = this.#targets.waitingEdits.filter((other) => !isReplaced(other));
    this.#superseded.push(...kept.map(({ seq }) => seq));
    const ofThisTransaction = this.#rows.filter(
      (other) => other !== edit && other.kind === 'edit' && other.state === 'waiting' && isReplaced(other),
    );
    for (const row of ofThisTransaction) {
      Object.assign(row, { state: 'superseded', finished_at_ms: this.#nowMs, secret: null });
    }
    this.lanes.withdraw(edit.lane, { waiting: kept.length + ofThisTransaction.length, running: 0 });
  }
}

/**
 * Locks and reads what it takes to keep these deliveries. Its statements are sent at once: whatever is to be read behind
 * the locks is asked for after this.
 */
export function prepareDeliveries(
  transaction: Transaction,
  deliveries: readonly NewDelivery[],
  about: { policies: DeliveryPolicies; instanceId: number; nowMs: number; buckets?: readonly string[] },
): { with(places: Promise<Places>): Promise<NewDeliveries> } {
  const pace = new Pace(about.policies, new Buckets());
  const lanes = lockDeliveryLanes(transaction, deliveries);
  const names = deliveries.flatMap((delivery) => pace.bucketsOf(delivery));
  const buckets = lockBuckets(transaction, [...(about.buckets ?? []), ...names]);
  const targets = readTargets(transaction, deliveries);
  return {
    async with(places) {
      const [locked, counted, known, drawn] = await Promise.all([lanes, buckets, targets, places]);
      return new NewDeliveries({ lanes: locked, buckets: counted, targets: known, places: drawn }, about);
    },
  };
}

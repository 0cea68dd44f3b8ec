import type { DeadItem } from '../../protocol/dead-item.ts';
import type { DeliveryState } from '../../protocol/delivery-state.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type {
  ClaimedDeliveries,
  DeliveryClaim,
  DeliveryRecord,
  DeliveryWork,
  NewDelivery,
  Settlement,
} from '../../protocol/kept-delivery.ts';
import type { PendingQuestion } from '../../protocol/question.ts';
import type { Retention } from '../../protocol/retention.ts';
import type { ConversationMove, Freed } from '../../protocol/store.ts';
import { deliveryClaimLost } from '../faults.ts';
import type { Pace } from '../pace.ts';
import { isUnseen } from '../unseen.ts';
import { Lanes } from './lanes.ts';

export interface DeliveryRow extends Omit<NewDelivery, 'notBeforeMs' | 'secret'> {
  seq: number;
  /** The turn whose transaction kept it. */
  owner: string;
  state: DeliveryState;
  attempt: number;
  epoch: number;
  notBeforeMs?: number | undefined;
  secret?: string | undefined;
  receipt?: string | undefined;
  reason?: string | undefined;
  finishedAtMs?: number | undefined;
}

/** What goes out, in lanes. */
export class Deliveries {
  readonly lanes = new Lanes<DeliveryRow>(() => this.#lastSeq);
  /** By delivery id, in order of insertion. */
  readonly rows = new Map<string, DeliveryRow>();
  /** Those that wait for their time, and some that do not any more. */
  readonly #scheduled = new Set<DeliveryRow>();
  readonly #pace: Pace;
  /** Called when something was kept that only waits for its time or for a limit. */
  readonly #onHeldBack: () => void;
  #lastSeq = 0;

  constructor(pace: Pace, onHeldBack: () => void) {
    this.#pace = pace;
    this.#onHeldBack = onHeldBack;
  }

  /** Throws when one of them is kept already; to be called before anything is written. */
  checkNew(deliveries: readonly NewDelivery[]): void {
    const ids = new Set(deliveries.map((delivery) => delivery.deliveryId));
    if (ids.size === deliveries.length && deliveries.every(({ deliveryId }) => !this.rows.has(deliveryId))) return;
    throw new BridgeError('internal', 'The store refused a delivery: its id is kept already.');
  }

  /** Gives the delivery as claimed when it is to be taken, its lane is empty and its pace allows it. */
  keep(
    delivery: NewDelivery,
    { owner, isToTake, nowMs }: { owner: string; isToTake: boolean; nowMs: number },
  ): DeliveryWork | undefined {
    const row: DeliveryRow = {
      ...delivery,
      ...{ owner, seq: this.#nextSeq(), state: 'waiting', attempt: 0, epoch: 0 },
    };
    this.rows.set(row.deliveryId, row);
    if ((row.notBeforeMs ?? 0) > nowMs) {
      row.state = 'scheduled';
      this.#scheduled.add(row);
      this.#onHeldBack();
      return undefined;
    }
    row.notBeforeMs = undefined;
    const isHeldBack = isToTake && this.lanes.isEmpty(row.lane) && this.#pace.refusal(row, nowMs) !== undefined;
    if (isToTake && !isHeldBack && this.lanes.enter(row)) return this.#begin(row, nowMs);
    this.lanes.join(row);
    this.#supersede(row, nowMs);
    if (isHeldBack) this.#onHeldBack();
    return undefined;
  }

  claim(limit: number, nowMs: number): ClaimedDeliveries {
    const due = this.#waitingForTheirTime()
      .filter((row) => (row.notBeforeMs ?? 0) <= nowMs)
      .sort((a, b) => (a.notBeforeMs ?? 0) - (b.notBeforeMs ?? 0) || a.seq - b.seq);
    for (const row of due.slice(0, Math.max(0, limit))) {
      Object.assign(row, { state: 'waiting', notBeforeMs: undefined, seq: this.#nextSeq() });
      this.lanes.join(row);
    }
    this.lanes.endHolds(nowMs, Math.max(0, limit));
    const deliveries: DeliveryWork[] = [];
    const waitsMs: number[] = [];
    for (const head of this.lanes.heads()) {
      if (deliveries.length >= limit) break;
      const refusal = this.#pace.refusal(head, nowMs);
      if (refusal) waitsMs.push(refusal.waitMs);
      if (refusal?.scope === 'lane') this.lanes.delay(head, nowMs + refusal.waitMs, nowMs);
      if (refusal) continue;
      this.lanes.start(head);
      deliveries.push(this.#begin(head, nowMs));
    }
    if (deliveries.length >= limit) return { deliveries };
    const times = [this.lanes.nextDueMs(), ...this.#waitingForTheirTime().map((row) => row.notBeforeMs)];
    for (const timeMs of times) if (timeMs !== undefined) waitsMs.push(Math.max(0, timeMs - nowMs));
    return { deliveries, ...(waitsMs.length > 0 && { waitMs: Math.min(...waitsMs) }) };
  }

  settle(
    claim: DeliveryClaim,
    settlement: Settlement,
    { takeNext, nowMs }: { takeNext: boolean; nowMs: number },
  ): Freed & { next?: DeliveryWork } {
    const row = this.rows.get(claim.deliveryId);
    if (row?.state !== 'sending' || row.epoch !== claim.epoch) throw deliveryClaimLost(claim.deliveryId);
    row.state = settlement.state;
    row.reason = 'reason' in settlement ? settlement.reason : undefined;
    if (settlement.state === 'waiting') {
      row.payload = settlement.payload ?? row.payload;
      row.expiresAtMs = settlement.expiresAtMs ?? row.expiresAtMs;
      this.lanes.hold(row, settlement.atMs, nowMs);
      return { laneWaits: false };
    }
    row.receipt = 'receipt' in settlement ? settlement.receipt : undefined;
    row.finishedAtMs = nowMs;
    row.secret = undefined;
    const next = takeNext ? this.lanes.following(row) : undefined;
    if (!next || this.#pace.refusal(next, nowMs)) return { laneWaits: this.lanes.leave(row) };
    this.lanes.pass(row);
    return { laneWaits: false, next: this.#begin(next, nowMs) };
  }

  ofTurn(turnId: string): DeliveryRecord[] {
    return [...this.rows.values()]
      .filter((row) => row.owner === turnId)
      .sort((a, b) => a.seq - b.seq)
      .map(({ deliveryId, channel, kind, state, payload, receipt, reason }) => ({
        ...{ deliveryId, channel, kind, state, payload },
        ...(receipt !== undefined && { receipt }),
        ...(reason !== undefined && { reason }),
      }));
  }

  messageOf(deliveryId: string): PendingQuestion['message'] {
    const row = this.rows.get(deliveryId);
    return (
      row && {
        ...{ deliveryId, payload: row.payload },
        ...(row.receipt !== undefined && { receipt: row.receipt }),
        ...(isUnseen(row.state, row.reason) && { isUnseen: true }),
        ...(row.state === 'scheduled' && { isScheduled: true }),
      }
    );
  }

  /** Its place among all deliveries, by when they entered their lanes. */
  placeOf(deliveryId: string): number | undefined {
    return this.rows.get(deliveryId)?.seq;
  }

  readdress(move: ConversationMove): void {
    const open = [...this.rows.values()].filter(
      (row) => row.finishedAtMs === undefined && row.lane === move.fromLane && row.conversation === move.from,
    );
    const payloads = open.map((row) => move.rewrite(row.payload));
    for (const [index, row] of open.entries()) {
      row.conversation = move.to;
      row.payload = payloads[index] ?? row.payload;
    }
    this.lanes.shift(
      open.filter((row) => row.state !== 'scheduled'),
      move.fromLane,
      move.toLane,
    );
    for (const row of open) row.lane = move.toLane;
  }

  dead(): (DeadItem & { seq: number })[] {
    return [...this.rows.values()]
      .filter((row) => row.state === 'dead')
      .map((row) => ({
        ...{ seq: row.seq, kind: 'delivery', id: row.deliveryId, turnId: row.turnId, channel: row.channel },
        ...{ conversation: row.conversation, attempt: row.attempt, reason: row.reason ?? '' },
        diedAtMs: row.finishedAtMs ?? 0,
      }));
  }

  failDelivered(
    { channel, deliveryId, reason }: { channel: string; deliveryId: string; reason: string },
    nowMs: number,
  ) {
    const row = this.rows.get(deliveryId);
    if (row?.channel !== channel) return false;
    if (row.state === 'delivered') Object.assign(row, { state: 'dead', reason, finishedAtMs: nowMs });
    return row.state === 'dead';
  }

  retry(deliveryId: string, expiresAtMs: number): boolean {
    const row = this.rows.get(deliveryId);
    if (row?.state !== 'dead') return false;
    Object.assign(row, { state: 'waiting', attempt: 0, reason: undefined, finishedAtMs: undefined, expiresAtMs });
    row.seq = this.#nextSeq();
    this.lanes.join(row);
    return true;
  }

  drop(deliveryId: string): boolean {
    return this.rows.get(deliveryId)?.state === 'dead' && this.rows.delete(deliveryId);
  }

  /** Deletes what a turn has scheduled. Gives the ids. */
  cancelScheduled(turnId: string): string[] {
    const cancelled = [...this.rows.values()].filter((row) => row.owner === turnId && row.state === 'scheduled');
    for (const { deliveryId } of cancelled) this.rows.delete(deliveryId);
    return cancelled.map(({ deliveryId }) => deliveryId);
  }

  /** Deletes these, whatever they do. */
  erase(rows: readonly DeliveryRow[]): void {
    for (const row of rows) {
      this.rows.delete(row.deliveryId);
      if (row.state === 'waiting' || row.state === 'sending') this.lanes.withdraw([row], row.lane);
    }
  }

  count(state: DeliveryState): number {
    return [...this.rows.values()].filter((row) => row.state === state).length;
  }

  sweep(nowMs: number, { deliveredMs, deadMs }: Retention, isNeeded: (deliveryId: string) => boolean): number {
    const before = this.rows.size;
    for (const row of this.rows.values()) {
      const keptMs = row.state === 'dead' ? deadMs : deliveredMs;
      const isOld = row.finishedAtMs !== undefined && row.finishedAtMs <= nowMs - keptMs;
      if (isOld && !isNeeded(row.deliveryId)) this.rows.delete(row.deliveryId);
    }
    return before - this.rows.size;
  }

  #waitingForTheirTime(): DeliveryRow[] {
    for (const row of this.#scheduled) {
      if (row.state !== 'scheduled' || this.rows.get(row.deliveryId) !== row) this.#scheduled.delete(row);
    }
    return [...this.#scheduled];
  }

  /** An edit replaces the earlier ones of the same message that wait in its lane. */
  #supersede(edit: DeliveryRow, nowMs: number): void {
    if (edit.kind !== 'edit' || edit.targetDeliveryId === undefined) return;
    for (const row of this.rows.values()) {
      const isEarlier = row.kind === 'edit' && row.state === 'waiting' && row.seq < edit.seq && row.lane === edit.lane;
      if (!isEarlier || row.targetDeliveryId !== edit.targetDeliveryId) continue;
      Object.assign(row, { state: 'superseded', finishedAtMs: nowMs, secret: undefined });
      this.lanes.withdraw([row], row.lane);
    }
  }

  #nextSeq(): number {
    this.#lastSeq += 1;
    return this.#lastSeq;
  }

  #begin(row: DeliveryRow, nowMs: number): DeliveryWork {
    this.#pace.count(row, nowMs);
    row.state = 'sending';
    row.attempt += 1;
    row.epoch += 1;
    const receipt = row.targetDeliveryId === undefined ? undefined : this.rows.get(row.targetDeliveryId)?.receipt;
    const { turnId, epoch, deliveryId, channel, conversation, lane, kind, payload, attempt, expiresAtMs, secret } = row;
    return {
      ...{ turnId, epoch, deliveryId, channel, conversation, lane, kind, payload, attempt, expiresAtMs },
      ...(receipt !== undefined && { targetReceipt: receipt }),
      ...(secret !== undefined && { secret }),
    };
  }
}

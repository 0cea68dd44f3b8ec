import { BridgeError } from '../../protocol/errors.ts';
import type { PendingQuestion } from '../../protocol/question.ts';
import type {
  ConversationMove,
  DeliveryRecord,
  DeliveryState,
  DeliveryWork,
  Freed,
  NewDelivery,
  Settlement,
} from '../../protocol/store.ts';
import { deliveryNotSending } from '../faults.ts';
import { FINISHED_KEPT_MS } from '../limits.ts';
import { Lanes } from './lanes.ts';

interface Row extends NewDelivery {
  seq: number;
  /** The turn whose transaction kept it. */
  owner: string;
  state: DeliveryState;
  attempt: number;
  receipt?: string | undefined;
  reason?: string | undefined;
  finishedAtMs?: number;
}

/** What goes out, in lanes. */
export class Deliveries {
  readonly lanes = new Lanes<Row>();
  /** By delivery id, in order of insertion. */
  readonly #rows = new Map<string, Row>();
  #lastSeq = 0;

  /** Throws when one of them is kept already; to be called before anything is written. */
  checkNew(deliveries: readonly NewDelivery[]): void {
    const ids = new Set(deliveries.map((delivery) => delivery.deliveryId));
    if (ids.size === deliveries.length && deliveries.every(({ deliveryId }) => !this.#rows.has(deliveryId))) return;
    throw new BridgeError('internal', 'The store refused a delivery: its id is kept already.');
  }

  /** Gives the delivery as claimed when it is to be taken and its lane is empty. */
  keep(delivery: NewDelivery, owner: string, isToTake: boolean): DeliveryWork | undefined {
    this.#lastSeq += 1;
    const row: Row = { ...delivery, owner, seq: this.#lastSeq, state: 'waiting', attempt: 0 };
    this.#rows.set(row.deliveryId, row);
    if (isToTake && this.lanes.enter(row)) return this.#begin(row);
    this.lanes.join(row);
    return undefined;
  }

  claim(limit: number, nowMs: number): DeliveryWork[] {
    return this.lanes.take(limit, nowMs).map((row) => this.#begin(row));
  }

  settle(
    deliveryId: string,
    settlement: Settlement,
    { takeNext, nowMs }: { takeNext: boolean; nowMs: number },
  ): Freed & { next?: DeliveryWork } {
    const row = this.#rows.get(deliveryId);
    if (row?.state !== 'sending') throw deliveryNotSending(deliveryId);
    row.state = settlement.state;
    row.reason = 'reason' in settlement ? settlement.reason : undefined;
    if (settlement.state === 'waiting') {
      row.payload = settlement.payload ?? row.payload;
      this.lanes.hold(row, settlement.atMs);
      return { laneWaits: false };
    }
    row.receipt = 'receipt' in settlement ? settlement.receipt : undefined;
    row.finishedAtMs = nowMs;
    const next = takeNext ? this.lanes.pass(row) : undefined;
    return next ? { laneWaits: false, next: this.#begin(next) } : { laneWaits: this.lanes.leave(row) };
  }

  ofTurn(turnId: string): DeliveryRecord[] {
    return [...this.#rows.values()]
      .filter((row) => row.owner === turnId)
      .map(({ deliveryId, channel, kind, state, payload, receipt, reason }) => ({
        ...{ deliveryId, channel, kind, state, payload },
        ...(receipt !== undefined && { receipt }),
        ...(reason !== undefined && { reason }),
      }));
  }

  messageOf(deliveryId: string): PendingQuestion['message'] {
    const row = this.#rows.get(deliveryId);
    return row && { deliveryId, payload: row.payload, ...(row.receipt !== undefined && { receipt: row.receipt }) };
  }

  readdress(move: ConversationMove): void {
    const open = [...this.#rows.values()].filter(
      (row) => row.finishedAtMs === undefined && row.lane === move.fromLane && row.conversation === move.from,
    );
    const payloads = open.map((row) => move.rewrite(row.payload));
    for (const [index, row] of open.entries()) {
      row.conversation = move.to;
      row.payload = payloads[index] ?? row.payload;
    }
    this.lanes.shift(open, move.fromLane, move.toLane);
  }

  count(state: DeliveryState): number {
    return [...this.#rows.values()].filter((row) => row.state === state).length;
  }

  sweep(nowMs: number, isNeeded: (deliveryId: string) => boolean): number {
    const before = this.#rows.size;
    for (const row of this.#rows.values()) {
      const isOld = row.finishedAtMs !== undefined && row.finishedAtMs <= nowMs - FINISHED_KEPT_MS;
      if (isOld && !isNeeded(row.deliveryId)) this.#rows.delete(row.deliveryId);
    }
    return before - this.#rows.size;
  }

  #begin(row: Row): DeliveryWork {
    row.state = 'sending';
    row.attempt += 1;
    const receipt = row.targetDeliveryId === undefined ? undefined : this.#rows.get(row.targetDeliveryId)?.receipt;
    const { turnId, deliveryId, channel, conversation, lane, kind, payload, attempt, expiresAtMs } = row;
    return {
      ...{ turnId, deliveryId, channel, conversation, lane, kind, payload, attempt, expiresAtMs },
      ...(receipt !== undefined && { targetReceipt: receipt }),
    };
  }
}

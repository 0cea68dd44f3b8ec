import type { DeliveryState } from '../../protocol/delivery-state.ts';
import type {
  DeliveryClaim,
  DeliveryRecord,
  DeliveryWork,
  NewDelivery,
  Settlement,
} from '../../protocol/kept-delivery.ts';
import type { ConversationMove, Freed, Take } from '../../protocol/store.ts';
import { deliveryClaimLost } from '../faults.ts';
import type { Notices } from '../notices.ts';
import { type DeliveryRecordRow, deliveryRecordOf } from '../rows/delivery-row.ts';
import type { DeliveryLanes } from './delivery-lanes.ts';
import type { Driver } from './driver.ts';
import type { Lanes } from './lanes.ts';

/** An ordinary message. Every value that is bound costs time, so what most messages do not have is left out. */
const KEEP_PLAIN = (state: 'waiting' | 'sending', claims: 0 | 1) => `
  insert into delivery
    (delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt, epoch, expires_at_ms, payload)
  values (?, ?, ?, ?, ?, ?, 'send', '${state}', ${claims}, ${claims}, ?, ?) returning seq`;
const KEEP = `
  insert into delivery
    (delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt, epoch, expires_at_ms,
    not_before_ms, target_delivery_id, secret, payload)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning seq`;
const SUPERSEDE = `
  update delivery set state = 'superseded', finished_at_ms = ?, secret = null
  where target_delivery_id = ? and finished_at_ms is null and kind = 'edit' and state = 'waiting' and lane = ?
    and seq < ?`;
const FINISH = `
  update delivery set state = ?, receipt = ?, reason = ?, finished_at_ms = ?, secret = null
  where delivery_id = ? and epoch = ? and state = 'sending' returning lane`;
const PUT_BACK = `
  update delivery set state = 'waiting', reason = ?, payload = coalesce(?, payload), expires_at_ms = coalesce(?, expires_at_ms)
  where delivery_id = ? and epoch = ? and state = 'sending' returning lane`;
const OF_TURN = `
  select delivery_id, channel, kind, state, payload, receipt, reason from delivery where turn_seq = ? order by seq`;
const OPEN_OF_LANE = `
  select seq, state, payload from delivery
  where lane = ? and finished_at_ms is null and not_before_ms is null and conversation = ? order by seq`;
const SCHEDULED_OF_LANE = `
  select seq, state, payload from delivery where lane = ? and not_before_ms > 0 and conversation = ? order by seq`;
const CANCEL = `
  delete from delivery where turn_seq = (select seq from turn where turn_id = ?) and not_before_ms > 0
  returning delivery_id`;
const READDRESS = 'update delivery set conversation = ?, lane = ?, payload = ? where seq = ?';

interface OpenRow {
  seq: number;
  state: DeliveryState;
  payload: string;
}

export type Deliveries = ReturnType<typeof prepareDeliveries>;

export function prepareDeliveries(
  driver: Driver,
  rooms: { lanes: Lanes; deliveryLanes: DeliveryLanes; notices: Notices; now: () => number },
) {
  const { lanes, deliveryLanes, notices, now } = rooms;
  const keepWaiting = driver.prepare<{ seq: number }>(KEEP_PLAIN('waiting', 0));
  const keepSending = driver.prepare<{ seq: number }>(KEEP_PLAIN('sending', 1));
  const keepAny = driver.prepare<{ seq: number }>(KEEP);
  const supersede = driver.prepare(SUPERSEDE);
  const finish = driver.prepare<{ lane: string }>(FINISH);
  const putBack = driver.prepare<{ lane: string }>(PUT_BACK);
  const ofTurn = driver.prepare<DeliveryRecordRow>(OF_TURN);
  const openOfLane = driver.prepare<OpenRow>(OPEN_OF_LANE);
  const scheduledOfLane = driver.prepare<OpenRow>(SCHEDULED_OF_LANE);
  const cancel = driver.prepare<{ delivery_id: string }>(CANCEL);
  const readdress = driver.prepare(READDRESS);

  /** Gives the delivery as claimed when it is to be taken, its lane is empty and its pace allows it. */
  function keepOne(delivery: NewDelivery, turnSeq: number, isToTake: boolean, nowMs: number): DeliveryWork | undefined {
    const isScheduled = delivery.notBeforeMs !== undefined && delivery.notBeforeMs > nowMs;
    const entered = isToTake && !isScheduled ? deliveryLanes.enter(delivery, nowMs) : undefined;
    const state = isScheduled ? 'scheduled' : entered === 'runs' ? 'sending' : 'waiting';
    const seq = insert(delivery, turnSeq, state);
    if (state === 'sending') return takenOf(delivery);
    if (isScheduled || entered === 'too_fast') notices.work();
    if (!isScheduled) wait(delivery, seq, nowMs);
    return undefined;
  }

  /** Gives the row. */
  function insert(delivery: NewDelivery, turnSeq: number, state: 'scheduled' | 'sending' | 'waiting'): number {
    const { deliveryId, turnId, channel, conversation, lane, kind, expiresAtMs, payload } = delivery;
    const { targetDeliveryId, secret } = delivery;
    const named = [deliveryId, turnSeq, turnId, channel, conversation, lane] as const;
    if (kind === 'send' && state !== 'scheduled' && targetDeliveryId === undefined && secret === undefined) {
      const statement = state === 'sending' ? keepSending : keepWaiting;
      return statement.get(...named, expiresAtMs, payload)?.seq ?? 0;
    }
    const claims = state === 'sending' ? 1 : 0;
    const notBeforeMs = state === 'scheduled' ? (delivery.notBeforeMs ?? null) : null;
    const row = keepAny.get(
      ...[...named, kind, state, claims, claims, expiresAtMs],
      ...[notBeforeMs, targetDeliveryId ?? null, secret ?? null, payload],
    );
    return row?.seq ?? 0;
  }

  function takenOf({ targetDeliveryId, notBeforeMs: _, ...delivery }: NewDelivery): DeliveryWork {
    const work: DeliveryWork = { ...delivery, epoch: 1, attempt: 1 };
    const targetReceipt = deliveryLanes.receiptOf(targetDeliveryId);
    if (typeof targetReceipt === 'string') work.targetReceipt = targetReceipt;
    return work;
  }

  /** An edit replaces the earlier ones of the same message that wait in its lane. */
  function wait({ lane, channel, kind, targetDeliveryId }: NewDelivery, seq: number, nowMs: number): void {
    deliveryLanes.join(lane, channel, seq);
    if (kind !== 'edit' || targetDeliveryId === undefined) return;
    lanes.withdraw(lane, { waiting: supersede.run(nowMs, targetDeliveryId, lane, seq), running: 0 });
  }

  return {
    /** Keeps deliveries of the turn in row `turnSeq`, in order. Gives those that are taken. */
    keep(all: readonly NewDelivery[], turnSeq: number, take: Take | undefined): DeliveryWork[] {
      if (all.length === 0) return [];
      const nowMs = now();
      return all.flatMap((delivery) => keepOne(delivery, turnSeq, take?.deliveries === true, nowMs) ?? []);
    },

    settle(
      { deliveryId, epoch }: DeliveryClaim,
      settlement: Settlement,
      takeNext: boolean,
    ): Freed & { next?: DeliveryWork } {
      const nowMs = now();
      const reason = 'reason' in settlement ? settlement.reason : null;
      if (settlement.state === 'waiting') {
        const row = putBack.get(
          ...[reason, settlement.payload ?? null, settlement.expiresAtMs ?? null],
          deliveryId,
          epoch,
        );
        if (!row) throw deliveryClaimLost(deliveryId);
        lanes.hold(row.lane, settlement.atMs, nowMs);
        return { laneWaits: false };
      }
      const receipt = 'receipt' in settlement ? (settlement.receipt ?? null) : null;
      const row = finish.get(settlement.state, receipt, reason, nowMs, deliveryId, epoch);
      if (!row) throw deliveryClaimLost(deliveryId);
      const next = takeNext ? deliveryLanes.pass(row.lane, nowMs) : undefined;
      return next ? { laneWaits: false, next } : { laneWaits: lanes.leave(row.lane) };
    },

    ofTurn: (turnSeq: number): DeliveryRecord[] => ofTurn.all(turnSeq).map(deliveryRecordOf),

    /** Deletes what a turn has scheduled. Gives the ids. */
    cancelScheduled: (turnId: string): string[] => cancel.all(turnId).map((row) => row.delivery_id),

    /** Gives what waits or is being sent a new address. What is being sent goes there if it has to go again. */
    readdress(move: ConversationMove): void {
      const open = openOfLane.all(move.fromLane, move.from);
      for (const row of [...open, ...scheduledOfLane.all(move.fromLane, move.from)]) {
        readdress.run(move.to, move.toLane, move.rewrite(row.payload), row.seq);
      }
      const waiting = open.filter((row) => row.state === 'waiting').length;
      lanes.shift(move.fromLane, move.toLane, { waiting, running: open.length - waiting });
    },
  };
}

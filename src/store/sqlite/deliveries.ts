import type {
  ConversationMove,
  DeliveryRecord,
  DeliveryState,
  DeliveryWork,
  Freed,
  NewDelivery,
  Settlement,
  Take,
} from '../../protocol/store.ts';
import { deliveryNotSending } from '../faults.ts';
import type { Driver } from './driver.ts';
import { type Lanes, rowsOf } from './lanes.ts';

const KEEP = `
  insert into delivery
    (delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt, expires_at_ms,
    target_delivery_id, payload)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning seq`;
const HEADS = `
  select delivery.seq, delivery.delivery_id, delivery.turn_id, delivery.channel, delivery.conversation, delivery.lane,
    delivery.kind, delivery.attempt, delivery.expires_at_ms, delivery.target_delivery_id, delivery.payload
  from delivery_lane as lane join delivery on delivery.seq = (
    select min(item.seq) from delivery as item where item.lane = lane.name and item.finished_at_ms is null)
  where lane.waiting > 0 and lane.running = 0 and lane.due_ms = 0
  order by lane.position limit 0 + ?`;
const HEAD_OF_LANE = `
  select seq, delivery_id, turn_id, channel, conversation, lane, kind, attempt, expires_at_ms, target_delivery_id, payload
  from delivery where lane = ? and finished_at_ms is null order by seq limit 1`;
const START = `update delivery set state = 'sending', attempt = attempt + 1 where seq = ?`;
const RECEIPT = 'select receipt from delivery where delivery_id = ?';
const FINISH = `
  update delivery set state = ?, receipt = ?, reason = ?, finished_at_ms = ?
  where delivery_id = ? and state = 'sending' returning lane`;
const PUT_BACK = `
  update delivery set state = 'waiting', reason = ?, payload = coalesce(?, payload) where delivery_id = ? and state = 'sending' returning lane`;
const OF_TURN = `
  select delivery_id, channel, kind, state, payload, receipt, reason from delivery where turn_seq = ? order by seq`;
const OPEN_OF_LANE = `
  select seq, state, payload from delivery where lane = ? and finished_at_ms is null and conversation = ? order by seq`;
const READDRESS = 'update delivery set conversation = ?, lane = ?, payload = ? where seq = ?';

interface WorkRow {
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
  payload: string;
}

interface RecordRow {
  delivery_id: string;
  channel: string;
  kind: 'send' | 'edit';
  state: DeliveryState;
  payload: string;
  receipt: string | null;
  reason: string | null;
}

export type Deliveries = ReturnType<typeof prepareDeliveries>;

export function prepareDeliveries(driver: Driver, lanes: Lanes, now: () => number) {
  const keep = driver.prepare<{ seq: number }>(KEEP);
  const heads = driver.prepare<WorkRow>(HEADS);
  const headOfLane = driver.prepare<WorkRow>(HEAD_OF_LANE);
  const start = driver.prepare(START);
  const receiptOf = driver.prepare<{ receipt: string | null }>(RECEIPT);
  const finish = driver.prepare<{ lane: string }>(FINISH);
  const putBack = driver.prepare<{ lane: string }>(PUT_BACK);
  const ofTurn = driver.prepare<RecordRow>(OF_TURN);
  const openOfLane = driver.prepare<{ seq: number; state: DeliveryState; payload: string }>(OPEN_OF_LANE);
  const readdress = driver.prepare(READDRESS);

  /** Gives the delivery as claimed when it is to be taken and its lane is empty. */
  function keepOne(delivery: NewDelivery, turnSeq: number, isToTake: boolean): DeliveryWork | undefined {
    const isTaken = isToTake && lanes.enter(delivery.lane);
    const row = keep.get(
      delivery.deliveryId,
      turnSeq,
      delivery.turnId,
      delivery.channel,
      delivery.conversation,
      delivery.lane,
      delivery.kind,
      isTaken ? 'sending' : 'waiting',
      isTaken ? 1 : 0,
      delivery.expiresAtMs,
      delivery.targetDeliveryId ?? null,
      delivery.payload,
    );
    if (!isTaken) {
      if (row) lanes.join(delivery.lane, row.seq);
      return undefined;
    }
    const { targetDeliveryId, ...work } = delivery;
    return withReceipt({ ...work, attempt: 1 }, targetDeliveryId && receiptOf.get(targetDeliveryId)?.receipt);
  }

  function begin(row: WorkRow): DeliveryWork {
    start.run(row.seq);
    return workOf(row, row.target_delivery_id && receiptOf.get(row.target_delivery_id)?.receipt);
  }

  return {
    /** Keeps deliveries of the turn in row `turnSeq`, in order. Gives those that are taken. */
    keep: (all: readonly NewDelivery[], turnSeq: number, take: Take | undefined): DeliveryWork[] =>
      all.flatMap((delivery) => keepOne(delivery, turnSeq, take?.deliveries === true) ?? []),

    claim(limit: number, nowMs: number): DeliveryWork[] {
      const rows = rowsOf(limit);
      lanes.endHolds(nowMs, rows);
      return heads.all(rows).map((row) => {
        lanes.start(row.lane);
        start.run(row.seq);
        return workOf(row, row.target_delivery_id && receiptOf.get(row.target_delivery_id)?.receipt);
      });
    },

    settle(deliveryId: string, settlement: Settlement, takeNext: boolean): Freed & { next?: DeliveryWork } {
      const reason = 'reason' in settlement ? settlement.reason : null;
      if (settlement.state === 'waiting') {
        const row = putBack.get(reason, settlement.payload ?? null, deliveryId);
        if (!row) throw deliveryNotSending(deliveryId);
        lanes.hold(row.lane, settlement.atMs);
        return { laneWaits: false };
      }
      const receipt = 'receipt' in settlement ? (settlement.receipt ?? null) : null;
      const row = finish.get(settlement.state, receipt, reason, now(), deliveryId);
      if (!row) throw deliveryNotSending(deliveryId);
      if (!takeNext || !lanes.pass(row.lane)) return { laneWaits: lanes.leave(row.lane) };
      const head = headOfLane.get(row.lane);
      return head ? { laneWaits: false, next: begin(head) } : { laneWaits: false };
    },

    ofTurn: (turnSeq: number): DeliveryRecord[] => ofTurn.all(turnSeq).map(recordOf),

    /** Gives what waits or is being sent a new address. What is being sent goes there if it has to go again. */
    readdress(move: ConversationMove): void {
      const open = openOfLane.all(move.fromLane, move.from);
      for (const row of open) readdress.run(move.to, move.toLane, move.rewrite(row.payload), row.seq);
      const waiting = open.filter((row) => row.state === 'waiting').length;
      lanes.shift(move.fromLane, move.toLane, { waiting, running: open.length - waiting });
    },
  };
}

function workOf(row: WorkRow, targetReceipt: string | null | undefined): DeliveryWork {
  const work = {
    deliveryId: row.delivery_id,
    turnId: row.turn_id,
    channel: row.channel,
    conversation: row.conversation,
    lane: row.lane,
    kind: row.kind,
    payload: row.payload,
    attempt: row.attempt + 1,
    expiresAtMs: row.expires_at_ms,
  };
  return withReceipt(work, targetReceipt);
}

function withReceipt(work: DeliveryWork, targetReceipt: string | null | undefined): DeliveryWork {
  return typeof targetReceipt === 'string' ? { ...work, targetReceipt } : work;
}

function recordOf(row: RecordRow): DeliveryRecord {
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

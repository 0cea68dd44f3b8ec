import type { DeadPage } from '../../protocol/dead-item.ts';
import { cursorOf, placeOf } from '../dead-cursor.ts';
import type { Notices } from '../notices.ts';
import { type DeadRow, deadItemOf } from '../rows/dead-row.ts';
import type { Conversations } from './conversations.ts';
import type { DeliveryLanes } from './delivery-lanes.ts';
import type { Driver, SqlValue } from './driver.ts';
import { type Lanes, rowsOf } from './lanes.ts';

const PAGE = (kind: 'turn' | 'delivery') => `
  select seq, ${kind}_id as id, turn_id, channel, conversation, attempt, reason, finished_at_ms from ${kind}
  where state = 'dead' and finished_at_ms is not null and (finished_at_ms, seq) < (?, ?) and channel = coalesce(?, channel)
  order by finished_at_ms desc, seq desc limit 0 + ?`;
const DROP = (kind: 'turn' | 'delivery') => `delete from ${kind} where ${kind}_id = ? and state = 'dead'`;
/** A turn that waits again is kept anew: its row tells its place. */
const TAKE_TURN = `
  delete from turn where turn_id = ? and state = 'dead'
  returning seq, turn_id, channel, dedupe_key, conversation, message_id, person_id, epoch, generation, received_at_ms,
    response, raw`;
const KEEP_TURN = `
  insert into turn
    (state, turn_id, channel, dedupe_key, conversation, message_id, person_id, epoch, generation, received_at_ms,
    response, raw)
  values ('waiting', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning seq`;
const FOLLOW_TURN = 'update delivery set turn_seq = ? where turn_seq = ?';
const RETRY_DELIVERY = `
  update delivery set state = 'waiting', attempt = 0, reason = null, finished_at_ms = null, expires_at_ms = ?,
    seq = (select max(seq) + 1 from delivery)
  where delivery_id = ? and state = 'dead' returning seq, lane, channel`;

interface TurnRow extends Record<string, SqlValue> {
  seq: number;
  turn_id: string;
  channel: string;
  conversation: string;
}

/** What was set aside, for operators. */
export function prepareDeadItems(
  driver: Driver,
  rooms: { turnLanes: Lanes; deliveryLanes: DeliveryLanes; conversations: Conversations; notices: Notices },
) {
  const page = {
    turn: driver.prepare<DeadRow & { seq: number }>(PAGE('turn')),
    delivery: driver.prepare<DeadRow & { seq: number }>(PAGE('delivery')),
  };
  const drop = { turn: driver.prepare(DROP('turn')), delivery: driver.prepare(DROP('delivery')) };
  const takeTurn = driver.prepare<TurnRow>(TAKE_TURN);
  const keepTurn = driver.prepare<{ seq: number }>(KEEP_TURN);
  const followTurn = driver.prepare(FOLLOW_TURN);
  const retryDelivery = driver.prepare<{ seq: number; lane: string; channel: string }>(RETRY_DELIVERY);

  function retryTurn(turnId: string): boolean {
    const row = takeTurn.get(turnId);
    if (!row) return false;
    const conversation = rooms.conversations.currentName(row.conversation);
    const { seq: oldSeq, ...values } = { ...row, conversation };
    const seq = keepTurn.get(...Object.values(values))?.seq ?? 0;
    followTurn.run(seq, oldSeq);
    rooms.turnLanes.join(conversation, row.channel, seq);
    return true;
  }

  function retryOneDelivery(deliveryId: string, expiresAtMs: number): boolean {
    const row = retryDelivery.get(expiresAtMs, deliveryId);
    if (row) rooms.deliveryLanes.join(row.lane, row.channel, row.seq);
    return row !== undefined;
  }

  return {
    list(query: { kind: 'turn' | 'delivery'; limit: number; channel?: string; cursor?: string }): DeadPage {
      const { diedAtMs, seq } = placeOf(query.cursor);
      const rows = rowsOf(query.limit);
      // One more than asked for tells whether there is another page.
      const found = page[query.kind].all(diedAtMs, seq, query.channel ?? null, rows + 1);
      const shown = found.slice(0, rows);
      const last = shown.at(-1);
      const result: DeadPage = { items: shown.map((row) => deadItemOf(query.kind, row)) };
      if (last && found.length > rows) result.cursor = cursorOf({ diedAtMs: last.finished_at_ms, seq: last.seq });
      return result;
    },

    retry({ kind, id, expiresAtMs }: { kind: 'turn' | 'delivery'; id: string; expiresAtMs: number }): boolean {
      const waitsAgain = kind === 'turn' ? retryTurn(id) : retryOneDelivery(id, expiresAtMs);
      if (waitsAgain) rooms.notices.work();
      return waitsAgain;
    },

    drop: ({ kind, id }: { kind: 'turn' | 'delivery'; id: string }): boolean => drop[kind].run(id) > 0,
  };
}

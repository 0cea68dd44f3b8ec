import type { Acceptance, Accepted, Freed, Taken, TurnFinish, TurnRecord, TurnWork } from '../../protocol/store.ts';
import type { UiResponse } from '../../protocol/turn.ts';
import { turnNotRunning } from '../faults.ts';
import type { Conversations } from './conversations.ts';
import type { Deliveries } from './deliveries.ts';
import type { Driver } from './driver.ts';
import { type Lanes, rowsOf } from './lanes.ts';
import type { Questions } from './questions.ts';
import type { Seats } from './seats.ts';

const FIRST_OF_KEY = 'select turn_id from turn where channel = ? and dedupe_key = ?';
const KEEP = `
  insert into turn
    (turn_id, channel, dedupe_key, conversation, message_id, state, attempt, received_at_ms, response, raw)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning seq`;
const REPLACE_RAW = `
  update turn set raw = ?
  where conversation = ? and finished_at_ms is null and state = 'waiting' and response is null
    and message_id = ? and channel = ?`;
const HEADS = `
  select turn.seq, turn.turn_id, turn.attempt, turn.channel, turn.conversation, turn.received_at_ms, turn.response,
    turn.raw
  from turn_lane as lane join turn on turn.seq = (
    select min(item.seq) from turn as item where item.conversation = lane.name and item.finished_at_ms is null)
  where lane.waiting > 0 and lane.running = 0 and lane.due_ms = 0
  order by lane.position limit 0 + ?`;
const START = `update turn set state = 'running', attempt = attempt + 1 where seq = ?`;
const FINISH_DONE = `
  update turn set state = 'done', reason = ?, finished_at_ms = ?, response = null, raw = null
  where turn_id = ? and state = 'running' returning seq, conversation`;
const FINISH_DEAD = `
  update turn set state = 'dead', reason = ?, finished_at_ms = ?
  where turn_id = ? and state = 'running' returning seq, conversation`;
const PUT_BACK = `
  update turn set state = 'waiting', attempt = attempt - ? where turn_id = ? and state = 'running' returning conversation`;
const BY_ID = 'select seq, state, reason from turn where turn_id = ?';
const RENAME = `
  update turn set conversation = ? where conversation = ? and finished_at_ms is null returning state`;

interface WorkRow {
  seq: number;
  turn_id: string;
  attempt: number;
  channel: string;
  conversation: string;
  received_at_ms: number;
  response: string | null;
  raw: string;
}

type TurnState = TurnRecord['state'];

export function prepareTurns(
  driver: Driver,
  rooms: {
    lanes: Lanes;
    conversations: Conversations;
    deliveries: Deliveries;
    questions: Questions;
    seats: Seats;
    now: () => number;
  },
) {
  const { lanes, conversations, deliveries, questions, seats, now } = rooms;
  const firstOfKey = driver.prepare<{ turn_id: string }>(FIRST_OF_KEY);
  const keep = driver.prepare<{ seq: number }>(KEEP);
  const replaceRaw = driver.prepare(REPLACE_RAW);
  const heads = driver.prepare<WorkRow>(HEADS);
  const start = driver.prepare(START);
  const finishDone = driver.prepare<{ seq: number; conversation: string }>(FINISH_DONE);
  const finishDead = driver.prepare<{ seq: number; conversation: string }>(FINISH_DEAD);
  const putBack = driver.prepare<{ conversation: string }>(PUT_BACK);
  const byId = driver.prepare<{ seq: number; state: TurnState; reason: string | null }>(BY_ID);
  const rename = driver.prepare<{ state: TurnState }>(RENAME);
  return {
    accept(acceptance: Acceptance): Accepted {
      const { turnId, channel, dedupeKey, claim, seat, receivedAtMs, raw, take } = acceptance;
      const first = firstOfKey.get(channel, dedupeKey);
      if (first) return { status: 'duplicate', turnId: first.turn_id };

      const conversation = conversations.currentName(acceptance.conversation);
      const response = claim?.response;
      const claimed =
        response !== undefined &&
        questions.claim({ conversation, widgetId: response.id, label: response.label, nowMs: receivedAtMs });
      if (claim?.whenLost === 'drop' && !claimed) return { status: 'lost' };

      const isTaken = take?.turns === true && lanes.enter(conversation);
      const row = keep.get(
        turnId,
        channel,
        dedupeKey,
        conversation,
        acceptance.messageId ?? null,
        isTaken ? 'running' : 'waiting',
        isTaken ? 1 : 0,
        receivedAtMs,
        claimed ? JSON.stringify(response) : null,
        raw,
      );
      const seq = row?.seq ?? 0;
      const taken: Taken = { deliveries: deliveries.keep(claimed && claim?.edit ? [claim.edit] : [], seq, take) };
      if (isTaken) {
        taken.turn = { turnId, attempt: 1, channel, conversation, raw, receivedAtMs };
        if (claimed) taken.turn.response = response;
      } else {
        lanes.join(conversation, seq);
      }
      if (seat) seats.see({ ...seat, channel, conversation, seenMs: receivedAtMs });
      return { status: 'accepted', claimed, taken };
    },

    replaceWaiting: (message: { channel: string; conversation: string; messageId: string; raw: string }): boolean =>
      replaceRaw.run(message.raw, conversations.currentName(message.conversation), message.messageId, message.channel) >
      0,

    claim(limit: number): TurnWork[] {
      const rows = rowsOf(limit);
      lanes.endHolds(now(), rows);
      return heads.all(rows).map((row) => {
        lanes.start(row.conversation);
        start.run(row.seq);
        return workOf(row);
      });
    },

    finish(finish: TurnFinish): Freed & { taken: Taken } {
      const end = finish.state === 'done' ? finishDone : finishDead;
      const row = end.get(finish.reason ?? null, now(), finish.turnId);
      if (!row) throw turnNotRunning(finish.turnId);
      const laneWaits = lanes.leave(row.conversation);
      const taken = { deliveries: deliveries.keep(finish.deliveries, row.seq, finish.take) };
      for (const question of finish.questions) questions.keep(question);
      return { laneWaits, taken };
    },

    release({ turnId, atMs, isUntried }: { turnId: string; atMs: number; isUntried: boolean }): void {
      const row = putBack.get(isUntried ? 1 : 0, turnId);
      if (!row) throw turnNotRunning(turnId);
      lanes.hold(row.conversation, atMs);
    },

    record(turnId: string): TurnRecord | undefined {
      const row = byId.get(turnId);
      if (!row) return undefined;
      const record: TurnRecord = { turnId, state: row.state, deliveries: deliveries.ofTurn(row.seq) };
      if (row.reason !== null) record.reason = row.reason;
      return record;
    },

    rename(from: string, to: string): void {
      const open = rename.all(to, from);
      const waiting = open.filter((row) => row.state === 'waiting').length;
      lanes.shift(from, to, { waiting, running: open.length - waiting });
    },
  };
}

function workOf(row: WorkRow): TurnWork {
  const work: TurnWork = {
    turnId: row.turn_id,
    attempt: row.attempt + 1,
    channel: row.channel,
    conversation: row.conversation,
    raw: row.raw,
    receivedAtMs: row.received_at_ms,
  };
  if (row.response !== null) work.response = JSON.parse(row.response) as UiResponse;
  return work;
}

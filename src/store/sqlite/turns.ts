import type { NewDelivery } from '../../protocol/kept-delivery.ts';
import type {
  Acceptance,
  Accepted,
  FinishedTurn,
  Taken,
  TurnFinish,
  TurnRecord,
  TurnWork,
} from '../../protocol/store.ts';
import type { Buckets } from '../buckets.ts';
import { turnClaimLost } from '../faults.ts';
import { countAgainst, limitOf } from '../inbound-limits.ts';
import { type TurnRow, turnWorkOf } from '../rows/turn-row.ts';
import { joinedReason, joinedTurnIn, STOP_ASKED, STOPPED } from '../turn-reasons.ts';
import type { Conversations } from './conversations.ts';
import type { Deliveries } from './deliveries.ts';
import type { Driver } from './driver.ts';
import type { JoinedTurns } from './joined-turns.ts';
import { prepareKeepTurn } from './keep-turn.ts';
import { type Lanes, rowsOf } from './lanes.ts';
import type { Questions } from './questions.ts';
import type { Seats } from './seats.ts';
import type { TurnLogs } from './turn-log.ts';

const FIRST_OF_KEY = 'select turn_id from turn where channel = ? and dedupe_key = ?';
const REPLACE_RAW = `
  update turn set raw = ?
  where conversation = ? and finished_at_ms is null and state = 'waiting' and response is null
    and message_id = ? and channel = ?`;
const HEADS = `
  select turn.seq, turn.turn_id, turn.attempt, turn.epoch, turn.generation, turn.channel, turn.conversation,
    turn.received_at_ms, turn.response, turn.raw
  from turn_lane as lane join turn on turn.seq = (
    select min(item.seq) from turn as item where item.conversation = lane.name and item.finished_at_ms is null)
  where lane.waiting > 0 and lane.running = 0 and lane.due_ms = 0
  order by lane.position, lane.name limit 0 + ?`;
const START = `update turn set state = 'running', attempt = attempt + 1, epoch = epoch + 1 where seq = ?`;
const FINISH_DONE = `
  update turn set state = 'done', reason = case when reason = '${STOP_ASKED}' then '${STOPPED}' else ? end,
    finished_at_ms = ?, response = null, raw = null
  where turn_id = ? and epoch = ? and state = 'running' returning seq, conversation, reason`;
const FINISH_DEAD = `
  update turn set state = 'dead', reason = ?, finished_at_ms = ?
  where turn_id = ? and epoch = ? and state = 'running' returning seq, conversation, reason`;
const IS_STOP_ASKED = `
  select 1 as yes from turn where turn_id = ? and epoch = ? and state = 'running' and reason = '${STOP_ASKED}'`;
const PUT_BACK = `
  update turn set state = 'waiting', attempt = attempt - ?
  where turn_id = ? and epoch = ? and state = 'running' returning conversation`;
const BY_ID = 'select seq, state, reason from turn where turn_id = ?';
const RENAME = `
  update turn set conversation = ? where conversation = ? and finished_at_ms is null returning state`;

interface EndedRow {
  seq: number;
  conversation: string;
  reason: string | null;
}

/** `joined` runs with the turn that it joined, outside the lane. */
type TurnState = TurnRecord['state'] | 'joined';

export function prepareTurns(
  driver: Driver,
  rooms: {
    lanes: Lanes;
    joined: JoinedTurns;
    conversations: Conversations;
    deliveries: Deliveries;
    questions: Questions;
    seats: Seats;
    logs: TurnLogs;
    buckets: Buckets;
    now: () => number;
  },
) {
  const { lanes, joined, conversations, deliveries, questions, seats, logs, buckets, now } = rooms;
  const firstOfKey = driver.prepare<{ turn_id: string }>(FIRST_OF_KEY);
  const keep = prepareKeepTurn(driver);
  const replaceRaw = driver.prepare(REPLACE_RAW);
  const heads = driver.prepare<TurnRow & { seq: number; epoch: number }>(HEADS);
  const start = driver.prepare(START);
  const finishDone = driver.prepare<EndedRow>(FINISH_DONE);
  const finishDead = driver.prepare<EndedRow>(FINISH_DEAD);
  const isStopAsked = driver.prepare<{ yes: number }>(IS_STOP_ASKED);
  const putBack = driver.prepare<{ conversation: string }>(PUT_BACK);
  const byId = driver.prepare<{ seq: number; state: TurnState; reason: string | null }>(BY_ID);
  const rename = driver.prepare<{ state: TurnState }>(RENAME);

  function finish(finish: TurnFinish): FinishedTurn {
    const nowMs = now();
    const end = finish.state === 'done' ? finishDone : finishDead;
    const row = end.get(finish.reason ?? null, nowMs, finish.turnId, finish.epoch);
    if (!row) throw turnClaimLost(finish.turnId);
    if (joined.mayExist()) {
      const reason = finish.state === 'done' ? joinedReason(finish.turnId) : finish.reason;
      joined.endWith(row.seq, { state: finish.state, ...(reason !== undefined && { reason }) }, nowMs);
    }
    const laneWaits = lanes.leave(row.conversation);
    if (row.reason === STOPPED && finish.reason !== STOPPED) {
      return { laneWaits, taken: { deliveries: [] }, isStopped: true };
    }
    const taken = { deliveries: deliveries.keep(finish.deliveries, row.seq, finish.take) };
    for (const question of finish.questions) questions.keep(question);
    if (finish.log) logs.add(row.seq, finish.log);
    return { laneWaits, taken };
  }

  return {
    accept(acceptance: Acceptance): Accepted {
      const { turnId, channel, dedupeKey, claim, seat, receivedAtMs, raw, take, maxOpen, limits, ending } = acceptance;
      const first = firstOfKey.get(channel, dedupeKey);
      if (first) return { status: 'duplicate', turnId: first.turn_id };

      const conversation = conversations.currentName(acceptance.conversation);
      if (maxOpen !== undefined && !ending && lanes.open(conversation) >= maxOpen) return { status: 'full' };
      const nowMs = limits || ending ? now() : 0;
      const limited = limits && limitOf(limits, buckets, nowMs);
      if (limited) return limited;

      const response = claim?.response;
      const claimed =
        response !== undefined &&
        questions.claim({ conversation, widgetId: response.id, label: response.label, nowMs: receivedAtMs });
      if (claim?.whenLost === 'drop' && !claimed) return { status: 'lost' };
      if (limits) countAgainst(limits, buckets, nowMs);

      const isTaken = take?.turns === true && !ending && lanes.enter(conversation, channel);
      const generation = conversations.generation(conversation);
      const answer = claimed ? response : undefined;
      const seq = keep(acceptance, { conversation, generation, isTaken, answer, nowMs });
      let said: readonly NewDelivery[] = claimed && claim?.edit ? [claim.edit] : [];
      if (ending) said = [...said, ...ending.deliveries];
      const taken: Taken = { deliveries: deliveries.keep(said, seq, take) };
      if (isTaken) {
        taken.turn = { turnId, epoch: 1, attempt: 1, channel, conversation, raw, receivedAtMs, generation };
        if (answer) taken.turn.response = answer;
      } else if (!ending) {
        lanes.join(conversation, channel, seq);
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
        return turnWorkOf(row, row.epoch + 1);
      });
    },

    finish,

    release({
      turnId,
      epoch,
      atMs,
      isUntried,
    }: {
      turnId: string;
      epoch: number;
      atMs: number;
      isUntried: boolean;
    }): void {
      if (isStopAsked.get(turnId, epoch)) {
        finish({ turnId, epoch, state: 'done', reason: STOPPED, deliveries: [], questions: [] });
        return;
      }
      const row = putBack.get(isUntried ? 1 : 0, turnId, epoch);
      if (!row) throw turnClaimLost(turnId);
      lanes.hold(row.conversation, atMs, now());
    },

    record(turnId: string): TurnRecord | undefined {
      const row = byId.get(turnId);
      if (!row) return undefined;
      const state = row.state === 'joined' ? 'running' : row.state;
      const record: TurnRecord = { turnId, state, deliveries: deliveries.ofTurn(row.seq) };
      const joinedTo = joinedTurnIn(row.reason ?? undefined);
      if (joinedTo !== undefined) record.joinedTo = joinedTo;
      else if (row.reason !== null) record.reason = row.reason;
      return record;
    },

    rename(from: string, to: string): void {
      const states = rename.all(to, from).map((row) => row.state);
      const count = (state: TurnState) => states.filter((other) => other === state).length;
      lanes.shift(from, to, { waiting: count('waiting'), running: count('running') });
    },
  };
}

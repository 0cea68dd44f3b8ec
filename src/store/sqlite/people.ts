import type { DeliveryState } from '../../protocol/delivery-state.ts';
import type { PersonExport, PersonKey } from '../../protocol/person-data.ts';
import type { Notices } from '../notices.ts';
import {
  type PersonDeliveryRow,
  type PersonQuestionRow,
  type PersonTurnRow,
  personDeliveryOf,
  personQuestionOf,
  personTurnOf,
} from '../rows/person-rows.ts';
import type { Blobs } from './blobs.ts';
import type { Conversations } from './conversations.ts';
import type { Driver } from './driver.ts';
import type { JoinedTurns } from './joined-turns.ts';
import type { Lanes } from './lanes.ts';
import { bound } from './lossless-text.ts';
import type { Questions } from './questions.ts';
import type { RenderReports } from './render-status.ts';
import type { Seats } from './seats.ts';
import type { TurnLogs } from './turn-log.ts';

/*
 * Nothing but an index over every message would find a person's rows at once, and every message would pay for it. So
 * the tables are read through, a stretch at a time, with everybody else's turn in between.
 */
const ROWS_PER_STEP = 5_000;

const THEIRS = `channel = ? and (person_id = ? or conversation in (select value from json_each(?)))`;
const IN_THEIR_CONVERSATIONS = `channel = ? and conversation in (select value from json_each(?))`;
const LAST_SEQ = `
  select max(coalesce((select max(seq) from turn), 0), coalesce((select max(seq) from delivery), 0)) as seq`;
const TURNS = `
  select seq, turn_id, channel, conversation, received_at_ms, state, raw from turn
  where seq >= ? and seq < ? and ${THEIRS} order by seq`;
const DELIVERIES = `
  select delivery_id, channel, conversation, state, payload from delivery
  where seq >= ? and seq < ? and ${IN_THEIR_CONVERSATIONS} order by seq`;
const QUESTIONS = 'select seq, conversation, widget_id, prompt, answered_label from question where conversation = ?';
const ERASE_TURNS = `
  delete from turn where seq >= ? and seq < ? and ${THEIRS}
  returning seq, turn_id, conversation, state, finished_at_ms`;
const ERASE_DELIVERIES = `
  delete from delivery where seq >= ? and seq < ? and ${IN_THEIR_CONVERSATIONS} returning lane, state`;

interface ErasedTurn {
  seq: number;
  turn_id: string;
  conversation: string;
  state: string;
}

/** What is held about a person. `transact` runs a step in a transaction of its own. */
export function preparePeople(
  driver: Driver,
  rooms: {
    turnLanes: Lanes;
    deliveryLanes: Lanes;
    joined: JoinedTurns;
    conversations: Conversations;
    questions: Questions;
    seats: Seats;
    logs: TurnLogs;
    reports: RenderReports;
    blobs: Blobs;
    pushes: { forget(conversation: string): number };
    userChannels: { forget(userId: string): number };
    notices: Notices;
    transact: <T>(step: () => T) => Promise<T>;
  },
) {
  const { turnLanes, deliveryLanes, joined, notices, transact } = rooms;
  const lastSeq = driver.prepare<{ seq: number }>(LAST_SEQ);
  const turns = driver.prepare<PersonTurnRow & { seq: number }>(TURNS);
  const deliveries = driver.prepare<PersonDeliveryRow>(DELIVERIES);
  const questions = driver.prepare<PersonQuestionRow & { seq: number }>(QUESTIONS);
  const eraseTurns = driver.prepare<ErasedTurn>(ERASE_TURNS);
  const eraseDeliveries = driver.prepare<{ lane: string; state: DeliveryState }>(ERASE_DELIVERIES);

  const seatsOf = ({ channel, personId }: PersonKey) =>
    rooms.seats.latest(personId).filter((seat) => seat.channel === channel);
  /** The private conversations of a person, under every name that they ever had. */
  const namesOf = (person: PersonKey) => [
    ...new Set(seatsOf(person).flatMap((seat) => rooms.conversations.namesOf(seat.conversation))),
  ];
  const toldOf = (turnSeq: number) => ({
    log: rooms.logs.ofTurn(turnSeq).events,
    renderStatus: rooms.reports.ofTurn(turnSeq),
  });
  const asJson = (names: readonly string[]) => JSON.stringify(names.map(bound));

  /** Goes through the rows of both tables, a stretch to a transaction. */
  async function throughAll(step: (fromSeq: number, toSeq: number) => void): Promise<void> {
    const last = await transact(() => lastSeq.get()?.seq ?? 0);
    for (let seq = 0; seq <= last; seq += ROWS_PER_STEP) await transact(() => step(seq, seq + ROWS_PER_STEP));
  }

  function leaveLane(turn: ErasedTurn): void {
    if (turn.state === 'waiting') turnLanes.withdraw(turn.conversation, { waiting: 1, running: 0 });
    if (turn.state === 'running') {
      turnLanes.withdraw(turn.conversation, { waiting: 0, running: 1 });
      notices.stopAsked(turn.turn_id);
    }
    joined.part(turn.seq);
  }

  return {
    async export(person: PersonKey): Promise<PersonExport> {
      const names = await transact(() => namesOf(person));
      const found: PersonExport = { seats: [], turns: [], deliveries: [], questions: [], blobs: [] };
      await throughAll((from, to) => {
        const theirs = turns.all(from, to, person.channel, person.personId, asJson(names));
        found.turns.push(...theirs.map((row) => personTurnOf(row, toldOf(row.seq))));
        found.deliveries.push(...deliveries.all(from, to, person.channel, asJson(names)).map(personDeliveryOf));
      });
      await transact(() => {
        found.seats = seatsOf(person);
        const asked = names.flatMap((name) => questions.all(name)).sort((a, b) => a.seq - b.seq);
        found.questions = asked.map(personQuestionOf);
        found.blobs = rooms.blobs.of(person, names);
      });
      return found;
    },

    /** Their seats go last: until then, an erasure that was cut short finds everything again. */
    async erase(person: PersonKey): Promise<number> {
      const names = await transact(() => namesOf(person));
      let deleted = 0;
      await throughAll((from, to) => {
        const gone = eraseTurns.all(from, to, person.channel, person.personId, asJson(names));
        for (const turn of gone) leaveLane(turn);
        const said = eraseDeliveries.all(from, to, person.channel, asJson(names));
        for (const { lane, state } of said) {
          deliveryLanes.withdraw(lane, { waiting: Number(state === 'waiting'), running: Number(state === 'sending') });
        }
        deleted += gone.length + said.length;
      });
      deleted += await transact(() => {
        notices.work();
        const forgotten = names.map((name) => rooms.questions.forget(name) + rooms.pushes.forget(name));
        const own = rooms.seats.forget(person.personId, person.channel) + rooms.userChannels.forget(person.personId);
        return forgotten.reduce((sum, count) => sum + count, own + rooms.blobs.forget(person, names));
      });
      return deleted;
    },
  };
}

import type { BlobOwner } from '../../protocol/blob-store.ts';
import type { PersonExport, PersonKey } from '../../protocol/person-data.ts';
import type { Blobs } from './blobs.ts';
import type { Conversations } from './conversations.ts';
import type { Deliveries } from './deliveries.ts';
import type { Pushes } from './pushes.ts';
import type { Questions } from './questions.ts';
import type { Seats } from './seats.ts';
import type { Turns } from './turns.ts';
import type { UserChannels } from './user-channels.ts';

export interface Rooms {
  turns: Turns;
  deliveries: Deliveries;
  questions: Questions;
  seats: Seats;
  conversations: Conversations;
  pushes: Pushes;
  userChannels: UserChannels;
  blobs: Blobs;
}

export function exportPerson(person: PersonKey, rooms: Rooms): PersonExport {
  const { seats, turns, deliveries, questions, isTheirs } = about(person, rooms);
  return {
    seats,
    turns: turns.map((row) => {
      const { turnId, channel, lane: conversation, receivedAtMs, state, raw } = row;
      const log = rooms.turns.logs.all(row);
      const renderStatus = rooms.turns.reports.of(row);
      return {
        ...{ turnId, channel, conversation, receivedAtMs, state },
        ...(raw !== undefined && { raw }),
        ...(log && { log }),
        ...(renderStatus.length > 0 && { renderStatus }),
      };
    }),
    deliveries: deliveries.map(({ deliveryId, channel, conversation, state, payload }) => ({
      ...{ deliveryId, channel, conversation, state, payload },
    })),
    questions: questions.map(({ question: { conversation, widgetId, prompt }, label }) => ({
      ...{ conversation, widgetId, prompt },
      ...(label !== undefined && { answeredLabel: label }),
    })),
    blobs: rooms.blobs.of(isTheirs),
  };
}

/** Gives the rows deleted and the turns that ran. */
export function erasePerson(person: PersonKey, rooms: Rooms): { deleted: number; running: string[] } {
  const { names, turns, deliveries, isTheirs } = about(person, rooms);
  const running = rooms.turns.erase(turns);
  rooms.deliveries.erase(deliveries);
  let deleted = turns.length + deliveries.length;
  for (const name of names) deleted += rooms.questions.forget(name) + rooms.pushes.forget(name);
  deleted += rooms.seats.forget(person.personId, person.channel) + rooms.userChannels.forget(person.personId);
  deleted += rooms.blobs.forget(isTheirs);
  return { deleted, running };
}

/** Their own turns, and whatever is in the conversations in which they have a seat. */
function about({ channel, personId }: PersonKey, rooms: Rooms) {
  const seats = rooms.seats.latest(personId).filter((seat) => seat.channel === channel);
  const names = new Set(seats.flatMap((seat) => rooms.conversations.namesOf(seat.conversation)));
  const inOrder = <Row extends { seq: number }>(rows: Iterable<Row>) => [...rows].sort((a, b) => a.seq - b.seq);
  return {
    seats,
    names,
    turns: inOrder(rooms.turns.rows.values()).filter(
      (row) => row.channel === channel && (row.personId === personId || names.has(row.lane)),
    ),
    deliveries: inOrder(rooms.deliveries.rows.values()).filter(
      (row) => row.channel === channel && names.has(row.conversation),
    ),
    questions: rooms.questions.of(names),
    isTheirs: (owner: BlobOwner) =>
      owner.channel === channel && (owner.personId === personId || names.has(owner.conversation)),
  };
}

import type { PersonExport, PersonKey } from '../../../protocol/person-data.ts';
import { type PersonBlobRow, personBlobOf } from '../../rows/blob-row.ts';
import {
  type PersonDeliveryRow,
  type PersonQuestionRow,
  type PersonTurnRow,
  personDeliveryOf,
  personQuestionOf,
  personTurnOf,
} from '../../rows/person-rows.ts';
import { type ReportRow, reportOf } from '../../rows/report-row.ts';
import { blobsOf } from '../blobs/blobs.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import { latestSeats, type SeatRow, seatOf } from '../conversations/seats.ts';
import { logsIn } from '../turn-log/logs-of-turns.ts';
import { reportsIn } from '../turn-log/render-status.ts';

/** Every name of every conversation in which the person has a seat. */
export const NAMES_OF_PERSON: Statement = {
  name: 'person.names',
  text: `
    with today as (
      select distinct coalesce(alias.current_name, seat.conversation) as name
      from seat left join conversation_alias as alias on alias.name = seat.conversation
      where seat.user_id = $1 and seat.channel = $2)
    select name from today
    union select alias.name from conversation_alias as alias join today on alias.current_name = today.name`,
};
const TURNS: Statement = {
  name: 'person.turns',
  text: `
    select seq, turn_id, channel, conversation, received_at_ms, state, raw from turn
    where channel = $2 and (person_id = $1 or conversation = any($3::text[])) order by place`,
};
const DELIVERIES: Statement = {
  name: 'person.deliveries',
  text: `
    select delivery_id, channel, conversation, state, payload from delivery
    where channel = $1 and conversation = any($2::text[]) order by place`,
};
const QUESTIONS: Statement = {
  name: 'person.questions',
  text: `
    select conversation, widget_id, prompt, answered_label from question
    where conversation = any($1::text[]) order by seq`,
};

/** Everything that is held about a person. */
export async function exportPerson(database: Database, { channel, personId }: PersonKey): Promise<PersonExport> {
  const named = await database.rows<{ name: string }>(bind(NAMES_OF_PERSON, personId, channel));
  const names = named.map(({ name }) => name);
  const [seats, turns, deliveries, questions, blobs] = await Promise.all([
    database.rows<SeatRow>(latestSeats(personId)),
    database.rows<PersonTurnRow & { seq: number }>(bind(TURNS, personId, channel, names)),
    database.rows<PersonDeliveryRow>(bind(DELIVERIES, channel, names)),
    database.rows<PersonQuestionRow>(bind(QUESTIONS, names)),
    database.rows<PersonBlobRow>(blobsOf({ channel, personId }, names)),
  ]);
  const seqs = turns.map(({ seq }) => seq);
  const [logs, reports] = await Promise.all([
    logsIn(database, seqs),
    database.rows<ReportRow & { turn_seq: number }>(reportsIn(seqs)),
  ]);
  const reportsBySeq = new Map<number, ReturnType<typeof reportOf>[]>();
  for (const report of reports) {
    const known = reportsBySeq.get(report.turn_seq);
    if (known) known.push(reportOf(report));
    else reportsBySeq.set(report.turn_seq, [reportOf(report)]);
  }
  return {
    seats: seats.map(seatOf).filter((seat) => seat.channel === channel),
    turns: turns.map((row) =>
      personTurnOf(row, {
        log: logs.get(row.seq)?.events ?? [],
        renderStatus: reportsBySeq.get(row.seq) ?? [],
      }),
    ),
    deliveries: deliveries.map(personDeliveryOf),
    questions: questions.map(personQuestionOf),
    blobs: blobs.map(personBlobOf),
  };
}

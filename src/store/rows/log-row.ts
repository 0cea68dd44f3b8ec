import {
  eventsBehind,
  type LogEntry,
  type LoggedEvent,
  type LogPage,
  type LogPosition,
  type TurnOwner,
} from '../../protocol/turn-log.ts';

/** One entry of a turn's log, as both SQL stores give it. */
export interface LogRow {
  run: number;
  /** JSON. */
  events: string;
}

/** An entry as it is written. `lastSeq` is that of its last event. */
export function rowOf({ run, events }: LogEntry): { run: number; lastSeq: number; events: string } {
  return { run, lastSeq: events.at(-1)?.seq ?? 0, events: JSON.stringify(events) };
}

/** What stands behind a position in these rows; nothing when there are none. */
export function pageOf(rows: readonly LogRow[], after?: LogPosition): LogPage | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const events = rows.flatMap((row) => JSON.parse(row.events) as LoggedEvent[]);
  return { run: first.run, events: eventsBehind(events, after?.run === first.run ? after.seq : 0) };
}

/** Whose a turn is, as a row has it. */
export interface OwnerRow {
  channel: string;
  conversation: string;
  person_id: string | null;
}

export function ownerIn({ channel, conversation, person_id: personId }: OwnerRow): TurnOwner {
  return { channel, conversation, ...(personId !== null && { personId }) };
}

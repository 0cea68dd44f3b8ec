import { jsonWith } from '../../protocol/json-once.ts';
import {
  eventsBehind,
  type LogEntry,
  type LoggedEvent,
  type LogPage,
  type LogPosition,
  type TurnEvent,
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
  return { run, lastSeq: events.at(-1)?.seq ?? 0, events: jsonOf(events) };
}

/** What may be large in an event, and is written out once for the log and for all readers. */
const LARGE: { [Type in TurnEvent['type']]?: string } = {
  envelope: 'envelope',
  block: 'block',
  tool_call: 'args',
  tool_result: 'result',
};

function jsonOf(events: LogEntry['events']): string {
  const parts: string[] = [];
  let start = 0;
  for (const [index, event] of events.entries()) {
    const name = LARGE[event.type];
    if (name === undefined) continue;
    if (start < index) parts.push(JSON.stringify(events.slice(start, index)).slice(1, -1));
    parts.push(jsonWith({ ...event, [name]: undefined }, name, Reflect.get(event, name)));
    start = index + 1;
  }
  if (start === 0) return JSON.stringify(events);
  if (start < events.length) parts.push(JSON.stringify(events.slice(start)).slice(1, -1));
  return `[${parts.join(',')}]`;
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

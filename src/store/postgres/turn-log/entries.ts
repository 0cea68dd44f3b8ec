import type { LogEntry } from '../../../protocol/turn-log.ts';
import { rowOf } from '../../rows/log-row.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';

const FORGET: Statement = {
  name: 'turn_log.forget',
  text: 'delete from turn_log where turn_seq = any($1::bigint[])',
};
const ADD: Statement = {
  name: 'turn_log.add',
  text: `
    insert into turn_log (turn_seq, last_seq, run, events)
    select turn_seq, last_seq, run, events
    from json_to_recordset($1) as row (turn_seq bigint, last_seq integer, run integer, events text)`,
};

/** Forgets the logs of turns. */
export function forgetLogs(turnSeqs: readonly number[]): Query {
  return bind(FORGET, turnSeqs);
}

/** Adds entries to logs, at most one to each. The rows of their turns are locked by then. */
export function logWrites(entries: readonly { turnSeq: number; entry: LogEntry }[]): Query[] {
  if (entries.length === 0) return [];
  const replaced = entries.flatMap(({ turnSeq, entry }) => (entry.replaces ? [turnSeq] : []));
  const rows = entries.map(({ turnSeq, entry }) => {
    const { lastSeq, run, events } = rowOf(entry);
    return { turn_seq: turnSeq, last_seq: lastSeq, run, events };
  });
  return [...(replaced.length > 0 ? [forgetLogs(replaced)] : []), bindRows(ADD, rows)];
}

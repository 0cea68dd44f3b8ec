import type { LogPage } from '../../../protocol/turn-log.ts';
import { type LogRow, pageOf } from '../../rows/log-row.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';

const LOGS: Statement = {
  name: 'turn_log.of_turns',
  text: 'select turn_seq, run, events from turn_log where turn_seq = any($1::bigint[]) order by turn_seq, last_seq',
};

/** What was said in the turns of these rows, by row. */
export async function logsIn(database: Database, turnSeqs: readonly number[]): Promise<ReadonlyMap<number, LogPage>> {
  const rows = await database.rows<LogRow & { turn_seq: number }>(bind(LOGS, turnSeqs));
  const ofTurn = new Map<number, LogRow[]>();
  for (const row of rows) {
    const entries = ofTurn.get(row.turn_seq);
    if (entries) entries.push(row);
    else ofTurn.set(row.turn_seq, [row]);
  }
  return new Map([...ofTurn].flatMap(([seq, entries]) => [[seq, pageOf(entries) as LogPage]]));
}

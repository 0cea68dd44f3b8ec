import type { HistoryPage, HistoryQuery } from '../../protocol/turn-log.ts';
import { historyPage, historySpan } from '../history-cursor.ts';
import type { Turns } from './turns.ts';

/** A page of the logged turns of a conversation that has had these names. */
export function historyOf({ rows, logs }: Turns, names: readonly string[], query: HistoryQuery): HistoryPage {
  const { limit, beforePlace } = historySpan(query);
  const found = [...rows.values()].flatMap((row) => {
    const log = row.seq < beforePlace && names.includes(row.lane) ? logs.behind(row) : undefined;
    return log ? [{ ...row, ...log, place: row.seq }] : [];
  });
  found.sort((a, b) => b.place - a.place);
  return historyPage(found, limit, ({ turnId, receivedAtMs, generation, state, run, events }) => ({
    ...{ turnId, receivedAtMs, generation, state, run, events },
  }));
}

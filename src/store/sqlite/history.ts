import type { HistoryPage, HistoryQuery } from '../../protocol/turn-log.ts';
import { historyPage, historySpan } from '../history-cursor.ts';
import { type HistoryRow, loggedTurnOf } from '../rows/history-row.ts';
import type { Conversations } from './conversations.ts';
import type { Driver } from './driver.ts';
import type { TurnLogs } from './turn-log.ts';

const LATEST = `
  select seq, seq as place, turn_id, received_at_ms, generation, state from turn
  where conversation = ? and is_logged = 1 and seq < ? order by seq desc limit 0 + ?`;

/** The turns of a conversation of which it is kept what was said. */
export function prepareHistory(driver: Driver, rooms: { conversations: Conversations; logs: TurnLogs }) {
  const latest = driver.prepare<HistoryRow>(LATEST);
  return (query: HistoryQuery): HistoryPage => {
    const { limit, beforePlace } = historySpan(query);
    const names = rooms.conversations.namesOf(query.conversation);
    // One more than asked for tells whether there is another page.
    const found = names.flatMap((name) => latest.all(name, beforePlace, limit + 1));
    found.sort((a, b) => b.place - a.place);
    return historyPage(found, limit, (row) => loggedTurnOf(row, rooms.logs.ofTurn(row.seq)));
  };
}

import type { HistoryPage, HistoryQuery } from '../../../protocol/turn-log.ts';
import { historyPage, historySpan } from '../../history-cursor.ts';
import { type HistoryRow, loggedTurnOf } from '../../rows/history-row.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import { namesOf } from '../conversations/conversations.ts';
import { logsIn } from './logs-of-turns.ts';

const LATEST: Statement = {
  name: 'turn.history',
  text: `
    select found.seq, found.place, found.turn_id, found.received_at_ms, found.generation, found.state
    from unnest($1::text[]) as asked (name) cross join lateral (
      select seq, place, turn_id, received_at_ms, generation, state from turn
      where conversation = asked.name and is_logged and place < $2 order by place desc limit $3) as found
    order by found.place desc limit $3`,
};

/** The turns of a conversation of which it is kept what was said, latest first. */
export async function historyOf(database: Database, query: HistoryQuery): Promise<HistoryPage> {
  const { limit, beforePlace } = historySpan(query);
  const names = (await database.rows<{ name: string }>(namesOf(query.conversation))).map(({ name }) => name);
  // One more than asked for tells whether there is another page.
  const found = await database.rows<HistoryRow>(bind(LATEST, names, beforePlace, limit + 1));
  const logs = await logsIn(
    database,
    found.slice(0, limit).map(({ seq }) => seq),
  );
  const page = historyPage(found, limit, (row) => ({ row, log: logs.get(row.seq) }));
  // A log may be replaced, or go with its turn, between the two looks.
  return { ...page, turns: page.turns.flatMap(({ row, log }) => (log ? [loggedTurnOf(row, log)] : [])) };
}

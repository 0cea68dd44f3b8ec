import type { LogPosition, TurnLog, TurnOwner } from '../../../protocol/turn-log.ts';
import { type LogRow, type OwnerRow, ownerIn, pageOf } from '../../rows/log-row.ts';
import type { Batches } from '../batches.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { AskedAppend } from './append.ts';
import { historyOf } from './history.ts';
import type { LogNews } from './log-news.ts';

/** Entries of one page. */
const ROWS_PER_PAGE = 100;

const BEHIND: Statement = {
  name: 'turn_log.behind',
  text: `
    select run, events from turn_log
    where turn_seq = (select seq from turn where turn_id = $1) and (run <> $2 or last_seq > $3)
    order by last_seq limit ${ROWS_PER_PAGE}`,
};
const IS_KEPT: Statement = {
  name: 'turn_log.is_kept',
  text: 'select run from turn_log where turn_seq = (select seq from turn where turn_id = $1) limit 1',
};
const OWNER: Statement = {
  name: 'turn.owner',
  text: 'select channel, conversation, person_id from turn where turn_id = $1',
};

/** What is said in turns. `run` is the store's way to run an operation. */
export function turnLogIn(deps: {
  database: Database;
  appends: Batches<AskedAppend, void>;
  news: LogNews;
  run: <Result>(operation: () => Promise<Result>) => Promise<Result>;
}): TurnLog {
  const { database, appends, news, run } = deps;

  async function read(turnId: string, after?: LogPosition) {
    const rows = await database.rows<LogRow>(bind(BEHIND, turnId, after?.run ?? 0, after?.seq ?? 0));
    const page = pageOf(rows, after);
    if (page || !after) return page;
    const [kept] = await database.rows<{ run: number }>(bind(IS_KEPT, turnId));
    return kept && { run: kept.run, events: [] };
  }

  async function ownerOf(turnId: string): Promise<TurnOwner | undefined> {
    const [row] = await database.rows<OwnerRow>(bind(OWNER, turnId));
    return row && ownerIn(row);
  }

  return {
    append: (entry) =>
      run(async () => {
        await appends.ask(entry);
        news.note(entry.turnId);
      }),
    read: (turnId, after) => run(() => read(turnId, after)),
    ownerOf: (turnId) => run(() => ownerOf(turnId)),
    ofConversation: (query) => run(() => historyOf(database, query)),
    tellReading: (turnIds) => run(() => news.tellReading(turnIds)),
  };
}

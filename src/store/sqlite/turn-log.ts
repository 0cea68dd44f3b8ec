import type { LogEntry, LogPage, LogPosition, TurnOwner } from '../../protocol/turn-log.ts';
import { turnClaimLost } from '../faults.ts';
import { type LogRow, type OwnerRow, ownerIn, pageOf, rowOf } from '../rows/log-row.ts';
import type { Driver } from './driver.ts';

const HELD = 'select seq from turn where turn_id = ? and epoch = ?';
const FORGET = 'delete from turn_log where turn_seq = ?';
const ADD = 'insert into turn_log (turn_seq, last_seq, run, events) values (?, ?, ?, ?)';
/** Where it was not before: the row of a long turn is not written anew with each of its entries. */
const MARK = 'update turn set is_logged = 1 where seq = ? and is_logged = 0';
const BEHIND = `
  select run, events from turn_log
  where turn_seq = (select seq from turn where turn_id = ?) and (run <> ? or last_seq > ?)
  order by last_seq limit 0 + ?`;
const IS_KEPT = `
  select run from turn_log where turn_seq = (select seq from turn where turn_id = ?) limit 1`;
const OF_TURN = 'select run, events from turn_log where turn_seq = ? order by last_seq';
const OWNER = 'select channel, conversation, person_id from turn where turn_id = ?';

/** Entries of one page. */
const ROWS_PER_PAGE = 100;

export type TurnLogs = ReturnType<typeof prepareTurnLog>;

/** What was said in turns. A trigger of the database deletes it with its turn. */
export function prepareTurnLog(driver: Driver) {
  const held = driver.prepare<{ seq: number }>(HELD);
  const forget = driver.prepare(FORGET);
  const insert = driver.prepare(ADD);
  const mark = driver.prepare(MARK);
  const behind = driver.prepare<LogRow>(BEHIND);
  const isKept = driver.prepare<{ run: number }>(IS_KEPT);
  const ofTurn = driver.prepare<LogRow>(OF_TURN);
  const owner = driver.prepare<OwnerRow>(OWNER);

  /** Adds to the log of the turn in row `turnSeq`. */
  function add(turnSeq: number, entry: LogEntry): void {
    if (entry.replaces) {
      forget.run(turnSeq);
      mark.run(turnSeq);
    }
    const { lastSeq, run, events } = rowOf(entry);
    insert.run(turnSeq, lastSeq, run, events);
  }

  return {
    add,

    append(entry: LogEntry & { turnId: string; epoch: number }): void {
      const row = held.get(entry.turnId, entry.epoch);
      if (!row) throw turnClaimLost(entry.turnId);
      add(row.seq, entry);
    },

    read(turnId: string, after?: LogPosition): LogPage | undefined {
      const rows = behind.all(turnId, after?.run ?? 0, after?.seq ?? 0, ROWS_PER_PAGE);
      return pageOf(rows, after) ?? (after && emptyPage(isKept.get(turnId)));
    },

    /** All of the turn in row `turnSeq`; without events when nothing is kept. */
    ofTurn: (turnSeq: number): LogPage => pageOf(ofTurn.all(turnSeq)) ?? { run: 0, events: [] },

    ownerOf(turnId: string): TurnOwner | undefined {
      const row = owner.get(turnId);
      return row && ownerIn(row);
    },
  };
}

function emptyPage(kept: { run: number } | undefined): LogPage | undefined {
  return kept && { run: kept.run, events: [] };
}

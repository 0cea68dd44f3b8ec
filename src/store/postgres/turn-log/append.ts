import type { LogEntry } from '../../../protocol/turn-log.ts';
import { turnClaimLost } from '../../faults.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { Outcome } from '../outcome.ts';
import { logWrites } from './entries.ts';

/** In the order of their rows, so that no two who lock several wait for each other. Nobody claims them anew meanwhile. */
const HELD: Statement = {
  name: 'turn_log.lock_turns',
  text: 'select seq, turn_id, epoch, is_logged from turn where turn_id = any($1::text[]) order by seq for share',
};
const MARK: Statement = {
  name: 'turn.mark_logged',
  text: 'update turn set is_logged = true where seq = any($1::bigint[])',
};

export type AskedAppend = LogEntry & { turnId: string; epoch: number };

interface HeldTurn {
  seq: number;
  turn_id: string;
  epoch: number;
  is_logged: boolean;
}

/** Adds to the logs of turns, each for whoever holds the latest claim of its turn. */
export async function appendAll(
  transaction: Transaction,
  asked: readonly AskedAppend[],
): Promise<Plan<Outcome<void>[]>> {
  const turnIds = asked.map(({ turnId }) => turnId);
  const rows = await transaction.rows<HeldTurn>(bind(HELD, turnIds));
  const held = new Map(rows.map((row) => [row.turn_id, row]));
  const entries: { turnSeq: number; entry: LogEntry }[] = [];
  const newlyLogged = new Set<number>();
  const result = asked.map((entry): Outcome<void> => {
    const row = held.get(entry.turnId);
    if (row?.epoch !== entry.epoch) return { refused: turnClaimLost(entry.turnId) };
    entries.push({ turnSeq: row.seq, entry });
    if (!row.is_logged) newlyLogged.add(row.seq);
    return { result: undefined };
  });
  const marking = newlyLogged.size > 0 ? [bind(MARK, [...newlyLogged])] : [];
  return { result, writes: [...marking, ...logWrites(entries)] };
}

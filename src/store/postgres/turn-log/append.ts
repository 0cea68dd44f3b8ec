import type { LogEntry } from '../../../protocol/turn-log.ts';
import { turnClaimLost } from '../../faults.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { Outcome } from '../outcome.ts';
import { logWrites } from './entries.ts';

/** In the order of their rows, so that no two who lock several wait for each other. Nobody claims them anew meanwhile. */
const HELD: Statement = {
  name: 'turn_log.lock_turns',
  text: 'select seq, turn_id, epoch from turn where turn_id = any($1::text[]) order by seq for share',
};

export type AskedAppend = LogEntry & { turnId: string; epoch: number };

/** Adds to the logs of turns, each for whoever holds the latest claim of its turn. */
export async function appendAll(
  transaction: Transaction,
  asked: readonly AskedAppend[],
): Promise<Plan<Outcome<void>[]>> {
  const turnIds = asked.map(({ turnId }) => turnId);
  const rows = await transaction.rows<{ seq: number; turn_id: string; epoch: number }>(bind(HELD, turnIds));
  const held = new Map(rows.map((row) => [row.turn_id, row]));
  const entries: { turnSeq: number; entry: LogEntry }[] = [];
  const result = asked.map((entry): Outcome<void> => {
    const row = held.get(entry.turnId);
    if (row?.epoch !== entry.epoch) return { refused: turnClaimLost(entry.turnId) };
    entries.push({ turnSeq: row.seq, entry });
    return { result: undefined };
  });
  return { result, writes: logWrites(entries) };
}

import type { JoinedTurn } from '../../../protocol/store.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import { lockLanesOfTurns } from '../lanes/lock-lanes.ts';
import { HeldTurns } from './held-turns.ts';

const JOINED: Statement = {
  name: 'turn.joined',
  text: 'select seq, turn_id, raw from turn where joined_to = $1 order by place',
};
const BEHIND: Statement = {
  name: 'turn.behind',
  text: `
    select seq, turn_id, raw, response is not null or person_id is distinct from $3 as is_other from turn
    where conversation = $1 and finished_at_ms is null and state = 'waiting' and place > $2
    order by place`,
};
const JOIN: Statement = {
  name: 'turn.join',
  text: `update turn set state = 'running', joined_to = $2 where seq = any($1::bigint[])`,
};

interface Row {
  seq: number;
  turn_id: string;
  raw: string;
}

/**
 * Joins to a running turn what the same person said behind it, up to the first answer. Gives all that joined it.
 */
export async function joinWaiting(
  transaction: Transaction,
  claim: { turnId: string; epoch: number },
): Promise<Plan<JoinedTurn[]>> {
  const locking = lockLanesOfTurns(transaction, [claim.turnId]);
  const [lanes, turns] = await Promise.all([locking, HeldTurns.read(transaction, [claim.turnId], locking)]);
  const head = turns.of(claim);
  if (head instanceof Error) throw head;
  const [joined, behind] = await Promise.all([
    transaction.rows<Row>(bind(JOINED, head.seq)),
    transaction.rows<Row & { is_other: boolean }>(bind(BEHIND, head.conversation, head.place, head.person_id)),
  ]);
  const firstOther = behind.findIndex((row) => row.is_other);
  const joining = firstOther < 0 ? behind : behind.slice(0, firstOther);
  lanes.withdraw(head.conversation, { waiting: joining.length, running: 0 });
  return {
    result: [...joined, ...joining].map((row) => ({ turnId: row.turn_id, raw: row.raw })),
    writes:
      joining.length === 0
        ? []
        : [
            bind(
              JOIN,
              joining.map(({ seq }) => seq),
              head.seq,
            ),
            ...lanes.writes(),
          ],
  };
}

import type { TurnWork } from '../../../protocol/store.ts';
import { type TurnRow, turnWorkOf } from '../../rows/turn-row.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { newEpoch } from '../instances/new-epoch.ts';
import { endHolds, lockFreeTurnLanes, rowsOf } from '../lanes/free-lanes.ts';

const HEADS: Statement = {
  name: 'turn.heads',
  text: `
    select item.seq, item.turn_id, item.attempt, item.channel, item.conversation, item.received_at_ms,
      item.generation, item.response, item.raw
    from unnest($1::text[]) with ordinality as lane (name, number)
      cross join lateral (
        select * from turn
        where turn.conversation = lane.name and turn.finished_at_ms is null and turn.state = 'waiting'
        order by place limit 1
      ) as item
    order by lane.number`,
};
const START: Statement = {
  name: 'turn.start',
  text: `
    update turn set state = 'running', attempt = attempt + 1, epoch = $3, instance_id = $2
    where seq = any($1::bigint[])`,
};

/** Claims the heads of free lanes, those first whose turn it is. */
export async function claimTurns(
  transaction: Transaction,
  limit: number,
  context: StoreContext,
): Promise<Plan<TurnWork[]>> {
  const rows = rowsOf(limit);
  const holds = endHolds('turn_lane', context.now(), rows).map((query) => transaction.rows(query));
  const [lanes] = await Promise.all([lockFreeTurnLanes(transaction, rows), ...holds]);
  const names = lanes.names();
  if (names.length === 0) return { writes: [], result: [] };
  const heads = await transaction.rows<TurnRow & { seq: number }>(bind(HEADS, names));
  for (const head of heads) lanes.start(head.conversation);
  const epoch = newEpoch();
  return {
    result: heads.map((head) => turnWorkOf(head, epoch)),
    claims: heads.map((head) => ({ kind: 'turn', id: head.turn_id, epoch })),
    writes: [
      bind(
        START,
        heads.map(({ seq }) => seq),
        context.instanceId(),
        epoch,
      ),
      ...lanes.writes(),
    ],
  };
}

import type { Plan, Transaction } from '../connection/database.ts';
import type { Claim } from '../connection/postgres-errors.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { readDeliveries, type SettledRow } from '../deliveries/settle.ts';
import { lockLanesOfDeliveries, lockLanesOfTurns } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';
import { endWrites, stoppedEnd } from '../turns/end.ts';
import { HeldTurns } from '../turns/held-turns.ts';
import { notify, tellWork } from './wake-ups.ts';

const TURNS: Statement = {
  name: 'turn.give_back',
  text: `
    update turn set state = 'waiting', attempt = attempt - 1, instance_id = null where seq = any($1::bigint[])`,
};
const DELIVERIES: Statement = {
  name: 'delivery.give_back',
  text: `
    update delivery set state = 'waiting', attempt = attempt - 1, instance_id = null where seq = any($1::bigint[])`,
};

const STRAY: Statement = {
  name: 'claim.stray',
  text: `
    with asked as (select kind, id, epoch from json_to_recordset($1) as row (kind text, id text, epoch integer))
    select asked.* from asked join turn on turn.turn_id = asked.id and turn.epoch = asked.epoch
    where asked.kind = 'turn' and turn.state = 'running'
    union all
    select asked.* from asked join delivery on delivery.delivery_id = asked.id and delivery.epoch = asked.epoch
    where asked.kind = 'delivery' and delivery.state = 'sending'`,
};

/** Gives those of the claims that were committed after all, a row each. */
export function strayClaims(claims: readonly Claim[]): Query {
  return bindRows(
    STRAY,
    claims.map(({ kind, id, epoch }) => ({ kind, id, epoch })),
  );
}

/** Lets wait again what was claimed in a commit whose answer never came: nobody was given it, and nothing was begun. */
export async function giveBack(
  transaction: Transaction,
  claims: readonly Claim[],
  context: StoreContext,
): Promise<Plan<number>> {
  const idsOf = (kind: Claim['kind']) => claims.filter((claim) => claim.kind === kind).map(({ id }) => id);
  const epochs = new Map(claims.map(({ kind, id, epoch }) => [`${kind} ${id}`, epoch]));
  const lockingTurns = lockLanesOfTurns(transaction, idsOf('turn'));
  const lockingDeliveries = lockLanesOfDeliveries(transaction, idsOf('delivery'));
  const [turnLanes, deliveryLanes, turns, deliveries] = await Promise.all([
    ...([lockingTurns, lockingDeliveries] as const),
    HeldTurns.read(transaction, idsOf('turn'), lockingTurns),
    readDeliveries(transaction, idsOf('delivery')),
  ]);
  const heldTurns = idsOf('turn').flatMap((turnId) => {
    const turn = turns.of({ turnId, epoch: epochs.get(`turn ${turnId}`) ?? 0 });
    return turn instanceof Error ? [] : [turn];
  });
  const heldDeliveries = deliveries.filter(
    (row: SettledRow) =>
      row.state === 'sending' && row.epoch === epochs.get(`delivery ${row.delivery_id}`) && deliveryLanes.has(row.lane),
  );
  const stopped = heldTurns.filter((turn) => turn.is_stop_asked);
  const unbegun = heldTurns.filter((turn) => !turn.is_stop_asked);
  const places = await Places.draw(transaction, stopped.length);
  for (const { conversation } of stopped) turnLanes.leave(conversation, places.next());
  for (const { conversation } of unbegun) turnLanes.putBack(conversation);
  for (const { lane } of heldDeliveries) deliveryLanes.putBack(lane);
  return {
    result: heldTurns.length + heldDeliveries.length,
    onCommitted: () => tellWork(context),
    writes: [
      ...endWrites(stopped.map(stoppedEnd), context.now()),
      bind(
        TURNS,
        unbegun.map(({ seq }) => seq),
      ),
      bind(
        DELIVERIES,
        heldDeliveries.map(({ seq }) => seq),
      ),
      ...turnLanes.writes(),
      ...deliveryLanes.writes(),
      notify({ type: 'work', from: context.instanceId() }),
    ],
  };
}

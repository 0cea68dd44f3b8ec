import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { type LaneRow, LockedLanes } from '../lanes/lanes.ts';
import { Places } from '../lanes/places.ts';
import { endWrites, HAS_JOINED, stoppedEnd } from '../turns/end.ts';
import { notify, tellWork } from './wake-ups.ts';

const LOCK_TURN_LANES: Statement = {
  name: 'turn_lane.lock_claimed',
  text: `
    select name, waiting, running, due_ms, held_at_ms, position from turn_lane
    where name in (select conversation from turn where instance_id = any($1::bigint[]))
    order by name for update`,
};
const LOCK_DELIVERY_LANES: Statement = {
  name: 'delivery_lane.lock_claimed',
  text: `
    select name, channel, waiting, running, due_ms, held_at_ms, position from delivery_lane
    where name in (select lane from delivery where instance_id = any($1::bigint[]))
    order by name for update`,
};
const STOP_ASKED: Statement = {
  name: 'turn.claimed_and_stopped',
  text: `
    select seq, turn_id, conversation, ${HAS_JOINED}
    from turn where instance_id = any($1::bigint[]) and conversation = any($2::text[]) and is_stop_asked`,
};
const PUT_TURNS_BACK: Statement = {
  name: 'turn.put_claimed_back',
  text: `
    update turn set state = 'waiting', instance_id = null
    where instance_id = any($1::bigint[]) and conversation = any($2::text[]) and not is_stop_asked
    returning conversation`,
};
const SENDING: Statement = {
  name: 'delivery.claimed',
  text: `
    select seq, lane, channel, kind from delivery
    where instance_id = any($1::bigint[]) and lane = any($2::text[])`,
};
const PUT_DELIVERIES_BACK: Statement = {
  name: 'delivery.put_claimed_back',
  text: `update delivery set state = 'waiting', instance_id = null where seq = any($1::bigint[])`,
};
const PARK: Statement = {
  name: 'delivery.park',
  text: `
    update delivery set state = 'dead', reason = 'outcome_unknown', finished_at_ms = $2, instance_id = null, secret = null
    where seq = any($1::bigint[])`,
};

interface SendingRow {
  seq: number;
  lane: string;
  channel: string;
  kind: 'send' | 'edit';
}

interface StoppedRow {
  seq: number;
  turn_id: string;
  conversation: string;
  has_joined: boolean;
}

/** What became of the claims. */
export interface Reaped {
  turns: number;
  /** Somebody had asked to stop them: they ended. */
  stopped: number;
  deliveries: number;
  parked: number;
}

/**
 * Lets wait again what dead instances had claimed; attempts stay counted, and the next claim has another epoch. A turn
 * that somebody had asked to stop ends. What was being sent may have arrived: where the channel's policy says so, it is
 * parked instead. An edit may go out twice.
 */
export async function reap(
  transaction: Transaction,
  instanceIds: readonly number[],
  context: StoreContext,
): Promise<Plan<Reaped>> {
  const [turnLaneRows, deliveryLaneRows] = await Promise.all([
    transaction.rows<LaneRow>(bind(LOCK_TURN_LANES, instanceIds)),
    transaction.rows<LaneRow>(bind(LOCK_DELIVERY_LANES, instanceIds)),
  ]);
  const turnLanes = new LockedLanes('turn_lane', turnLaneRows);
  const deliveryLanes = new LockedLanes('delivery_lane', deliveryLaneRows);
  const [stopped, turns, sending] = await Promise.all([
    transaction.rows<StoppedRow>(bind(STOP_ASKED, instanceIds, turnLanes.names())),
    transaction.rows<{ conversation: string }>(bind(PUT_TURNS_BACK, instanceIds, turnLanes.names())),
    transaction.rows<SendingRow>(bind(SENDING, instanceIds, deliveryLanes.names())),
  ]);
  const isParked = ({ kind, channel }: SendingRow) =>
    kind === 'send' && context.policies.of(channel).whenUnknown === 'park';
  const parked = sending.filter(isParked);
  const putBack = sending.filter((row) => !isParked(row));
  const places = await Places.draw(transaction, parked.length + stopped.length);
  for (const { conversation } of turns) turnLanes.putBack(conversation);
  for (const { conversation } of stopped) turnLanes.leave(conversation, places.next());
  for (const { lane } of putBack) deliveryLanes.putBack(lane);
  for (const { lane } of parked) deliveryLanes.leave(lane, places.next());
  return {
    result: { turns: turns.length, stopped: stopped.length, deliveries: putBack.length, parked: parked.length },
    writes: [
      ...endWrites(stopped.map(stoppedEnd), context.now()),
      ...(putBack.length > 0
        ? [
            bind(
              PUT_DELIVERIES_BACK,
              putBack.map(({ seq }) => seq),
            ),
          ]
        : []),
      ...(parked.length > 0
        ? [
            bind(
              PARK,
              parked.map(({ seq }) => seq),
              context.now(),
            ),
          ]
        : []),
      ...turnLanes.writes(),
      ...deliveryLanes.writes(),
      notify({ type: 'work', from: context.instanceId() }),
    ],
    onCommitted: () => tellWork(context),
  };
}

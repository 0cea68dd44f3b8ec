import type { PersonKey } from '../../../protocol/person-data.ts';
import { forgetBlobs } from '../blobs/blobs.ts';
import { unusedBytes } from '../blobs/unused-bytes.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { forgetQuestions } from '../conversations/questions.ts';
import { notify, tellWork } from '../instances/wake-ups.ts';
import { type LaneRow, LockedLanes } from '../lanes/lanes.ts';
import { type RunningTurn, stopWrites, tellStopped } from '../turns/stop.ts';
import { NAMES_OF_PERSON } from './people.ts';
import { forgetUserChannels } from './user-channels.ts';

const LOCK_TURN_LANES: Statement = {
  name: 'turn_lane.lock_of_person',
  text: `
    select name, waiting, running, due_ms, held_at_ms, position from turn_lane
    where name = any($3::text[]) or name in (
      select conversation from turn where person_id = $1 and channel = $2 and finished_at_ms is null)
    order by name for update`,
};
const LOCK_DELIVERY_LANES: Statement = {
  name: 'delivery_lane.lock_of_person',
  text: `
    select name, channel, waiting, running, due_ms, held_at_ms, position from delivery_lane
    where name in (
      select lane from delivery where conversation = any($2::text[]) and channel = $1 and finished_at_ms is null)
    order by name for update`,
};
/** Only what stands in a lane that is locked; the rest came in this very moment and is found by the next erasure. */
const DELETE_TURNS: Statement = {
  name: 'person.delete_turns',
  text: `
    delete from turn
    where channel = $2 and (person_id = $1 or conversation = any($3::text[]))
      and (finished_at_ms is not null or conversation = any($4::text[]))
    returning seq, turn_id, place, conversation, state, joined_to, instance_id`,
};
const WAIT_AGAIN: Statement = {
  name: 'turn.wait_alone',
  text: `
    update turn set state = 'waiting', joined_to = null where joined_to = any($1::bigint[])
    returning conversation, place`,
};
const DELETE_DELIVERIES: Statement = {
  name: 'person.delete_deliveries',
  text: `
    delete from delivery
    where channel = $1 and conversation = any($2::text[])
      and (finished_at_ms is not null or state = 'scheduled' or lane = any($3::text[]))
    returning lane, state`,
};
const DELETE_PUSHES: Statement = {
  name: 'person.delete_pushes',
  text: 'delete from push where conversation = any($1::text[]) returning idempotency_key',
};
const DELETE_SEATS: Statement = {
  name: 'person.delete_seats',
  text: 'delete from seat where user_id = $1 and channel = $2 returning conversation',
};

interface DeletedTurn extends RunningTurn {
  conversation: string;
  state: string;
  joined_to: number | null;
}

/** Deletes everything that is held about a person. Gives the rows deleted. */
export async function erasePerson(
  transaction: Transaction,
  { channel, personId }: PersonKey,
  context: StoreContext,
): Promise<Plan<number>> {
  const named = await transaction.rows<{ name: string }>(bind(NAMES_OF_PERSON, personId, channel));
  const names = named.map(({ name }) => name);
  const [turnLaneRows, deliveryLaneRows] = await Promise.all([
    transaction.rows<LaneRow>(bind(LOCK_TURN_LANES, personId, channel, names)),
    transaction.rows<LaneRow>(bind(LOCK_DELIVERY_LANES, channel, names)),
  ]);
  const turnLanes = new LockedLanes('turn_lane', turnLaneRows);
  const deliveryLanes = new LockedLanes('delivery_lane', deliveryLaneRows);
  const [turns, deliveries, blobs, ...others] = await Promise.all([
    transaction.rows<DeletedTurn>(bind(DELETE_TURNS, personId, channel, names, turnLanes.names())),
    transaction.rows<{ lane: string; state: string }>(bind(DELETE_DELIVERIES, channel, names, deliveryLanes.names())),
    transaction.rows<{ hash: string | null }>(forgetBlobs({ channel, personId }, names)),
    transaction.rows(forgetQuestions(names)),
    transaction.rows(bind(DELETE_PUSHES, names)),
    transaction.rows(bind(DELETE_SEATS, personId, channel)),
    transaction.rows(forgetUserChannels(personId)),
  ]);
  const heads = turns.filter((row) => row.joined_to === null && (row.state === 'waiting' || row.state === 'running'));
  const alone = await transaction.rows<{ conversation: string; place: number }>(
    bind(
      WAIT_AGAIN,
      heads.map(({ seq }) => seq),
    ),
  );
  for (const { conversation, place } of alone) turnLanes.join(conversation, place);
  for (const { conversation, state } of heads) turnLanes.withdraw(conversation, laneItem(state === 'running'));
  for (const { lane, state } of deliveries) {
    if (state === 'waiting' || state === 'sending') deliveryLanes.withdraw(lane, laneItem(state === 'sending'));
  }
  const running = heads.filter(({ state }) => state === 'running');
  const deleted = [turns, deliveries, blobs, ...others].reduce((sum, rows) => sum + rows.length, 0);
  const from = context.instanceId();
  const unused = await unusedBytes(transaction, blobs);
  return {
    result: deleted,
    onCommitted() {
      tellStopped(context, running);
      tellWork(context);
    },
    writes: [
      ...turnLanes.writes(),
      ...deliveryLanes.writes(),
      ...unused,
      ...stopWrites(running, from),
      notify({ type: 'work', from }),
    ],
  };
}

function laneItem(isRunning: boolean): { waiting: number; running: number } {
  return isRunning ? { waiting: 0, running: 1 } : { waiting: 1, running: 0 };
}

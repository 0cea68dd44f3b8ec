import type { ConversationMove } from '../../../protocol/store.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { wakeUps } from '../instances/wake-ups.ts';
import { LockedLanes } from '../lanes/lanes.ts';
import { lockDeliveryLanes, lockTurnLanes } from '../lanes/lock-lanes.ts';
import { Names } from './names.ts';
import { renamedQuestionWrites } from './questions.ts';
import { movedSeat, seatWrites, type TakenSeatRow, takeSeats } from './seats.ts';

const FORGET_NAMES: Statement = {
  name: 'conversation.forget_names',
  text: 'delete from conversation_alias where name = any($1::text[])',
};
const FOLLOW: Statement = {
  name: 'conversation.follow',
  text: 'update conversation_alias set current_name = $2 where current_name = $1',
};
const KEEP_NAME: Statement = {
  name: 'conversation.keep_name',
  text: `insert into conversation_alias (name, current_name, seq) values ($1, $2, nextval('item_seq'))`,
};
const KEEP_GENERATION: Statement = {
  name: 'conversation.keep_generation',
  text: `
    insert into conversation_generation (conversation, generation)
    select $2, generation from conversation_generation where conversation = $1
    on conflict (conversation) do update set
      generation = greatest(conversation_generation.generation, excluded.generation)`,
};
const OPEN_TURNS: Statement = {
  name: 'turn.open_states',
  text: `
    select state from turn where conversation = $1 and finished_at_ms is null and joined_to is null`,
};
const RENAME_TURNS: Statement = {
  name: 'turn.rename',
  text: 'update turn set conversation = $2 where conversation = $1 and finished_at_ms is null',
};
const OPEN_DELIVERIES: Statement = {
  name: 'delivery.open_of_lane',
  text: `
    select seq, channel, state, payload from delivery
    where conversation = $1 and lane = $2 and finished_at_ms is null order by place`,
};
const READDRESS: Statement = {
  name: 'delivery.readdress',
  text: `
    update delivery set conversation = $2, lane = $3, payload = row.payload
    from json_to_recordset($1) as row (seq bigint, payload text) where delivery.seq = row.seq`,
};

interface OpenDelivery {
  seq: number;
  channel: string;
  state: string;
  payload: string;
}

/** Gives a conversation its new name, and what waits in it its new address. */
export async function moveConversation(
  transaction: Transaction,
  move: ConversationMove,
  context: StoreContext,
): Promise<Plan<undefined>> {
  const before = await Names.read(transaction, [move.from, move.to]);
  const open = await transaction.rows<OpenDelivery>(bind(OPEN_DELIVERIES, move.from, move.fromLane));
  const channel = open[0]?.channel;
  const locking = lockTurnLanes(transaction, [
    ...[move.from, move.to, before.current(move.from), before.current(move.to)],
  ]);
  const deliveryLanes =
    channel === undefined
      ? new LockedLanes('delivery_lane', [])
      : await lockDeliveryLanes(transaction, [
          { lane: move.fromLane, channel },
          { lane: move.toLane, channel },
        ]);
  const [turnLanes, names] = await Promise.all([locking, Names.read(transaction, [move.from, move.to])]);
  names.checkLocked(turnLanes);
  // First, because its `rewrite` may throw.
  const readdressed = channel === undefined ? [] : await readdress(transaction, move, deliveryLanes);

  const today = names.current(move.to);
  const name = today === move.from ? move.to : today;
  const isNew = names.current(move.from) !== name;
  const states = await transaction.rows<{ state: string }>(bind(OPEN_TURNS, move.from));
  const waiting = states.filter(({ state }) => state === 'waiting').length;
  turnLanes.shift(move.from, name, { waiting, running: states.length - waiting });
  const seats = await transaction.rows<TakenSeatRow>(takeSeats(move.from));
  const waking = wakeUps(context, [turnLanes, deliveryLanes]);
  return {
    result: undefined,
    onCommitted: waking.onCommitted,
    writes: [
      ...(isNew ? renameWrites(move.from, name) : []),
      bind(RENAME_TURNS, move.from, name),
      ...renamedQuestionWrites(move.from, name),
      ...seatWrites(seats.map((seat) => movedSeat(seat, name))),
      ...readdressed,
      ...turnLanes.writes(),
      ...deliveryLanes.writes(),
      ...waking.writes,
    ],
  };
}

/** Each former name points straight at today's, so that a look-up is one step. */
function renameWrites(from: string, to: string): Query[] {
  return [
    bind(FORGET_NAMES, [from, to]),
    bind(FOLLOW, from, to),
    bind(KEEP_NAME, from, to),
    bind(KEEP_GENERATION, from, to),
  ];
}

/** What is being sent goes to the new address if it has to go again. */
async function readdress(transaction: Transaction, move: ConversationMove, lanes: LockedLanes): Promise<Query[]> {
  const open = await transaction.rows<OpenDelivery>(bind(OPEN_DELIVERIES, move.from, move.fromLane));
  if (open.length === 0) return [];
  const rows = open.map(({ seq, payload }) => ({ seq, payload: move.rewrite(payload) }));
  const countOf = (wanted: string) => open.filter(({ state }) => state === wanted).length;
  lanes.shift(move.fromLane, move.toLane, { waiting: countOf('waiting'), running: countOf('sending') });
  return [bindRows(READDRESS, rows, move.to, move.toLane)];
}

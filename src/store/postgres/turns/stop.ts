import type { Asker, Stopped } from '../../../protocol/store.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { Names } from '../conversations/names.ts';
import { forgetQuestions } from '../conversations/questions.ts';
import { notify, wakeUps } from '../instances/wake-ups.ts';
import type { LockedLanes } from '../lanes/lanes.ts';
import { lockConversations } from '../lanes/lock-lanes.ts';
import { endWrites, HAS_JOINED, stoppedEnd } from './end.ts';

const OPEN: Statement = {
  name: 'turn.open',
  text: `
    select seq, turn_id, person_id, state, instance_id, joined_to, raw,
      ${HAS_JOINED}
    from turn where conversation = $1 and finished_at_ms is null order by place`,
};
const ASK: Statement = {
  name: 'turn.ask_to_stop',
  text: 'update turn set is_stop_asked = true where seq = any($1::bigint[])',
};
/** What ended as it was kept was never begun. */
const LAST: Statement = {
  name: 'turn.last_begun',
  text: 'select person_id from turn where conversation = $1 and attempt > 0 order by place desc limit 1',
};
const BEGIN_ANEW: Statement = {
  name: 'conversation.begin_anew',
  text: `
    insert into conversation_generation (conversation, generation) values ($1, 1)
    on conflict (conversation) do update set generation = conversation_generation.generation + 1`,
};

/** A turn that runs somewhere. */
export interface RunningTurn {
  seq: number;
  turn_id: string;
  instance_id: number | null;
}

/** Asks for the end of turns that run, wherever that is. Who does not hear it finds it in the row. */
export function stopWrites(running: readonly RunningTurn[], from: number): Query[] {
  if (running.length === 0) return [];
  const told = running.flatMap(({ turn_id: turnId, instance_id: to }) =>
    to === null || to === from ? [] : [notify({ type: 'stop', from, to, turnId })],
  );
  return [
    bind(
      ASK,
      running.map(({ seq }) => seq),
    ),
    ...told,
  ];
}

/** Tells this process which of its own turns are to stop. */
export function tellStopped({ notices, instanceId }: StoreContext, running: readonly RunningTurn[]): void {
  for (const turn of running) if (turn.instance_id === instanceId()) notices.stopAsked(turn.turn_id);
  notices.send();
}

/** What is asked for: of which conversation, and by whom; absent = by anybody, of everything. */
export interface AskedStop {
  conversation: string;
  by?: Asker | undefined;
}

interface OpenTurn extends RunningTurn {
  person_id: string | null;
  state: string;
  joined_to: number | null;
  raw: string;
  has_joined: boolean;
}

/** Ends what waits in a conversation and asks for the end of what runs. */
export async function stopTurns(
  transaction: Transaction,
  { conversation: named, by }: AskedStop,
  context: StoreContext,
): Promise<Plan<Stopped>> {
  const { lanes, conversation } = await lockConversation(transaction, named);
  const open = await transaction.rows<OpenTurn>(bind(OPEN, conversation));
  return stopPlan({ open, by, lanes, conversation }, context);
}

/** The same, and begins it anew, unless somebody else is concerned: then it does nothing and gives nothing. */
export async function resetConversation(
  transaction: Transaction,
  { conversation: named, by }: AskedStop,
  context: StoreContext,
): Promise<Plan<Stopped | undefined>> {
  const { lanes, conversation } = await lockConversation(transaction, named);
  const [open, last] = await Promise.all([
    transaction.rows<OpenTurn>(bind(OPEN, conversation)),
    transaction.rows<{ person_id: string | null }>(bind(LAST, conversation)),
  ]);
  const concerned = open.length > 0 ? open : last;
  if (by && !concerned.every((turn) => isTheirs(turn, by))) {
    const waking = wakeUps(context, [lanes]);
    return {
      result: undefined,
      writes: [...lanes.writes(), ...waking.writes],
      onCommitted: waking.onCommitted,
    };
  }
  const plan = stopPlan({ open, by, lanes, conversation }, context);
  return { ...plan, writes: [...plan.writes, forgetQuestions([conversation]), bind(BEGIN_ANEW, conversation)] };
}

function isTheirs({ person_id: personId }: { person_id: string | null }, by: Asker | undefined): boolean {
  return !by || personId === null || personId === by.personId;
}

async function lockConversation(transaction: Transaction, named: string) {
  const [lanes, names] = await Promise.all([lockConversations(transaction, [named]), Names.read(transaction, [named])]);
  names.checkLocked(lanes);
  return { lanes, conversation: names.current(named) };
}

function stopPlan(
  asked: { open: readonly OpenTurn[]; by: Asker | undefined; lanes: LockedLanes; conversation: string },
  context: StoreContext,
): Plan<Stopped> {
  const { lanes, conversation } = asked;
  const allTheirs = asked.open.filter((turn) => isTheirs(turn, asked.by));
  const theirs = allTheirs.filter((turn) => turn.joined_to === null);
  const waiting = theirs.filter(({ state }) => state === 'waiting');
  const running = theirs.filter(({ state }) => state === 'running');
  lanes.withdraw(conversation, { waiting: waiting.length, running: 0 });
  const [first] = running;
  const waking = wakeUps(context, [lanes]);
  return {
    result: {
      ...(first && { running: first.turn_id }),
      waitingEnded: waiting.length,
      raws: allTheirs.map(({ raw }) => raw),
    },
    onCommitted() {
      tellStopped(context, running);
      waking.onCommitted();
    },
    writes: [
      ...endWrites(waiting.map(stoppedEnd), context.now()),
      ...stopWrites(running, context.instanceId()),
      ...lanes.writes(),
      ...waking.writes,
    ],
  };
}

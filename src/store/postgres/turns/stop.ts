import type { Asker, Stopped } from '../../../protocol/store.ts';
import { LATEST_TURNS, STOPPED } from '../../turn-reasons.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { Names } from '../conversations/names.ts';
import { forgetQuestions } from '../conversations/questions.ts';
import { notify } from '../instances/wake-ups.ts';
import { lockConversations } from '../lanes/lock-lanes.ts';
import { endWrites } from './finish.ts';

const OPEN: Statement = {
  name: 'turn.open',
  text: `
    select seq, turn_id, state, instance_id, person_id from turn
    where conversation = $1 and finished_at_ms is null and joined_to is null order by place`,
};
/** What ended as it was kept was never begun. */
const LAST: Statement = {
  name: 'turn.last_begun',
  text: `
    select person_id from turn
    where conversation = $1 and attempt > 0 and seq > (select max(seq) from turn) - ${LATEST_TURNS}
    order by place desc limit 1`,
};
const ASK: Statement = {
  name: 'turn.ask_to_stop',
  text: 'update turn set is_stop_asked = true where seq = any($1::bigint[])',
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

/** A stop of what this person said, or of anything; with `isNewBeginning`, the conversation begins anew. */
interface AskedStop {
  conversation: string;
  by: Asker | undefined;
  isNewBeginning: boolean;
}

interface Speaker {
  person_id: string | null;
}

type OpenTurn = RunningTurn & Speaker & { state: string };

/** Ends what waits in a conversation and asks for the end of what runs. Gives nothing for a reset that is refused. */
export async function stopTurns(
  transaction: Transaction,
  { conversation: named, by, isNewBeginning }: AskedStop,
  context: StoreContext,
): Promise<Plan<Stopped | undefined>> {
  const [lanes, names] = await Promise.all([lockConversations(transaction, [named]), Names.read(transaction, [named])]);
  names.checkLocked(lanes);
  const conversation = names.current(named);
  const open = await transaction.rows<OpenTurn>(bind(OPEN, conversation));
  const isTheirs = ({ person_id: theirs }: Speaker) => !by || theirs === null || theirs === by.personId;
  if (isNewBeginning && by) {
    const concerned = open.length > 0 ? open : await transaction.rows<Speaker>(bind(LAST, conversation));
    if (!concerned.every(isTheirs)) return { result: undefined, writes: [] };
  }
  const waiting = open.filter((turn) => turn.state === 'waiting' && isTheirs(turn));
  const running = open.filter((turn) => turn.state === 'running' && isTheirs(turn));
  lanes.withdraw(conversation, { waiting: waiting.length, running: 0 });
  const ended = waiting.map(({ seq }) => ({ seq, state: 'done' as const, reason: STOPPED, hasJoined: true }));
  const [first] = running;
  return {
    result: { ...(first && { running: first.turn_id }), waitingEnded: waiting.length },
    onCommitted: () => tellStopped(context, running),
    writes: [
      ...endWrites(ended, context.now()),
      ...stopWrites(running, context.instanceId()),
      ...(isNewBeginning ? [forgetQuestions([conversation]), bind(BEGIN_ANEW, conversation)] : []),
      ...lanes.writes(),
    ],
  };
}

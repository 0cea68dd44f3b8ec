import type { FinishedTurn, TurnFinish } from '../../../protocol/store.ts';
import { joinedReason, STOPPED } from '../../turn-reasons.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bindRows, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { Names } from '../conversations/names.ts';
import { questionWrites } from '../conversations/questions.ts';
import { prepareDeliveries } from '../deliveries/new-deliveries.ts';
import { wakeUps } from '../instances/wake-ups.ts';
import { lockLanesOfTurns } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';
import type { Outcome } from '../outcome.ts';
import { HeldTurns } from './held-turns.ts';

const ENDED = `
  state = row.state, reason = row.reason, finished_at_ms = $2, instance_id = null, joined_to = null,
  response = case when row.state = 'done' then null else turn.response end,
  raw = case when row.state = 'done' then null else turn.raw end
  from json_to_recordset($1) as row (seq bigint, state text, reason text)`;
const END: Statement = { name: 'turn.end', text: `update turn set ${ENDED} where turn.seq = row.seq` };
const END_JOINED: Statement = {
  name: 'turn.end_joined',
  text: `update turn set ${ENDED} where turn.joined_to = row.seq`,
};

/** The end of a turn, to be written. */
export interface EndedTurn {
  seq: number;
  state: 'done' | 'dead';
  reason: string | null;
  hasJoined: boolean;
  /** For those that had joined it. Absent = its own. */
  joinedReason?: string;
}

/** Ends turns, together with those that had joined them. */
export function endWrites(ended: readonly EndedTurn[], nowMs: number) {
  const rows = ended.map(({ seq, state, reason }) => ({ seq, state, reason }));
  const joined = ended
    .filter(({ hasJoined }) => hasJoined)
    .map(({ seq, state, reason, joinedReason = reason }) => ({ seq, state, reason: joinedReason }));
  return [
    ...(joined.length > 0 ? [bindRows(END_JOINED, joined, nowMs)] : []),
    ...(rows.length > 0 ? [bindRows(END, rows, nowMs)] : []),
  ];
}

/** Ends turns, in order, with everything that they say. */
export async function finishAll(
  transaction: Transaction,
  finishes: readonly TurnFinish[],
  context: StoreContext,
): Promise<Plan<Outcome<FinishedTurn>[]>> {
  const nowMs = context.now();
  const turnIds = finishes.map(({ turnId }) => turnId);
  const said = finishes.flatMap(({ deliveries }) => deliveries);
  const asked = finishes.flatMap(({ questions }) => questions);
  const locking = lockLanesOfTurns(transaction, turnIds);
  const preparing = prepareDeliveries(transaction, said, {
    ...{ policies: context.policies, instanceId: context.instanceId(), nowMs },
  });
  const reading = HeldTurns.read(transaction, turnIds, locking);
  const conversations = asked.map(({ conversation }) => conversation);
  const naming = Names.read(transaction, conversations);
  const drawing = Places.draw(transaction, finishes.length + said.length + asked.length);
  const [lanes, turns, names, places, deliveries] = await Promise.all([
    ...([locking, reading, naming, drawing] as const),
    preparing.with(drawing),
  ]);
  const ended: EndedTurn[] = [];
  const keptQuestions: TurnFinish['questions'][number][] = [];

  function finish(end: TurnFinish): Outcome<FinishedTurn> {
    const turn = turns.of(end);
    if (turn instanceof Error) return context.doubts.endOf(end, turns.any(end.turnId)) ?? { refused: turn };
    turn.state = end.state;
    const isStopped = turn.is_stop_asked && end.state === 'done' && end.reason !== STOPPED;
    ended.push({
      seq: turn.seq,
      state: end.state,
      reason: isStopped ? STOPPED : (end.reason ?? null),
      hasJoined: turn.has_joined,
      ...(end.state === 'done' && { joinedReason: joinedReason(end.turnId) }),
    });
    const laneWaits = lanes.leave(turn.conversation, places.next());
    if (isStopped) return { result: { laneWaits, taken: { deliveries: [] }, isStopped } };
    const isToTake = end.take?.deliveries === true;
    const taken = end.deliveries.flatMap((said) => deliveries.keep(said, { turnSeq: turn.seq, isToTake }) ?? []);
    keptQuestions.push(...end.questions);
    return { result: { laneWaits, taken: { deliveries: taken } } };
  }

  const result = finishes.map(finish);
  const waking = wakeUps(context, [deliveries.lanes], deliveries.hasHeldBack);
  return {
    result,
    claims: deliveries.claims,
    writes: [
      ...endWrites(ended, nowMs),
      ...questionWrites(keptQuestions, names, places),
      ...lanes.writes(),
      ...deliveries.writes(),
      ...waking.writes,
    ],
    onCommitted: waking.onCommitted,
  };
}

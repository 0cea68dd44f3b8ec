import type { FinishedTurn, TurnFinish } from '../../../protocol/store.ts';
import type { LogEntry } from '../../../protocol/turn-log.ts';
import { STOPPED } from '../../turn-reasons.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import type { StoreContext } from '../context.ts';
import { Names } from '../conversations/names.ts';
import { questionWrites } from '../conversations/questions.ts';
import { prepareDeliveries } from '../deliveries/new-deliveries.ts';
import { wakeUps } from '../instances/wake-ups.ts';
import { lockLanesOfTurns } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';
import type { Outcome } from '../outcome.ts';
import { logWrites } from '../turn-log/entries.ts';
import { type EndedTurn, endOf, endWrites } from './end.ts';
import { HeldTurns } from './held-turns.ts';

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
  const entries: { turnSeq: number; turnId: string; entry: LogEntry }[] = [];

  function finish(end: TurnFinish): Outcome<FinishedTurn> {
    const turn = turns.of(end);
    if (turn instanceof Error) return context.doubts.endOf(end, turns.any(end.turnId)) ?? { refused: turn };
    turn.state = end.state;
    const isStopped = turn.is_stop_asked && end.state === 'done' && end.reason !== STOPPED;
    const endedTurn = endOf(turn, isStopped ? { state: 'done', reason: STOPPED } : end);
    ended.push(endedTurn);
    const laneWaits = lanes.leave(turn.conversation, places.next());
    if (isStopped) return { result: { laneWaits, taken: { deliveries: [] }, isStopped } };
    const isToTake = end.take?.deliveries === true;
    const taken = end.deliveries.flatMap((said) => deliveries.keep(said, { turnSeq: turn.seq, isToTake }) ?? []);
    keptQuestions.push(...end.questions);
    if (end.log) {
      endedTurn.isLogged = true;
      entries.push({ turnSeq: turn.seq, turnId: end.turnId, entry: end.log });
    }
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
      ...logWrites(entries),
      ...waking.writes,
    ],
    onCommitted() {
      waking.onCommitted();
      for (const { turnId } of entries) context.onLogged(turnId);
    },
  };
}

import { STOPPED } from '../../turn-reasons.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { tellWork, wakeUps } from '../instances/wake-ups.ts';
import { lockLanesOfTurns } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';
import type { Outcome } from '../outcome.ts';
import { type EndedTurn, endOf, endWrites } from './end.ts';
import { HeldTurns } from './held-turns.ts';

const PUT_BACK: Statement = {
  name: 'turn.put_back',
  text: `update turn set state = 'waiting', attempt = attempt - $2, instance_id = null where seq = $1`,
};

/** A claimed turn that is given back. */
export interface AskedRelease {
  turnId: string;
  epoch: number;
  atMs: number;
  isUntried: boolean;
}

/**
 * Puts claimed turns back to the heads of their lanes, which are held until then. Those that somebody asked to stop are
 * ended instead.
 */
export async function releaseAll(
  transaction: Transaction,
  releases: readonly AskedRelease[],
  context: StoreContext,
): Promise<Plan<Outcome<void>[]>> {
  const turnIds = releases.map(({ turnId }) => turnId);
  const locking = lockLanesOfTurns(transaction, turnIds);
  const [lanes, turns, places] = await Promise.all([
    locking,
    HeldTurns.read(transaction, turnIds, locking),
    Places.draw(transaction, turnIds.length),
  ]);
  const ended: EndedTurn[] = [];
  const writes: Plan<unknown>['writes'][number][] = [];

  function release(asked: AskedRelease): Outcome<void> {
    const turn = turns.of(asked);
    if (turn instanceof Error) return context.doubts.releaseOf(asked, turns.any(asked.turnId)) ?? { refused: turn };
    if (turn.is_stop_asked) {
      turn.state = 'done';
      ended.push(endOf(turn, { state: 'done', reason: STOPPED }));
      lanes.leave(turn.conversation, places.next());
      return { result: undefined };
    }
    turn.state = 'waiting';
    writes.push(bind(PUT_BACK, turn.seq, asked.isUntried ? 1 : 0));
    lanes.hold(turn.conversation, asked.atMs, context.now());
    return { result: undefined };
  }

  const result = releases.map(release);
  const waking = wakeUps(context, ended.length > 0 ? [lanes] : []);
  return {
    result,
    writes: [...writes, ...endWrites(ended, context.now()), ...lanes.writes(), ...waking.writes],
    // Of a lane that became free this way no answer tells.
    onCommitted: () => (ended.length > 0 ? tellWork(context) : undefined),
  };
}

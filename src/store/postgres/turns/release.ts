import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { lockLanesOfTurns } from '../lanes/lock-lanes.ts';
import type { Outcome } from '../outcome.ts';
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

/** Puts claimed turns back to the heads of their lanes, which are held until then. */
export async function releaseAll(
  transaction: Transaction,
  releases: readonly AskedRelease[],
  context: StoreContext,
): Promise<Plan<Outcome<void>[]>> {
  const turnIds = releases.map(({ turnId }) => turnId);
  const locking = lockLanesOfTurns(transaction, turnIds);
  const [lanes, turns] = await Promise.all([locking, HeldTurns.read(transaction, turnIds, locking)]);
  const writes: Plan<unknown>['writes'][number][] = [];

  function release(asked: AskedRelease): Outcome<void> {
    const turn = turns.of(asked);
    if (turn instanceof Error) return context.doubts.releaseOf(asked, turns.any(asked.turnId)) ?? { refused: turn };
    turn.state = 'waiting';
    writes.push(bind(PUT_BACK, turn.seq, asked.isUntried ? 1 : 0));
    lanes.hold(turn.conversation, asked.atMs, context.now());
    return { result: undefined };
  }

  const result = releases.map(release);
  return { result, writes: [...writes, ...lanes.writes()] };
}

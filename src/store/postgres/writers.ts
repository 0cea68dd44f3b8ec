import type { Log } from '../../protocol/log.ts';
import type { Acceptance, Accepted, FinishedTurn, Push, Pushed, TurnFinish } from '../../protocol/store.ts';
import { Batches } from './batches.ts';
import type { Database, Plan, Transaction } from './connection/database.ts';
import { type Claim, OutcomeUnknown } from './connection/postgres-errors.ts';
import type { StoreContext } from './context.ts';
import { type AskedSettlement, type Settled, settleAll } from './deliveries/settle.ts';
import type { Outcome } from './outcome.ts';
import { type AskedAppend, appendAll } from './turn-log/append.ts';
import { acceptAll } from './turns/accept.ts';
import { finishAll } from './turns/finish.ts';
import { pushAll } from './turns/push.ts';
import { type AskedRelease, releaseAll } from './turns/release.ts';

type Work<Result> = (transaction: Transaction) => Promise<Plan<Result>>;

/** The writes of the store: each kind in batches of its own, the rest one by one. */
export interface Writers {
  accept: Batches<Acceptance, Accepted>;
  push: Batches<Push, Pushed>;
  finish: Batches<TurnFinish, FinishedTurn>;
  release: Batches<AskedRelease, void>;
  settle: Batches<AskedSettlement, Settled>;
  log: Batches<AskedAppend, void>;
  transact: <Result>(work: Work<Result>) => Promise<Result>;
}

export function createWriters(options: {
  database: Database;
  context: StoreContext;
  log: Log;
  /** Called with what was claimed in a commit whose outcome is not known. */
  onClaimsLost: (claims: readonly Claim[]) => void;
}): Writers {
  const { database, context, log } = options;
  const { doubts } = context;

  async function transact<Result>(work: Work<Result>, onUnknown = () => {}): Promise<Result> {
    try {
      return await database.transact(work);
    } catch (error) {
      if (error instanceof OutcomeUnknown) {
        onUnknown();
        options.onClaimsLost(error.claims);
      }
      throw error;
    }
  }

  function batches<Operation, Result>(
    plan: (
      transaction: Transaction,
      operations: readonly Operation[],
      context: StoreContext,
    ) => Promise<Plan<Outcome<Result>[]>>,
    noteDoubt: (operation: Operation) => void = () => {},
  ): Batches<Operation, Result> {
    const run = (operations: readonly Operation[]) =>
      transact(
        (transaction) => plan(transaction, operations, context),
        () => operations.forEach(noteDoubt),
      );
    return new Batches(run, log);
  }

  return {
    accept: batches(acceptAll),
    push: batches(pushAll),
    finish: batches(finishAll, (end) => doubts.noteEnd(end)),
    release: batches(releaseAll, (release) => doubts.noteRelease(release)),
    settle: batches(settleAll, ({ claim, settlement }) => doubts.noteSettlement(claim, settlement)),
    log: batches(appendAll),
    transact: (work) => transact(work),
  };
}

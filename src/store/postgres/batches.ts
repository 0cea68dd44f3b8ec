import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import { isRefusal } from './connection/postgres-errors.ts';
import type { Outcome } from './outcome.ts';

interface Asked<Operation, Result> {
  operation: Operation;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Most operations of one transaction, so that its locks are not held for long. */
const MAX_OPERATIONS = 500;

/**
 * Runs operations of one kind in as few transactions as possible: everything that is asked for in one turn of the event
 * loop, or while the transaction before it is under way, is one. They keep their order.
 *
 * When the database refuses a transaction, every operation runs again in one of its own, in the same order, so that only
 * the guilty one rejects. When it cannot be reached, what waits behind rejects as well: nobody waits for several
 * timeouts in a row.
 */
export class Batches<Operation, Result> {
  readonly #run: (operations: readonly Operation[]) => Promise<readonly Outcome<Result>[]>;
  readonly #log: Log;
  #waiting: Asked<Operation, Result>[] = [];
  #isRunning = false;

  constructor(run: (operations: readonly Operation[]) => Promise<readonly Outcome<Result>[]>, log: Log) {
    this.#run = run;
    this.#log = log;
  }

  ask(operation: Operation): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation, resolve, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    // What else this turn of the event loop asks for comes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_OPERATIONS);
      if (batch.length === 1 || !(await this.#runsTogether(batch))) await this.#runSingly(batch);
    }
    this.#isRunning = false;
  }

  /** Gives false when the batch was refused, and nothing of it was kept. */
  async #runsTogether(batch: readonly Asked<Operation, Result>[]): Promise<boolean> {
    try {
      answer(batch, await this.#run(batch.map(({ operation }) => operation)));
      return true;
    } catch (error) {
      if (isRefusal(error)) {
        this.#log.warn({ operations: batch.length, reason: reasonOf(error) }, 'store batch failed; running it singly');
        return false;
      }
      this.#rejectAll(batch, error);
      return true;
    }
  }

  async #runSingly(batch: readonly Asked<Operation, Result>[]): Promise<void> {
    for (const [index, asked] of batch.entries()) {
      try {
        answer([asked], await this.#run([asked.operation]));
      } catch (error) {
        if (isRefusal(error) || error instanceof BridgeError) asked.reject(error);
        else return this.#rejectAll(batch.slice(index), error);
      }
    }
  }

  #rejectAll(batch: readonly Asked<Operation, Result>[], error: unknown): void {
    const behind = this.#waiting;
    this.#waiting = [];
    for (const asked of [...batch, ...behind]) asked.reject(error);
  }
}

function answer<Operation, Result>(
  batch: readonly Asked<Operation, Result>[],
  outcomes: readonly Outcome<Result>[],
): void {
  for (const [index, asked] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome && 'result' in outcome) asked.resolve(outcome.result);
    else asked.reject(outcome?.refused);
  }
}

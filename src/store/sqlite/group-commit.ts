import { reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import { storeClosed } from '../faults.ts';
import type { Driver, Statement } from './driver.ts';

interface Operation {
  /** Does the work inside a transaction. Gives what tells the caller, for after the commit. */
  attempt: () => () => void;
  reject: (error: unknown) => void;
}

/**
 * Runs everything that is asked for in one event-loop turn in one transaction: one fsync for all of it.
 *
 * A promise resolves after the commit. When the transaction fails, it is rolled back and every operation runs again in
 * a transaction of its own, in the same order, so that only the guilty one rejects. An operation may therefore run
 * twice; what it changes outside the database must be taken back in `onRollback`.
 */
export class GroupCommit {
  readonly #log: Log;
  readonly #explain: (error: unknown) => unknown;
  readonly #onCommit: () => void;
  readonly #onRollback: () => void;
  readonly #begin: Statement<never>;
  readonly #commit: Statement<never>;
  readonly #rollback: Statement<never>;
  #waiting: Operation[] = [];
  #isClosed = false;

  constructor(
    driver: Driver,
    options: { log: Log; explain: (error: unknown) => unknown; onCommit: () => void; onRollback: () => void },
  ) {
    this.#log = options.log;
    this.#explain = options.explain;
    this.#onCommit = options.onCommit;
    this.#onRollback = options.onRollback;
    this.#begin = driver.prepare('begin');
    this.#commit = driver.prepare('commit');
    this.#rollback = driver.prepare('rollback');
  }

  /** Runs `work` with all else that this turn of the event loop asks for. Rejects with `shutting_down` after `close`. */
  run<T>(work: () => T): Promise<T> {
    if (this.#isClosed) return Promise.reject(storeClosed());
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({
        attempt() {
          const result = work();
          return () => resolve(result);
        },
        reject,
      });
    });
  }

  /** Reads at once. No transaction is open between two flushes, so it sees what was committed and nothing else. */
  async read<T>(work: () => T): Promise<T> {
    if (this.#isClosed) throw storeClosed();
    try {
      return work();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Commits what was asked for and takes nothing more. Gives whether it was open until now. */
  close(): boolean {
    const wasOpen = !this.#isClosed;
    this.#isClosed = true;
    this.#flush();
    return wasOpen;
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length > 1 && this.#commits(batch)) return;
    for (const operation of batch) {
      try {
        for (const acknowledge of this.#transaction([operation])) acknowledge();
      } catch (error) {
        operation.reject(this.#explain(error));
      }
    }
  }

  #commits(batch: readonly Operation[]): boolean {
    try {
      for (const acknowledge of this.#transaction(batch)) acknowledge();
      return true;
    } catch (error) {
      this.#log.warn({ operations: batch.length, reason: reasonOf(error) }, 'store batch failed; running it singly');
      return false;
    }
  }

  #transaction(batch: readonly Operation[]): (() => void)[] {
    this.#begin.run();
    try {
      const acknowledgements = batch.map((operation) => operation.attempt());
      this.#commit.run();
      this.#onCommit();
      return acknowledgements;
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  #undo(): void {
    this.#onRollback();
    try {
      this.#rollback.run();
    } catch (error) {
      // SQLite has rolled back by itself after a full disk or a failed write; the first error is the one that counts.
      this.#log.debug({ reason: reasonOf(error) }, 'nothing to roll back');
    }
  }
}

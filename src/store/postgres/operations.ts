import { storeClosed } from '../faults.ts';
import { explained } from './connection/postgres-errors.ts';

/** What is under way in an open store. */
export class Operations {
  readonly #server: string;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;
  #last: Promise<unknown> = Promise.resolve();

  /** `server` is how the database is named to people. */
  constructor(server: string) {
    this.#server = server;
  }

  /** Rejects with `shutting_down` after `close`, and with `data_unusable` when the database is. */
  async run<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw storeClosed();
    const running = operation();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw explained(error, this.#server);
    } finally {
      this.#running.delete(running);
    }
  }

  /** The same, after everything that was asked for in this way before. */
  runInTurn<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.run(() => {
      const turn = this.#last.then(operation);
      this.#last = turn.catch(() => {});
      return turn;
    });
  }

  /** Takes nothing more. Resolves, with whether it was open until now, when everything has ended. */
  async close(): Promise<boolean> {
    const wasOpen = !this.#isClosed;
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    return wasOpen;
  }
}

import { reasonOf } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import type { Database } from '../connection/database.ts';
import { notify } from '../instances/wake-ups.ts';

/** How long news are gathered: the readers of all turns are told at once. */
const GATHER_MS = 10;
/** Well within the 8000 bytes of a notice, https://www.postgresql.org/docs/current/sql-notify.html, read 2026-11. */
const TURNS_PER_NOTICE = 100;

/**
 * Tells the other instances which logs have grown. Apart from the transaction that wrote it: a notice in a transaction
 * makes it wait for every other one that has a notice, until that is on the disk. A notice may get lost; who reads looks
 * by itself now and then.
 */
export class LogNews {
  readonly #database: Database;
  readonly #from: () => number;
  readonly #log: Log;
  #turnIds = new Set<string>();

  constructor({ database, from, log }: { database: Database; from: () => number; log: Log }) {
    this.#database = database;
    this.#from = from;
    this.#log = log;
  }

  note(turnId: string): void {
    if (this.#turnIds.size === 0) setTimeout(() => void this.#tell(), GATHER_MS).unref();
    this.#turnIds.add(turnId);
  }

  /** Tells at once that somebody reads these here. */
  async tellReading(turnIds: readonly string[]): Promise<void> {
    await this.#send('reading', turnIds);
  }

  async #tell(): Promise<void> {
    const turnIds = [...this.#turnIds];
    this.#turnIds = new Set();
    try {
      await this.#send('logged', turnIds);
    } catch (error) {
      this.#log.debug({ reason: reasonOf(error) }, 'other instances could not be told what was said');
    }
  }

  async #send(type: 'logged' | 'reading', turnIds: readonly string[]): Promise<void> {
    for (let start = 0; start < turnIds.length; start += TURNS_PER_NOTICE) {
      const some = turnIds.slice(start, start + TURNS_PER_NOTICE);
      await this.#database.rows(notify({ type, from: this.#from(), turnIds: some }));
    }
  }
}

/** Does something again and again: so long after it ended, it begins anew. */
export class Repetition {
  readonly #everyMs: number;
  readonly #work: () => Promise<void>;
  readonly #onFault: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isFailing = false;
  #isClosed = false;

  /** `onFault` is told once of faults that follow each other. */
  constructor(options: { everyMs: number; work: () => Promise<void>; onFault: (error: unknown) => void }) {
    this.#everyMs = options.everyMs;
    this.#work = options.work;
    this.#onFault = options.onFault;
  }

  start(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#once();
    }, this.#everyMs);
    this.#timer.unref();
  }

  /** Resolves when nothing of it is under way any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #once(): Promise<void> {
    try {
      await this.#work();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing && !this.#isClosed) this.#onFault(error);
      this.#isFailing = true;
    }
    this.start();
  }
}

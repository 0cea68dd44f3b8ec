/**
 * Does at once what is asked for within a moment, by however many: what they write to the store is one commit then, and
 * as many turns may speak at the same time as like to.
 */
export class Together {
  readonly #gatherMs: number;
  #works = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  /** `gatherMs` is how long what is asked for is gathered. */
  constructor(gatherMs: number) {
    this.#gatherMs = gatherMs;
  }

  /** Asked for again before it is done, it is done once. */
  soon(work: () => void): void {
    this.#works.add(work);
    this.#timer ??= setTimeout(() => this.#doAll(), this.#gatherMs).unref();
  }

  /** It is not to be done any more. */
  withdraw(work: () => void): void {
    this.#works.delete(work);
  }

  #doAll(): void {
    const works = this.#works;
    this.#works = new Set();
    this.#timer = undefined;
    for (const work of works) work();
  }
}

/** Commits of so many hold up what is said meanwhile by less than a millisecond each. */
const AT_ONCE = 16;
const BETWEEN_MS = 4;

/**
 * Does together what is asked for within a moment, by however many: what they write to the store is few commits then, and
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
    this.#timer ??= setTimeout(() => this.#doSome(), this.#gatherMs).unref();
  }

  /** It is not to be done any more. */
  withdraw(work: () => void): void {
    this.#works.delete(work);
  }

  #doSome(): void {
    this.#timer = undefined;
    let left = AT_ONCE;
    for (const work of this.#works) {
      if (left-- === 0) break;
      this.#works.delete(work);
      work();
    }
    if (this.#works.size > 0) this.#timer = setTimeout(() => this.#doSome(), BETWEEN_MS).unref();
  }
}

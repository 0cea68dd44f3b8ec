/** Work under way that nobody awaits, so that a stop can. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>();

  get size(): number {
    return this.#work.size;
  }

  /** Gives the same promise back. A rejection is the caller's to handle. */
  follow<T>(work: Promise<T>): Promise<T> {
    const followed: Promise<unknown> = work.then(
      () => this.#work.delete(followed),
      () => this.#work.delete(followed),
    );
    this.#work.add(followed);
    return work;
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }
}

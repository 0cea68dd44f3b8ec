/** Proxies cut a connection on which nothing is said for a minute or less. */
const EVERY_MS = 15_000;

/** Keeps open streams alive: one timer for all of them, and none while there are none. */
export class Heartbeats {
  readonly #beats = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  /** Calls it every 15 seconds. Gives the function that ends that. */
  add(beat: () => void): () => void {
    this.#beats.add(beat);
    this.#timer ??= setInterval(() => {
      for (const each of this.#beats) each();
    }, EVERY_MS).unref();
    return () => {
      this.#beats.delete(beat);
      if (this.#beats.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }
}

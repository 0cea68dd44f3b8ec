/** Proxies cut a connection on which nothing is said for a minute or less. */
const EVERY_MS = 15_000;

interface Beating {
  beat(): void;
}

/** Keeps open streams alive: one timer for all of them, and none while there are none. */
export class Heartbeats {
  readonly #streams = new Set<Beating>();
  #timer: NodeJS.Timeout | undefined;

  /** Lets it beat every 15 seconds. Gives the function that ends that. */
  add(stream: Beating): () => void {
    this.#streams.add(stream);
    this.#timer ??= setInterval(() => {
      for (const each of this.#streams) each.beat();
    }, EVERY_MS).unref();
    return () => {
      this.#streams.delete(stream);
      if (this.#streams.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }
}

/** How many threads are remembered. One that is forgotten wants a mention again. */
const MAX_THREADS = 10_000;

/** Threads that the app has taken part in since it started: it was heard there, or wrote there. */
export class Threads {
  readonly #known = new Set<string>();

  add(channel: unknown, threadTs: unknown): void {
    if (typeof channel !== 'string' || typeof threadTs !== 'string') return;
    const key = `${channel}:${threadTs}`;
    this.#known.delete(key);
    this.#known.add(key);
    const [oldest] = this.#known;
    if (oldest !== undefined && this.#known.size > MAX_THREADS) this.#known.delete(oldest);
  }

  has(channel: string, threadTs: string): boolean {
    return this.#known.has(`${channel}:${threadTs}`);
  }
}

/** Ids and timestamps of one emulator; none comes twice. */
export class Ids {
  readonly #now: () => number;
  #lastNumber = 0;
  #lastMicros = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** An id as Slack shapes them: a letter for its kind (T, U, B, C, D, F, V …), then capitals and digits. */
  next(kind: string): string {
    return `${kind}0EM${(++this.#lastNumber).toString(36).toUpperCase().padStart(7, '0')}`;
  }

  /** A message's `ts`: Unix seconds with six decimals. Later ones are greater, also as strings. */
  ts(): string {
    this.#lastMicros = Math.max(Math.floor(this.#now() * 1000), this.#lastMicros + 1);
    const micros = String(this.#lastMicros).padStart(7, '0');
    return `${micros.slice(0, -6)}.${micros.slice(-6)}`;
  }

  /** Unix seconds. */
  nowSec(): number {
    return Math.floor(this.#now() / 1000);
  }

  nowMs(): number {
    return this.#now();
  }
}

/** Unix milliseconds of the first second of 2015. docs.discord.com/developers/reference#snowflakes, read 2026-11. */
const EPOCH_MS = 1_420_070_400_000;

/** Ids of one emulator: later ones are greater, none comes twice. */
export class Snowflakes {
  readonly #now: () => number;
  #last = 0n;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(): string {
    const fresh = BigInt(Math.max(0, Math.floor(this.#now()) - EPOCH_MS)) << 22n;
    this.#last = fresh > this.#last ? fresh : this.#last + 1n;
    return String(this.#last);
  }

  /** Now, as Discord writes it. */
  timestamp(): string {
    return `${new Date(this.#now()).toISOString().slice(0, -1)}000+00:00`;
  }

  nowMs(): number {
    return this.#now();
  }
}

export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,20}$/.test(value);
}

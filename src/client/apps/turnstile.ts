import { Refusal } from './refusal.ts';

/** Lets so much work be under way at once; the rest waits in its order, and what finds too many there is refused. */
export class Turnstile {
  readonly #maxUnderWay: number;
  readonly #maxWaiting: number;
  readonly #refusal: string;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(limits: { maxUnderWay: number; maxWaiting: number; refusal: string }) {
    this.#maxUnderWay = limits.maxUnderWay;
    this.#maxWaiting = limits.maxWaiting;
    this.#refusal = limits.refusal;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#maxUnderWay) this.#underWay += 1;
    else if (this.#waiting.length >= this.#maxWaiting) throw new Refusal(this.#refusal);
    // Whoever leaves hands the place on.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay -= 1;
    }
  }
}

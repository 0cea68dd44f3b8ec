import type { Retention } from '../../protocol/retention.ts';

interface Kept {
  fingerprint: string;
  response: string;
  conversation: string;
  keptAtMs: number;
}

/** What was answered to pushes, by their idempotency keys. */
export class Pushes {
  readonly #ofKey = new Map<string, Kept>();

  firstOf(key: string | undefined): Kept | undefined {
    return key === undefined ? undefined : this.#ofKey.get(key);
  }

  keep(key: string, push: Kept): void {
    this.#ofKey.set(key, push);
  }

  /** Gives how many there were. */
  forget(conversation: string): number {
    return this.#delete((push) => push.conversation === conversation);
  }

  sweep(nowMs: number, { dedupeMs }: Retention): number {
    return this.#delete((push) => push.keptAtMs <= nowMs - dedupeMs);
  }

  #delete(isToGo: (push: Kept) => boolean): number {
    const before = this.#ofKey.size;
    for (const [key, push] of this.#ofKey) if (isToGo(push)) this.#ofKey.delete(key);
    return before - this.#ofKey.size;
  }
}

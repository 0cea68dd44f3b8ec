import type { Retention } from '../../protocol/retention.ts';

/** How users want to be reached. */
export class UserChannels {
  readonly #wishes = new Map<string, { value: string; setAtMs: number }>();

  of(userId: string): string | undefined {
    return this.#wishes.get(userId)?.value;
  }

  keep({ userId, value, setAtMs }: { userId: string; value?: string; setAtMs: number }): void {
    if (value === undefined) this.#wishes.delete(userId);
    else this.#wishes.set(userId, { value, setAtMs });
  }

  /** Gives how many there were. */
  forget(userId: string): number {
    return Number(this.#wishes.delete(userId));
  }

  sweep(nowMs: number, { peopleMs }: Retention): number {
    const old = [...this.#wishes].filter(([, { setAtMs }]) => setAtMs <= nowMs - peopleMs);
    for (const [userId] of old) this.#wishes.delete(userId);
    return old.length;
  }
}

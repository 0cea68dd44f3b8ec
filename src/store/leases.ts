import { CLOCK_SLACK_MS } from './limits.ts';

interface Lease {
  owner: string;
  ttlMs: number;
  endsAtMs: number;
}

/** Leases of a store that one process has to itself: they end with it. */
export class Leases {
  readonly #held = new Map<string, Lease>();

  /** Whether the owner has it from now on. */
  take({ name, owner, ttlMs }: { name: string; owner: string; ttlMs: number }, nowMs: number): boolean {
    const held = this.#held.get(name);
    if (held && held.owner !== owner && isRunning(held, nowMs)) return false;
    this.#held.set(name, { owner, ttlMs, endsAtMs: nowMs + ttlMs });
    return true;
  }

  end({ name, owner }: { name: string; owner: string }): void {
    if (this.#held.get(name)?.owner === owner) this.#held.delete(name);
  }
}

/** One that would run for longer than it was given for was taken before the clock was set back. */
function isRunning({ ttlMs, endsAtMs }: Lease, nowMs: number): boolean {
  return endsAtMs > nowMs && endsAtMs - nowMs <= ttlMs + CLOCK_SLACK_MS;
}

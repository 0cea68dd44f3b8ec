import type { Rate } from '../protocol/pace.ts';
import { paidUntilAfter, roomIn, waitMsOf } from './gcra.ts';

/** Buckets that are looked through for full ones when one more comes; a full one need not be remembered. */
const FIRST_LOOK_AT = 1_000;

/**
 * The limits of a store that one process has to itself, by their names. What was counted since the last `keep` can be
 * taken back with `undo`, so that counting follows a transaction.
 */
export class Buckets {
  readonly #paidUntilMs = new Map<string, number>();
  #before: [name: string, paidUntilMs: number | undefined][] = [];
  #lookAt = FIRST_LOOK_AT;

  /** Fills a bucket in as it was left. */
  learn(name: string, paidUntilMs: number): void {
    this.#paidUntilMs.set(name, paidUntilMs);
  }

  /** Milliseconds until one more may pass; 0 = now. */
  waitMs(name: string, rate: Rate, nowMs: number): number {
    return waitMsOf(this.#paidUntilMs.get(name), rate, nowMs);
  }

  /** How many may pass at once. */
  room(name: string, rate: Rate, nowMs: number): number {
    return roomIn(this.#paidUntilMs.get(name), rate, nowMs);
  }

  count(name: string, rate: Rate, nowMs: number): void {
    const paidUntilMs = this.#paidUntilMs.get(name);
    this.#before.push([name, paidUntilMs]);
    this.#paidUntilMs.set(name, paidUntilAfter(paidUntilMs, rate, nowMs));
    if (this.#paidUntilMs.size >= this.#lookAt) this.#forgetFull(nowMs);
  }

  /** The buckets that were counted in since the last `keep`. */
  changed(): [name: string, paidUntilMs: number][] {
    const names = new Set(this.#before.map(([name]) => name));
    return [...names].map((name) => [name, this.#paidUntilMs.get(name) ?? 0]);
  }

  keep(): void {
    if (this.#before.length > 0) this.#before = [];
  }

  undo(): void {
    for (const [name, paidUntilMs] of this.#before.reverse()) {
      if (paidUntilMs === undefined) this.#paidUntilMs.delete(name);
      else this.#paidUntilMs.set(name, paidUntilMs);
    }
    this.#before = [];
  }

  /** Looks again when there are twice as many as were left, so that a look costs next to nothing for each count. */
  #forgetFull(nowMs: number): void {
    for (const [name, paidUntilMs] of this.#paidUntilMs) {
      if (paidUntilMs <= nowMs) this.#paidUntilMs.delete(name);
    }
    this.#lookAt = Math.max(FIRST_LOOK_AT, this.#paidUntilMs.size * 2);
  }
}

import type { Seat } from '../../protocol/store.ts';
import { MAX_SEATS } from '../limits.ts';

/** Where people can be reached. */
export class Seats {
  /** Latest first. */
  readonly #ofUser = new Map<string, Seat[]>();

  see(userId: string, seat: Seat): void {
    const seats = this.#ofUser.get(userId) ?? [];
    const known = seats.find((other) => other.channel === seat.channel && other.conversation === seat.conversation);
    const seen = { ...seat, lastSeenMs: Math.max(seat.lastSeenMs, known?.lastSeenMs ?? 0) };
    const others = seats.filter((other) => other !== known);
    this.#ofUser.set(userId, [seen, ...others].sort((a, b) => b.lastSeenMs - a.lastSeenMs).slice(0, MAX_SEATS));
  }

  latest(userId: string): Seat[] {
    return [...(this.#ofUser.get(userId) ?? [])];
  }

  /** Gives how many there were. */
  forget(userId: string, channel: string): number {
    const seats = this.latest(userId);
    const others = seats.filter((seat) => seat.channel !== channel);
    this.#ofUser.set(userId, others);
    return seats.length - others.length;
  }

  rename(from: string, to: string): void {
    for (const [userId, seats] of this.#ofUser) {
      const moved = seats.filter((seat) => seat.conversation === from);
      this.#ofUser.set(
        userId,
        seats.filter((seat) => seat.conversation !== from),
      );
      for (const seat of moved) this.see(userId, { ...seat, conversation: to });
    }
  }
}

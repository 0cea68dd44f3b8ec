import type { Seat } from '../../protocol/person-data.ts';
import type { Retention } from '../../protocol/retention.ts';
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
    return this.#keepOf(userId, (seat) => seat.channel !== channel);
  }

  sweep(nowMs: number, { peopleMs }: Retention): number {
    const isFresh = (seat: Seat) => seat.lastSeenMs > nowMs - peopleMs;
    return [...this.#ofUser.keys()].reduce((swept, userId) => swept + this.#keepOf(userId, isFresh), 0);
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

  /** Gives how many went. */
  #keepOf(userId: string, isToStay: (seat: Seat) => boolean): number {
    const seats = this.latest(userId);
    const staying = seats.filter(isToStay);
    if (staying.length > 0) this.#ofUser.set(userId, staying);
    else this.#ofUser.delete(userId);
    return seats.length - staying.length;
  }
}

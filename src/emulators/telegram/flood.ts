import { tooManyRequests } from './refusal.ts';

/** How much Telegram takes. Edits count like messages. */
export interface FloodLimits {
  /** To one chat, on average. */
  perChatPerSec: number;
  /** To one chat at once, before the average counts. */
  chatBurst: number;
  /** To one group in any minute. */
  perGroupPerMin: number;
  /** Of the bot as a whole: so many at once, and so many a second. */
  perBotPerSec: number;
}

/** Telegram Bots FAQ, "My bot is hitting limits", read 2026-11. It allows "short bursts" to a chat without a number: five is a guess. */
export const TELEGRAM_FLOOD_LIMITS: FloodLimits = {
  perChatPerSec: 1,
  chatBurst: 5,
  perGroupPerMin: 20,
  perBotPerSec: 30,
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Counts sends and edits; off unless asked for, since most tests send faster than Telegram allows. */
export class FloodControl {
  readonly #now: () => number;
  #limits: FloodLimits | undefined;
  readonly #chats = new Map<number, Bucket>();
  #bot = new Bucket();
  /** Times of the last sends, by group. */
  readonly #groupMs = new Map<number, number[]>();

  constructor(limits: FloodLimits | undefined, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Limits from now on; nothing switches them off. What was sent before is forgotten. */
  set(limits: FloodLimits | undefined): void {
    this.#limits = limits;
    this.#chats.clear();
    this.#bot = new Bucket();
    this.#groupMs.clear();
  }

  /** Counts one send. Throws "Too Many Requests" with the wait in whole seconds; then it does not count. */
  take({ id, type }: { id: number; type: string }): void {
    const limits = this.#limits;
    if (!limits) return;
    const nowMs = this.#now();
    const chat = this.#chats.get(id) ?? new Bucket();
    const chatRate = { perSec: limits.perChatPerSec, burst: limits.chatBurst };
    const botRate = { perSec: limits.perBotPerSec, burst: limits.perBotPerSec };
    const inGroupMs = (this.#groupMs.get(id) ?? []).filter((sentMs) => nowMs - sentMs < MINUTE_MS);

    const waitMs = Math.max(
      chat.waitMs(chatRate, nowMs),
      this.#bot.waitMs(botRate, nowMs),
      type === 'private' ? 0 : untilRoomMs(inGroupMs, limits.perGroupPerMin, nowMs),
    );
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / SECOND_MS));
    chat.add(chatRate, nowMs);
    this.#bot.add(botRate, nowMs);
    this.#chats.set(id, chat);
    if (type !== 'private') this.#groupMs.set(id, [...inGroupMs, nowMs]);
  }
}

/** A bucket that leaks: `burst` fit in, `perSec` run out. */
class Bucket {
  /** When it will have run empty. */
  #emptyAtMs = 0;

  waitMs({ perSec, burst }: { perSec: number; burst: number }, nowMs: number): number {
    return Math.max(this.#emptyAtMs, nowMs) - nowMs - ((burst - 1) * SECOND_MS) / perSec;
  }

  add({ perSec }: { perSec: number }, nowMs: number): void {
    this.#emptyAtMs = Math.max(this.#emptyAtMs, nowMs) + SECOND_MS / perSec;
  }
}

/** How long until the last minute holds fewer than `max` of these sends. */
function untilRoomMs(sentMs: readonly number[], max: number, nowMs: number): number {
  const lastToLeave = sentMs.at(-max);
  return sentMs.length < max || lastToLeave === undefined ? 0 : MINUTE_MS - (nowMs - lastToLeave);
}

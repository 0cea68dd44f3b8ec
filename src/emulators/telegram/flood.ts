import { tooManyRequests } from './refusal.ts';

/** How much Telegram takes. Edits count like messages. */
export interface FloodLimits {
  /** To one chat, on average. */
  perChatPerSec: number;
  /** To one chat at once, before the average counts. */
  chatBurst: number;
  /** To one group in any minute. */
  perGroupPerMin: number;
  /** Of the bot as a whole in any second. */
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
  /** When the allowance of a chat is whole again, by chat. */
  readonly #fullAtMs = new Map<number, number>();
  /** Times of the last sends, by group. */
  readonly #groupMs = new Map<number, number[]>();
  #botMs: number[] = [];

  constructor(limits: FloodLimits | undefined, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Limits from now on; nothing switches them off. What was sent before is forgotten. */
  set(limits: FloodLimits | undefined): void {
    this.#limits = limits;
    this.#fullAtMs.clear();
    this.#groupMs.clear();
    this.#botMs = [];
  }

  /** Counts one send. Throws "Too Many Requests" with the wait in whole seconds; then it does not count. */
  take(chat: { id: number; type: string }): void {
    const limits = this.#limits;
    if (!limits) return;
    const nowMs = this.#now();
    const botMs = since(nowMs - SECOND_MS, this.#botMs);
    const groupMs = chat.type === 'private' ? [] : since(nowMs - MINUTE_MS, this.#groupMs.get(chat.id) ?? []);
    const perSendMs = SECOND_MS / limits.perChatPerSec;
    const fullAtMs = Math.max(nowMs, this.#fullAtMs.get(chat.id) ?? 0) + perSendMs;

    const waitMs = Math.max(
      fullAtMs - nowMs - limits.chatBurst * perSendMs,
      untilRoom(groupMs, limits.perGroupPerMin, nowMs - MINUTE_MS),
      untilRoom(botMs, limits.perBotPerSec, nowMs - SECOND_MS),
    );
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / SECOND_MS));
    this.#fullAtMs.set(chat.id, fullAtMs);
    if (chat.type !== 'private') this.#groupMs.set(chat.id, [...groupMs, nowMs]);
    this.#botMs = [...botMs, nowMs];
  }
}

function since(startMs: number, timesMs: readonly number[]): number[] {
  return timesMs.filter((timeMs) => timeMs > startMs);
}

/** How long until the window, which began at `startMs`, holds fewer than `max` of these times. */
function untilRoom(timesMs: readonly number[], max: number, startMs: number): number {
  const lastToLeave = timesMs.at(-max);
  return timesMs.length < max || lastToLeave === undefined ? 0 : lastToLeave - startMs;
}

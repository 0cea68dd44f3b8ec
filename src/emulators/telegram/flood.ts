import { tooManyRequests } from './refusal.ts';

/** One message per second to one chat, 20 per minute to one group. Telegram Bots FAQ, read 2026-11; edits count as well. */
const CHAT_INTERVAL_MS = 1000;
const GROUP_WINDOW_MS = 60_000;
const MAX_PER_GROUP_WINDOW = 20;

/** Counts sends and edits per chat; off unless asked for, since most tests send faster than Telegram allows. */
export class FloodControl {
  readonly #isOn: boolean;
  readonly #now: () => number;
  readonly #sentMs = new Map<number, number[]>();

  constructor(isOn: boolean, now: () => number) {
    this.#isOn = isOn;
    this.#now = now;
  }

  /** Counts one send. Throws "Too Many Requests" with the wait in whole seconds. */
  take(chat: { id: number; type: string }): void {
    if (!this.#isOn) return;
    const nowMs = this.#now();
    const sentMs = (this.#sentMs.get(chat.id) ?? []).filter((atMs) => nowMs - atMs < GROUP_WINDOW_MS);
    const waitsMs = [CHAT_INTERVAL_MS - (nowMs - (sentMs.at(-1) ?? Number.NEGATIVE_INFINITY))];
    if (chat.type !== 'private' && sentMs.length >= MAX_PER_GROUP_WINDOW) {
      waitsMs.push(GROUP_WINDOW_MS - (nowMs - (sentMs[0] ?? nowMs)));
    }
    const waitMs = Math.max(...waitsMs);
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000));
    this.#sentMs.set(chat.id, [...sentMs, nowMs]);
  }
}

import { dropOldest } from '../drop-oldest.ts';
import type { Message } from './wire.ts';

/** "The past few minutes", docs.discord.com/developers/resources/message#create-message, read 2026-11. */
const REMEMBERED_MS = 5 * 60_000;
const MAX_NONCES = 5000;

/** Messages of the bot by their nonce: with `enforce_nonce`, one that comes again makes no second message. */
export class Nonces {
  readonly #now: () => number;
  readonly #messages = new Map<string, { message: Message; atMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  find(nonce: unknown): Message | undefined {
    const known = this.#messages.get(String(nonce));
    return known && this.#now() - known.atMs <= REMEMBERED_MS ? known.message : undefined;
  }

  add(nonce: unknown, message: Message): void {
    this.#messages.delete(String(nonce));
    this.#messages.set(String(nonce), { message, atMs: this.#now() });
    dropOldest(this.#messages, MAX_NONCES);
  }
}

import type { Log } from '../../protocol/log.ts';
import { conflict } from './refusal.ts';
import type { Update, UpdateContent } from './wire.ts';

/** Telegram keeps updates for 24 hours; the emulator keeps this many. */
const MAX_PENDING = 10_000;

/** 1-100, Telegram Bot API, getUpdates, read 2026-11. */
const MAX_BATCH = 100;

/** A poll never waits longer (tdlib, Client.h, LONG_POLL_MAX_TIMEOUT, read 2026-11). */
const MAX_POLL_SEC = 50;

/** Kinds that a bot gets only when it asks for them by name. Telegram Bot API, getUpdates, read 2026-11. */
const OFF_BY_DEFAULT = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);

interface Poll {
  wake: () => void;
  fail: (error: Error) => void;
}

/**
 * The updates that the bot has not taken yet, oldest first. Either one poll or the webhook takes them:
 * a newer poll ends the older one with a conflict, and so does a webhook that is set.
 */
export class UpdateQueue {
  readonly #log: Log;
  #pending: Update[] = [];
  #allowed: ReadonlySet<string> | undefined;
  #poll: Poll | undefined;
  #lastId: number;
  /** Called after each new update. */
  onPush: () => void = () => {};

  /** `lastId`: ids count on from here; a bot that remembers earlier ids must never see one again. */
  constructor(log: Log, lastId: number) {
    this.#log = log;
    this.#lastId = lastId;
  }

  get pending(): readonly Update[] {
    return this.#pending;
  }

  /** What `getWebhookInfo` tells; nothing = the default kinds. */
  get allowed(): string[] | undefined {
    return this.#allowed && [...this.#allowed];
  }

  /** Keeps an update, unless its kind is not wanted. */
  push(content: UpdateContent): void {
    const [kind = ''] = Object.keys(content);
    const isWanted = this.#allowed ? this.#allowed.has(kind) : !OFF_BY_DEFAULT.has(kind);
    if (!isWanted) return;
    this.#pending.push({ update_id: ++this.#lastId, ...content });
    if (this.#pending.length > MAX_PENDING) {
      this.#pending.shift();
      this.#log.warn(
        { maxPending: MAX_PENDING },
        'Telegram emulator: nobody takes the updates, the oldest was dropped',
      );
    }
    this.#poll?.wake();
    this.onPush();
  }

  /** Sets the wanted kinds; nothing = as before, empty = the default. */
  allow(kinds: readonly string[] | undefined): void {
    if (kinds) this.#allowed = kinds.length === 0 ? undefined : new Set(kinds);
  }

  remove(updateId: number): void {
    this.#pending = this.#pending.filter((update) => update.update_id !== updateId);
  }

  clear(): void {
    this.#pending = [];
  }

  /**
   * Confirms everything before `offset`, then gives what is there, or waits for it up to `timeoutSec`.
   * A negative offset keeps only that many of the newest. Ends empty when `signal` fires: the caller went away.
   */
  async poll(request: { offset: number; limit: number; timeoutSec: number; signal: AbortSignal }): Promise<Update[]> {
    this.endPoll('terminated by other getUpdates request; make sure that only one bot instance is running');
    const { offset, signal } = request;
    if (offset < 0) this.#pending = this.#pending.slice(offset);
    else this.#pending = this.#pending.filter((update) => update.update_id >= offset);
    if (this.#pending.length === 0 && request.timeoutSec > 0) {
      await this.#untilPushed(Math.min(request.timeoutSec, MAX_POLL_SEC) * 1000, signal);
    }
    const limit = request.limit >= 1 && request.limit <= MAX_BATCH ? request.limit : MAX_BATCH;
    return this.#pending.slice(0, limit);
  }

  /** Ends the waiting poll, if any, with a conflict. */
  endPoll(reason: string): void {
    this.#poll?.fail(conflict(reason));
  }

  async #untilPushed(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const { promise, wake, fail } = deferred();
    const poll = { wake, fail };
    this.#poll = poll;
    const timer = setTimeout(wake, timeoutMs);
    signal.addEventListener('abort', wake, { once: true });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      if (this.#poll === poll) this.#poll = undefined;
    }
  }
}

function deferred(): { promise: Promise<void> } & Poll {
  let wake: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    wake = resolve;
    fail = reject;
  });
  return { promise, wake, fail };
}

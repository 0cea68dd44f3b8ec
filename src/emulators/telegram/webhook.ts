import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../protocol/log.ts';
import type { UpdateQueue } from './updates.ts';
import type { Update } from './wire.ts';

/** Waits between tries of one update: they double from the first to the last (tdlib, WebhookActor.cpp, read 2026-11). */
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/** Longest Retry-After that is honoured (tdlib, WebhookActor.cpp, MAX_RETRY_AFTER, read 2026-11). */
const MAX_RETRY_AFTER_SEC = 3600;

/** How long the bot may take to answer. */
const ANSWER_TIMEOUT_MS = 60_000;

export interface WebhookSettings {
  url: string;
  secretToken?: string;
  maxConnections: number;
}

/**
 * Posts updates to the bot. Each chat is a lane: its updates go out one at a time, in order, and the next one waits
 * until the bot has answered 2xx; lanes run side by side, up to `maxConnections`.
 */
export class Webhook {
  readonly #queue: UpdateQueue;
  readonly #now: () => number;
  readonly #log: Log;
  #settings: WebhookSettings | undefined;
  #stop = new AbortController();
  #busy = new Set<number | undefined>();
  #lastError: { dateSec: number; message: string } | undefined;

  constructor(queue: UpdateQueue, now: () => number, log: Log) {
    this.#queue = queue;
    this.#now = now;
    this.#log = log;
    queue.onPush = () => this.#wake();
  }

  get settings(): WebhookSettings | undefined {
    return this.#settings;
  }

  get lastError(): { dateSec: number; message: string } | undefined {
    return this.#lastError;
  }

  /** Begins, or ends without settings. A post that is under way is cut; its update is posted again. */
  set(settings: WebhookSettings | undefined): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#busy = new Set();
    this.#lastError = undefined;
    this.#settings = settings;
    this.#wake();
  }

  #wake(): void {
    const settings = this.#settings;
    if (!settings) return;
    for (const update of this.#queue.pending) {
      if (this.#busy.size >= settings.maxConnections) return;
      const lane = laneOf(update);
      if (this.#busy.has(lane)) continue;
      this.#busy.add(lane);
      void this.#drain(lane, settings, this.#stop.signal, this.#busy);
    }
  }

  /** `busy` is the set of this setting: an older drain must not free a lane of a newer one. */
  async #drain(
    lane: number | undefined,
    settings: WebhookSettings,
    stop: AbortSignal,
    busy: Set<number | undefined>,
  ): Promise<void> {
    let failures = 0;
    while (!stop.aborted) {
      const update = this.#queue.pending.find((pending) => laneOf(pending) === lane);
      if (!update) break;
      const outcome = await post(update, settings, stop);
      if (stop.aborted) break;
      if (outcome.isAccepted) {
        this.#queue.remove(update.update_id);
        failures = 0;
        continue;
      }
      const delayMs = outcome.retryAfterMs ?? Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
      failures++;
      this.#lastError = { dateSec: Math.floor(this.#now() / 1000), message: outcome.reason };
      this.#log.debug(
        { updateId: update.update_id, delayMs, reason: outcome.reason },
        'Telegram emulator: webhook failed',
      );
      await sleep(delayMs, undefined, { signal: stop, ref: false }).catch(() => {});
    }
    busy.delete(lane);
    if (!stop.aborted) this.#wake();
  }
}

/** Updates of one chat come in sequence. */
function laneOf(update: Update): number | undefined {
  const { callback_query, message, edited_message, channel_post, edited_channel_post, my_chat_member } = update;
  const carrier = callback_query?.message ?? message ?? edited_message ?? channel_post ?? edited_channel_post;
  return (carrier ?? my_chat_member)?.chat.id;
}

type PostOutcome = { isAccepted: true } | { isAccepted: false; reason: string; retryAfterMs?: number };

async function post(update: Update, settings: WebhookSettings, stop: AbortSignal): Promise<PostOutcome> {
  try {
    const response = await fetch(settings.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(settings.secretToken === undefined ? {} : { 'x-telegram-bot-api-secret-token': settings.secretToken }),
      },
      body: JSON.stringify(update),
      signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    if (response.ok) return { isAccepted: true };
    const retryAfterSec = Number(response.headers.get('retry-after'));
    return {
      isAccepted: false,
      reason: `Wrong response from the webhook: ${response.status} ${response.statusText}`,
      ...(retryAfterSec > 0 ? { retryAfterMs: Math.min(retryAfterSec, MAX_RETRY_AFTER_SEC) * 1000 } : {}),
    };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { isAccepted: false, reason: isTimeout ? 'Read timeout expired' : 'Connection refused' };
  }
}

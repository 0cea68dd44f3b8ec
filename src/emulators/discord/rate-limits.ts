import { dropOldest } from '../drop-oldest.ts';
import { ApiRefusal } from './refusal.ts';

/** How much Discord takes. */
export interface RequestLimits {
  /** New messages in one channel. */
  perChannel: { limit: number; windowMs: number };
  /** Requests of the bot, whatever they are. */
  globalPerSec: number;
}

/**
 * 50 a second is documented; the limits of single routes are not, they come with each answer. Five messages in five
 * seconds are what bots see. docs.discord.com/developers/topics/rate-limits, read 2026-11.
 */
const DISCORD_LIMITS: RequestLimits = { perChannel: { limit: 5, windowMs: 5000 }, globalPerSec: 50 };

const MAX_BUCKETS = 1000;

interface Window {
  startedMs: number;
  used: number;
}

/** Counts requests; off unless asked for, since most tests are faster than Discord allows. */
export class RateLimits {
  readonly #now: () => number;
  #limits: RequestLimits | undefined;
  readonly #windows = new Map<string, Window>();

  constructor(wanted: boolean | RequestLimits, now: () => number) {
    this.#now = now;
    this.set(wanted);
  }

  /** From now on: `true` for Discord's own limits, `false` for none. What came before is forgotten. */
  set(wanted: boolean | RequestLimits): void {
    this.#limits = wanted === true ? DISCORD_LIMITS : wanted || undefined;
    this.#windows.clear();
  }

  /** Counts one request of the bot. Throws 429 with the wait; then it does not count. */
  takeGlobal(): void {
    if (!this.#limits) return;
    const { window, waitMs } = this.#take('global', this.#limits.globalPerSec, 1000);
    if (waitMs > 0) throw rateLimited(waitMs / 1000, { isGlobal: true });
    window.used++;
  }

  /** Counts one new message. Gives the headers that tell what is left. */
  takeMessage(channelId: string): Record<string, string> {
    if (!this.#limits) return {};
    const { limit, windowMs } = this.#limits.perChannel;
    const { window, waitMs } = this.#take(channelId, limit, windowMs);
    if (waitMs <= 0) window.used++;
    const resetMs = window.startedMs + windowMs;
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(limit - window.used),
      'x-ratelimit-reset': (resetMs / 1000).toFixed(3),
      'x-ratelimit-reset-after': ((resetMs - this.#now()) / 1000).toFixed(3),
      'x-ratelimit-bucket': 'emulated-messages',
    };
    if (waitMs > 0) throw rateLimited(waitMs / 1000, { headers });
    return headers;
  }

  #take(bucket: string, limit: number, windowMs: number): { window: Window; waitMs: number } {
    const nowMs = this.#now();
    let window = this.#windows.get(bucket);
    if (!window || nowMs >= window.startedMs + windowMs) {
      window = { startedMs: nowMs, used: 0 };
      this.#windows.set(bucket, window);
      dropOldest(this.#windows, MAX_BUCKETS);
    }
    return { window, waitMs: window.used < limit ? 0 : window.startedMs + windowMs - nowMs };
  }
}

/** 429 with the wait in seconds: a float in the body, whole ones in the header. */
export function rateLimited(
  retryAfterSec: number,
  { isGlobal = false, headers = {} }: { isGlobal?: boolean; headers?: Record<string, string> } = {},
): ApiRefusal {
  return new ApiRefusal(
    429,
    0,
    'You are being rate limited.',
    { retry_after: retryAfterSec, global: isGlobal },
    {
      ...headers,
      'retry-after': String(Math.ceil(retryAfterSec)),
      'x-ratelimit-scope': isGlobal ? 'global' : 'user',
      ...(isGlobal ? { 'x-ratelimit-global': 'true' } : {}),
    },
  );
}

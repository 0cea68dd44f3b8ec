import { dropOldest } from '../drop-oldest.ts';
import { rateLimited } from './refusal.ts';

/** "1 per second per channel", docs.slack.dev/apis/web-api/rate-limits, read 2026-11. */
const INTERVAL_MS = 1000;
const MAX_CHANNELS = 1000;

/** Counts posts per channel; off unless asked for, since most tests post faster than Slack allows. */
export class RateLimits {
  readonly #isOn: boolean;
  readonly #now: () => number;
  readonly #lastMs = new Map<string, number>();

  constructor(isOn: boolean, now: () => number) {
    this.#isOn = isOn;
    this.#now = now;
  }

  /** Counts one post. Throws `ratelimited` with the wait in whole seconds. */
  take(channelId: string): void {
    if (!this.#isOn) return;
    const waitMs = (this.#lastMs.get(channelId) ?? Number.NEGATIVE_INFINITY) + INTERVAL_MS - this.#now();
    if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1000));
    this.#lastMs.set(channelId, this.#now());
    dropOldest(this.#lastMs, MAX_CHANNELS);
  }
}

import { dropOldest } from '../drop-oldest.ts';
import { rateLimited } from './refusal.ts';

/** How much Slack takes. */
export interface PostLimits {
  perChannelPerSec: number;
}

/** "One message per second per channel", with bursts that nothing promises: docs.slack.dev/apis/web-api/rate-limits, read 2026-11. */
const SLACK_POST_LIMITS: PostLimits = { perChannelPerSec: 1 };

const MAX_CHANNELS = 1000;

/** Counts posts per channel; off unless asked for, since most tests post faster than Slack allows. */
export class RateLimits {
  readonly #now: () => number;
  #limits: PostLimits | undefined;
  readonly #lastMs = new Map<string, number>();

  constructor(wanted: boolean | PostLimits, now: () => number) {
    this.#now = now;
    this.set(wanted);
  }

  /** From now on: `true` for Slack's own limits, `false` for none. What was posted before is forgotten. */
  set(wanted: boolean | PostLimits): void {
    this.#limits = wanted === true ? SLACK_POST_LIMITS : wanted || undefined;
    this.#lastMs.clear();
  }

  /** Counts one post. Throws `ratelimited` with the wait in whole seconds; then it does not count. */
  take(channelId: string): void {
    if (!this.#limits) return;
    const intervalMs = 1000 / this.#limits.perChannelPerSec;
    const waitMs = (this.#lastMs.get(channelId) ?? Number.NEGATIVE_INFINITY) + intervalMs - this.#now();
    if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1000));
    this.#lastMs.set(channelId, this.#now());
    dropOldest(this.#lastMs, MAX_CHANNELS);
  }
}

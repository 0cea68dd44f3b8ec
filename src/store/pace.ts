import type { DeliveryPolicies, DeliveryPolicy, Rate } from '../protocol/pace.ts';
import type { Buckets } from './buckets.ts';

/** No limits, and what may have been sent is sent again. */
export const NO_POLICIES: DeliveryPolicies = { of: () => ({ whenUnknown: 'resend' }) };

/** What holds a delivery back. `lane`: only its lane; otherwise its whole channel, or all of them. */
export interface Refusal {
  scope: 'lane' | 'wider';
  waitMs: number;
}

/** A delivery, as far as its pace goes. */
export interface Paced {
  channel: string;
  lane: string;
  /** Unix milliseconds. What is not sent any more counts against no limit. */
  expiresAtMs: number;
}

/** How fast deliveries may go out, by the policies of their channels. */
export class Pace {
  readonly #policies: DeliveryPolicies;
  readonly #buckets: Buckets;

  constructor(policies: DeliveryPolicies, buckets: Buckets) {
    this.#policies = policies;
    this.#buckets = buckets;
  }

  /** Nothing when it may go out now. Counts nothing. */
  refusal({ channel, lane, expiresAtMs }: Paced, nowMs: number): Refusal | undefined {
    if (expiresAtMs <= nowMs) return undefined;
    const rate = rateOfLane(this.#policies.of(channel), lane);
    const laneWaitMs = rate ? this.#buckets.waitMs(laneBucket(lane), rate, nowMs) : 0;
    if (laneWaitMs > 0) return { scope: 'lane', waitMs: laneWaitMs };
    const waitMs = this.waitMsOf(channel, nowMs);
    return waitMs > 0 ? { scope: 'wider', waitMs } : undefined;
  }

  count({ channel, lane, expiresAtMs }: Paced, nowMs: number): void {
    if (expiresAtMs <= nowMs) return;
    const rate = rateOfLane(this.#policies.of(channel), lane);
    if (rate) this.#buckets.count(laneBucket(lane), rate, nowMs);
    for (const [bucket, rate] of this.#wider(channel)) this.#buckets.count(bucket, rate, nowMs);
  }

  /** How many of a channel may go out at once, over all lanes. */
  room(channel: string, nowMs: number): number {
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...this.#wider(channel).map(([bucket, rate]) => this.#buckets.room(bucket, rate, nowMs)),
    );
  }

  /** Milliseconds until one of a channel may go out, whatever its lane says; 0 = now. */
  waitMsOf(channel: string, nowMs: number): number {
    let waitMs = 0;
    for (const [bucket, rate] of this.#wider(channel)) {
      waitMs = Math.max(waitMs, this.#buckets.waitMs(bucket, rate, nowMs));
    }
    return waitMs;
  }

  /** The names of all buckets that a delivery counts in. */
  bucketsOf(delivery: Omit<Paced, 'expiresAtMs'>): string[] {
    return [...this.laneBucketsOf(delivery), ...this.widerBucketsOf(delivery.channel)];
  }

  /** The names of those among them that count its lane only. */
  laneBucketsOf({ channel, lane }: Omit<Paced, 'expiresAtMs'>): string[] {
    return rateOfLane(this.#policies.of(channel), lane) ? [laneBucket(lane)] : [];
  }

  /** The names of those that count more than a lane. */
  widerBucketsOf(channel: string): string[] {
    return this.#wider(channel).map(([bucket]) => bucket);
  }

  #wider(channel: string): readonly (readonly [bucket: string, rate: Rate])[] {
    const { perChannel } = this.#policies.of(channel);
    const { global } = this.#policies;
    if (!perChannel && !global) return NONE;
    return [
      ...(perChannel ? [[`channel ${channel}`, perChannel] as const] : []),
      ...(global ? [['global', global] as const] : []),
    ];
  }
}

const NONE: readonly never[] = [];

/** The limit of one lane. Nothing when it has none. */
function rateOfLane({ perLane, otherLanes }: DeliveryPolicy, lane: string): Rate | undefined {
  const other = otherLanes?.find(({ prefix }) => lane.startsWith(prefix));
  return other ? other.perLane : perLane;
}

function laneBucket(lane: string): string {
  return `lane ${lane}`;
}

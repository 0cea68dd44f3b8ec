import type { Acceptance, Accepted } from '../protocol/store.ts';
import type { Buckets } from './buckets.ts';

type Limits = NonNullable<Acceptance['limits']>;

/** The limit that holds an inbound back; of several, the one that takes longest. Counts nothing. */
export function limitOf(
  limits: Limits,
  buckets: Buckets,
  nowMs: number,
): Extract<Accepted, { status: 'limited' }> | undefined {
  let longest: Extract<Accepted, { status: 'limited' }> | undefined;
  for (const { bucket, rate } of limits) {
    const retryAfterMs = buckets.waitMs(nameOf(bucket), rate, nowMs);
    if (retryAfterMs > (longest?.retryAfterMs ?? 0)) longest = { status: 'limited', bucket, retryAfterMs };
  }
  return longest;
}

export function countAgainst(limits: Limits, buckets: Buckets, nowMs: number): void {
  for (const { bucket, rate } of limits) buckets.count(nameOf(bucket), rate, nowMs);
}

/** The names of the buckets that the inbound counts in. */
export function bucketsOf(limits: Limits): string[] {
  return limits.map(({ bucket }) => nameOf(bucket));
}

function nameOf(bucket: string): string {
  return `inbound ${bucket}`;
}

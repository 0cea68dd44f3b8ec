import { describe, expect, it } from 'vitest';
import type { Rate } from '../../src/protocol/pace.ts';
import { paidUntilAfter, roomIn, waitMsOf } from '../../src/store/gcra.ts';

const START_MS = 1_800_000_000_000;

/** A bucket, and how many of those that come at once may pass. */
function bucketOf(rate: Rate) {
  let paidUntilMs: number | undefined;
  return {
    waitMs: (nowMs: number) => waitMsOf(paidUntilMs, rate, nowMs),
    room: (nowMs: number) => roomIn(paidUntilMs, rate, nowMs),
    passed(nowMs: number, atMost = 1_000): number {
      let count = 0;
      while (count < atMost && waitMsOf(paidUntilMs, rate, nowMs) === 0) {
        paidUntilMs = paidUntilAfter(paidUntilMs, rate, nowMs);
        count += 1;
      }
      return count;
    },
  };
}

describe('a rate', () => {
  it('lets a whole burst pass at once and then one by one at its pace', () => {
    const bucket = bucketOf({ perSecond: 2, burst: 3 });

    expect(bucket.passed(START_MS)).toBe(3);
    expect(bucket.waitMs(START_MS)).toBe(500);
    expect(bucket.passed(START_MS + 499)).toBe(0);
    expect(bucket.waitMs(START_MS + 499)).toBe(1);
    expect(bucket.passed(START_MS + 500)).toBe(1);
    expect(bucket.passed(START_MS + 999)).toBe(0);
    expect(bucket.passed(START_MS + 1_000)).toBe(1);
  });

  it('fills up again while nothing comes, up to its burst', () => {
    const bucket = bucketOf({ perSecond: 2, burst: 3 });
    bucket.passed(START_MS);

    expect(bucket.passed(START_MS + 1_000)).toBe(2);
    expect(bucket.passed(START_MS + 3_600_000)).toBe(3);
  });

  it('keeps its average over a long time, however often it is asked', () => {
    const bucket = bucketOf({ perSecond: 30, burst: 1 });
    let passed = 0;
    for (let ms = 0; ms <= 60_000; ms += 7) passed += bucket.passed(START_MS + ms);

    expect(passed).toBeGreaterThan(1_700);
    expect(passed).toBeLessThanOrEqual(1_801);
  });

  it('tells how many may pass at once', () => {
    const bucket = bucketOf({ perSecond: 3, burst: 3 });

    expect(bucket.room(START_MS)).toBe(3);
    bucket.passed(START_MS, 1);
    expect(bucket.room(START_MS)).toBe(2);
    bucket.passed(START_MS);
    expect(bucket.room(START_MS)).toBe(0);
    expect(bucket.room(START_MS + 334)).toBe(1);
    expect(bucket.room(START_MS + 1_000)).toBe(3);
  });

  it('slower than one a second makes the next one wait for long', () => {
    const bucket = bucketOf({ perSecond: 1 / 60, burst: 1 });

    expect(bucket.passed(START_MS)).toBe(1);
    expect(bucket.waitMs(START_MS)).toBe(60_000);
  });

  it('with a burst below one still lets one pass at a time', () => {
    const bucket = bucketOf({ perSecond: 1, burst: 0.5 });

    expect(bucket.passed(START_MS)).toBe(1);
    expect(bucket.passed(START_MS + 1_000)).toBe(1);
  });

  it('is a full bucket again after the clock was set back by an hour', () => {
    const bucket = bucketOf({ perSecond: 1, burst: 5 });
    bucket.passed(START_MS);

    expect(bucket.passed(START_MS - 3_600_000)).toBe(5);
    expect(bucket.passed(START_MS - 3_600_000 + 1_000)).toBe(1);
  });

  it('is no fuller for a caller whose clock is a little behind', () => {
    const bucket = bucketOf({ perSecond: 1, burst: 5 });
    bucket.passed(START_MS);

    expect(bucket.passed(START_MS - 20)).toBe(0);
    expect(bucket.waitMs(START_MS - 20)).toBe(1_020);
  });

  it('that was raised meanwhile makes nobody wait at the old pace', () => {
    const slow: Rate = { perSecond: 0.001, burst: 10 };
    let paidUntilMs: number | undefined;
    for (let count = 0; count < 10; count += 1) paidUntilMs = paidUntilAfter(paidUntilMs, slow, START_MS);

    expect(waitMsOf(paidUntilMs, { perSecond: 1, burst: 1 }, START_MS)).toBe(0);
  });
});

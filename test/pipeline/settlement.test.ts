import { describe, expect, it } from 'vitest';
import { backoffMs, type Ending, settlementOf } from '../../src/pipeline/settlement.ts';
import type { DeliveryWork } from '../../src/protocol/kept-delivery.ts';

const NOW_MS = 1_800_000_000_000;
const WORK: DeliveryWork = {
  deliveryId: 'd1',
  epoch: 1,
  turnId: 't1',
  channel: 'telegram',
  conversation: 'telegram:42',
  lane: 'telegram:42',
  kind: 'send',
  payload: '{}',
  attempt: 3,
  expiresAtMs: NOW_MS + 1,
};
const settled = (ending: Ending, more: Partial<DeliveryWork> = {}, whenUnknown: 'resend' | 'park' = 'resend') =>
  settlementOf(ending, { ...WORK, ...more }, { nowMs: NOW_MS, random: 0.5, whenUnknown });

const AGAIN = { state: 'waiting', atMs: NOW_MS + 1_500, reason: 'no answer' };
const UNKNOWN = { status: 'unknown', reason: 'no answer' } as const;

describe('a delivery', () => {
  it('that the platform asked to wait for goes out again exactly then [CH-17]', () => {
    expect(settled({ status: 'throttled', retryAfterMs: 33_000 })).toEqual({
      state: 'waiting',
      atMs: NOW_MS + 33_000,
      reason: 'the platform asked to wait',
    });
  });

  it('that surely was not taken goes out again, whatever the policy', () => {
    const unreached = { status: 'unreached', reason: 'no answer' } as const;
    expect(settled(unreached)).toEqual(AGAIN);
    expect(settled(unreached, {}, 'park')).toEqual(AGAIN);
  });

  it('that may have been taken goes out again, or is parked when the operator says so', () => {
    expect(settled(UNKNOWN)).toEqual(AGAIN);
    expect(settled(UNKNOWN, {}, 'park')).toEqual({ state: 'dead', reason: 'outcome_unknown' });
  });

  it('that is an edit goes out again: twice made it is one edit', () => {
    expect(settled(UNKNOWN, { kind: 'edit' }, 'park')).toEqual(AGAIN);
  });

  it('that was not delivered in its time is dead with that reason', () => {
    expect(settled({ status: 'expired' })).toEqual({ state: 'dead', reason: 'expired' });
  });
});

describe('the wait before another attempt', () => {
  it('doubles from half a second up to five minutes', () => {
    const waits = [1, 2, 3, 4, 10, 11, 12, 1_000].map((attempt) => backoffMs(attempt, 0.999_999_9));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 256_000, 300_000, 300_000, 300_000]);
  });

  it('is anywhere in its upper half, so that not all come at once', () => {
    expect([backoffMs(1, 0), backoffMs(1, 0.5), backoffMs(12, 0)]).toEqual([250, 375, 150_000]);
  });
});

import { describe, expect, it } from 'vitest';
import { createCallerLimit } from '../../src/server/caller-limit.ts';

function limit(options: { total?: { perSecond: number; burst: number }; maxCallers?: number } = {}) {
  let nowMs = 1_000_000;
  const mayCall = createCallerLimit({
    perCaller: { perSecond: 2, burst: 3 },
    total: { perSecond: 1_000, burst: 1_000 },
    maxCallers: 2,
    ...options,
    now: () => nowMs,
  });
  const times = (caller: string, count: number) => Array.from({ length: count }, () => mayCall(caller));
  return { mayCall, times, pass: (ms: number) => (nowMs += ms) };
}

describe('the limit of a caller', () => {
  it('lets a burst pass, then its pace', () => {
    const { times, pass } = limit();
    expect(times('ann', 5)).toEqual([true, true, true, false, false]);
    pass(499);
    expect(times('ann', 1)).toEqual([false]);
    pass(1);
    expect(times('ann', 2)).toEqual([true, false]);
    pass(60_000);
    expect(times('ann', 4)).toEqual([true, true, true, false]);
  });

  it('is its own, and what is refused counts for nothing', () => {
    const { times } = limit();
    times('ann', 5);
    expect(times('bo', 1)).toEqual([true]);
  });

  it('ends where all together are too many', () => {
    const { times } = limit({ total: { perSecond: 1, burst: 4 }, maxCallers: 10 });
    expect([...times('ann', 3), ...times('bo', 2)]).toEqual([true, true, true, true, false]);
  });

  it('remembers so many callers and no more: those heard longest ago are forgotten', () => {
    const { times } = limit();
    times('ann', 3);
    times('bo', 3);
    expect(times('ann', 1)).toEqual([false]);
    times('cy', 1);
    expect(times('bo', 1)).toEqual([false]);
    expect(times('ann', 1)).toEqual([true]);
  });

  it('holds nobody up after a clock was set back', () => {
    const { times, pass } = limit();
    times('ann', 3);
    pass(-500_000);
    expect(times('ann', 1)).toEqual([true]);
  });
});

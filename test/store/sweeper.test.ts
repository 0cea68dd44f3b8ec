import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../src/protocol/log.ts';
import type { Store } from '../../src/protocol/store.ts';
import { startSweeper } from '../../src/store/sweeper.ts';
import { START_MS } from './fixtures.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

function storeThat(sweep: Store['sweep'], lease: Store['lease'] = async () => true) {
  return { sweep: vi.fn(sweep), lease: vi.fn(lease) } as Partial<Store> as Store;
}

describe('the sweeper', () => {
  it('sweeps a minute after the start, and every ten minutes then', async () => {
    const store = storeThat(async () => 0);
    const end = startSweeper({ store, now: Date.now, log: silentLog });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(store.sweep).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(store.sweep).toHaveBeenLastCalledWith(START_MS + 60_000);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(store.sweep).toHaveBeenCalledTimes(2);
    end();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(store.sweep).toHaveBeenCalledTimes(2);
  });

  it('leaves it to the instance that has the lease', async () => {
    const store = storeThat(
      async () => 0,
      async () => false,
    );
    const end = startSweeper({ store, now: Date.now, log: silentLog });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(store.lease).toHaveBeenCalledTimes(6);
    expect(store.sweep).not.toHaveBeenCalled();
    end();
  });

  it('goes on after a sweep that failed, and says why', async () => {
    const log = { ...silentLog, warn: vi.fn() };
    const store = storeThat(async () => {
      throw new Error('the disk is full');
    });
    const end = startSweeper({ store, now: Date.now, log });
    await vi.advanceTimersByTimeAsync(660_000);
    expect(log.warn.mock.calls).toEqual([
      [{ reason: 'the disk is full' }, 'sweep failed; it is tried again'],
      [{ reason: 'the disk is full' }, 'sweep failed; it is tried again'],
    ]);
    end();
  });
});

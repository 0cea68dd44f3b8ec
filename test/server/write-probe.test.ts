import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../src/protocol/log.ts';
import type { Store } from '../../src/protocol/store.ts';
import { createWriteProbe } from '../../src/server/write-probe.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the probe of the store', () => {
  it('tells that the store cannot write, and that it can again, each logged once', async () => {
    const assertWritable = vi.fn(async () => {});
    const log = { ...silentLog, error: vi.fn(), info: vi.fn() };
    const canWrite = createWriteProbe({ store: { assertWritable } as Partial<Store> as Store, log });
    expect(await canWrite()).toBe(true);
    assertWritable.mockRejectedValue(new Error('the disk is full'));
    for (const _ of [1, 2]) {
      vi.advanceTimersByTime(1_000);
      expect(await canWrite()).toBe(false);
    }
    assertWritable.mockResolvedValue();
    vi.advanceTimersByTime(1_000);
    expect(await canWrite()).toBe(true);
    expect(log.error.mock.calls).toEqual([[{ reason: 'the disk is full' }, 'the store cannot write']]);
    expect(log.info.mock.calls).toEqual([[{}, 'the store can write again']]);
  });

  it('asks the disk once a second at most, whoever asks it', async () => {
    const assertWritable = vi.fn(async () => {});
    const canWrite = createWriteProbe({ store: { assertWritable } as Partial<Store> as Store, log: silentLog });
    await Promise.all([canWrite(), canWrite(), canWrite()]);
    vi.advanceTimersByTime(999);
    await canWrite();
    expect(assertWritable).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await canWrite();
    expect(assertWritable).toHaveBeenCalledTimes(2);
  });
});

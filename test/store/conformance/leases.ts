import { describe, expect, it } from 'vitest';
import type { OpenBench } from '../fixtures.ts';

export function describeLeases(open: OpenBench): void {
  const request = (owner: string, ttlMs = 300, name = 'polling') => ({ name, owner, ttlMs });

  describe('a lease', () => {
    it('has one owner at a time', async () => {
      const { store } = await open();

      expect(await store.lease(request('one', 60_000))).toBe(true);
      expect(await store.lease(request('two', 60_000))).toBe(false);
      expect(await store.lease(request('two', 60_000, 'gateway'))).toBe(true);
      expect(await store.lease(request('one', 60_000))).toBe(true);
    });

    it('is taken by one of two who ask at once', async () => {
      const { store } = await open();

      const both = await Promise.all([store.lease(request('one', 60_000)), store.lease(request('two', 60_000))]);

      expect(both.sort()).toEqual([false, true]);
    });

    it('ends when it is not renewed in time, and not before', async () => {
      const { store, pass } = await open();
      await store.lease(request('one', 1_000));
      await pass(100);
      expect(await store.lease(request('two', 1_000))).toBe(false);
      await pass(1_000);

      expect(await store.lease(request('two', 60_000))).toBe(true);
      expect(await store.lease(request('one', 60_000))).toBe(false);
    });

    it('is as long as it was asked for last', async () => {
      const { store, pass } = await open();
      await store.lease(request('one', 200));
      await store.lease(request('one', 60_000));
      await pass(400);

      expect(await store.lease(request('two'))).toBe(false);
      await store.lease(request('one', 200));
      await pass(400);
      expect(await store.lease(request('two'))).toBe(true);
    });

    it('is given back early by its owner alone', async () => {
      const { store } = await open();
      await store.lease(request('one', 60_000));

      await store.endLease({ name: 'polling', owner: 'two' });
      expect(await store.lease(request('two', 60_000))).toBe(false);
      await store.endLease({ name: 'polling', owner: 'one' });
      expect(await store.lease(request('two', 60_000))).toBe(true);
      await store.endLease({ name: 'unknown', owner: 'one' });
    });
  });
}

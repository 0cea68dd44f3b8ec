import { describe, expect, it } from 'vitest';
import { DAY_MS, type OpenBench, START_MS } from '../fixtures.ts';

export function describeUserChannels(open: OpenBench): void {
  describe('how a user wants to be reached', () => {
    const value = '{"preferred":"telegram","größe":"🙂"}';

    it('is kept as it was given, for each user, and replaced', async () => {
      const { store } = await open();
      expect(await store.userChannels('ann')).toBeUndefined();
      await store.keepUserChannels({ userId: 'ann', value: '{}', setAtMs: START_MS });
      await store.keepUserChannels({ userId: 'ann', value, setAtMs: START_MS });
      await store.keepUserChannels({ userId: 'bob', value: '{"b":1}', setAtMs: START_MS });
      expect(await store.userChannels('ann')).toBe(value);
      await store.keepUserChannels({ userId: 'bob', setAtMs: START_MS });
      expect(await store.userChannels('bob')).toBeUndefined();
    });

    it('goes with the person, and after its retention', async () => {
      const { store, clock } = await open();
      for (const userId of ['ann', 'bob']) await store.keepUserChannels({ userId, value, setAtMs: START_MS });
      expect(await store.erasePerson({ channel: 'telegram', personId: 'ann' })).toBe(1);
      expect(await store.userChannels('ann')).toBeUndefined();

      clock.nowMs = START_MS + 365 * DAY_MS - 1;
      await store.sweep(clock.nowMs);
      expect(await store.userChannels('bob')).toBe(value);
      clock.nowMs += 1;
      expect(await store.sweep(clock.nowMs)).toBe(1);
      expect(await store.userChannels('bob')).toBeUndefined();
    });
  });
}

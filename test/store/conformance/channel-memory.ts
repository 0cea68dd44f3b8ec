import { describe, expect, it } from 'vitest';
import { type OpenBench, START_MS } from '../fixtures.ts';

export function describeChannelMemory(open: OpenBench, survivesRestart: boolean): void {
  const entry = (key: string, value: string, channel = 'slack') => ({ channel, key, value });
  const place = (key: string, channel = 'slack') => ({ channel, key });

  describe('what a channel keeps for itself', () => {
    it('is the latest value of each key, and no other channel has it', async () => {
      const { store } = await open();
      await store.channelMemory.put(entry('T2', 'two'));
      await store.channelMemory.put(entry('T1', 'one'));
      await store.channelMemory.put(entry('T1', 'one again'));
      await store.channelMemory.put(entry('T1', 'of another', 'discord'));

      expect(await store.channelMemory.get(place('T1'))).toBe('one again');
      expect(await store.channelMemory.get(place('T3'))).toBeUndefined();
      expect(await store.channelMemory.list('slack')).toEqual([
        { key: 'T1', value: 'one again' },
        { key: 'T2', value: 'two' },
      ]);
      expect(await store.channelMemory.list('telegram')).toEqual([]);
    });

    it('is gone once it is removed, which one of several is told', async () => {
      const { store } = await open();
      await store.channelMemory.put(entry('T1', 'one'));

      const removed = await Promise.all([1, 2].map(() => store.channelMemory.remove(place('T1'))));

      expect(removed.sort()).toEqual([false, true]);
      expect(await store.channelMemory.get(place('T1'))).toBeUndefined();
    });

    it('is added once, by one of those who ask at the same time', async () => {
      const { store } = await open();

      const added = await Promise.all(['a', 'b', 'c'].map((value) => store.channelMemory.add(entry('once', value))));

      expect(added.filter((isAdded) => isAdded)).toHaveLength(1);
      expect(await store.channelMemory.get(place('once'))).toBe(['a', 'b', 'c'][added.indexOf(true)]);
      expect(await store.channelMemory.add(entry('once', 'd'))).toBe(false);
    });

    it('is changed by whoever knows what it was, for as long as it was to be kept', async () => {
      const { store, clock } = await open();
      await store.channelMemory.put({ ...entry('T1', 'one'), expiresAtMs: START_MS + 1_000 });
      const changes = ['two', 'three'].map((value) =>
        store.channelMemory.replace({ ...entry('T1', value), was: 'one' }),
      );

      expect((await Promise.all(changes)).filter((isChanged) => isChanged)).toHaveLength(1);
      expect(await store.channelMemory.replace({ ...entry('T1', 'four'), was: 'one' })).toBe(false);
      expect(await store.channelMemory.replace({ ...entry('T2', 'four'), was: 'one' })).toBe(false);
      expect(['two', 'three']).toContain(await store.channelMemory.get(place('T1')));
      expect(await store.channelMemory.get(place('T2'))).toBeUndefined();
      clock.nowMs += 1_000;
      expect(await store.channelMemory.get(place('T1'))).toBeUndefined();
    });

    it('is as good as gone when it has expired, and a sweep deletes it', async () => {
      const { store, clock } = await open();
      const expiring = { ...entry('once', 'a'), expiresAtMs: START_MS + 1_000 };
      await store.channelMemory.put(entry('T1', 'kept'));
      expect(await store.channelMemory.add(expiring)).toBe(true);
      clock.nowMs += 999;
      expect(await store.channelMemory.add(expiring)).toBe(false);
      clock.nowMs += 1;

      expect(await store.channelMemory.get(place('once'))).toBeUndefined();
      expect(await store.channelMemory.remove(place('once'))).toBe(false);
      expect(await store.channelMemory.list('slack')).toEqual([{ key: 'T1', value: 'kept' }]);
      expect(await store.channelMemory.add({ ...expiring, value: 'b', expiresAtMs: clock.nowMs + 1 })).toBe(true);
      expect(await store.channelMemory.get(place('once'))).toBe('b');

      clock.nowMs += 1;
      expect(await store.sweep(clock.nowMs)).toBe(1);
      expect(await store.sweep(clock.nowMs)).toBe(0);
      expect(await store.channelMemory.get(place('T1'))).toBe('kept');
    });

    it('is small: what does not fit is refused, and what was there stays', async () => {
      const { store } = await open();
      await store.channelMemory.put(entry('k'.repeat(200), 'v'.repeat(8_192)));
      await store.channelMemory.put(entry('T1', 'one'));

      for (const wrong of [entry('T1', 'v'.repeat(8_193)), entry('k'.repeat(201), 'v'), entry('', 'v')]) {
        await expect(store.channelMemory.put(wrong)).rejects.toMatchObject({ code: 'channel_memory_full' });
        const change = store.channelMemory.replace({ ...wrong, was: 'one' });
        await expect(change).rejects.toMatchObject({ code: 'channel_memory_full' });
        await expect(store.channelMemory.add(wrong)).rejects.toMatchObject({ code: 'channel_memory_full' });
      }
      expect((await store.channelMemory.list('slack')).map(({ key }) => key)).toEqual(['T1', 'k'.repeat(200)]);
      expect(await store.channelMemory.get(place('T1'))).toBe('one');
    });

    it('is none of a person: an erasure leaves it', async () => {
      const { store } = await open();
      await store.channelMemory.put(entry('ann', 'one'));

      await store.erasePerson({ channel: 'slack', personId: 'ann' });

      expect(await store.channelMemory.get(place('ann'))).toBe('one');
    });

    it.runIf(survivesRestart)('is there after a restart', async () => {
      const { store, reopen } = await open();
      await store.channelMemory.put(entry('T1', 'one'));

      const reopened = await reopen();

      expect(await reopened.channelMemory.get(place('T1'))).toBe('one');
    });
  });
}

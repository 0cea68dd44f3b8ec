import { describe, expect, it } from 'vitest';
import { claimedDeliveries, delivery, finishDone, keepDeliveries, message, type OpenBench } from '../fixtures.ts';

export function describeAfterwards(open: OpenBench): void {
  describe('what a platform says later', () => {
    it('a delivered message that came back is dead, with its reason, once', async () => {
      const { store, clock } = await open();
      await keepDeliveries(store, delivery('d1'));
      await claimedDeliveries(store);
      const bounced = { channel: 'telegram', deliveryId: 'd1', reason: 'bounced 5.1.1' };
      expect(await store.failDelivered(bounced)).toBe(false);
      await store.settle('d1', { state: 'delivered', receipt: 'r1' });

      clock.nowMs += 5;
      const atMs = clock.nowMs;
      expect(await store.failDelivered(bounced)).toBe(true);
      clock.nowMs += 5;
      expect(await store.failDelivered({ ...bounced, reason: 'bounced 5.2.2' })).toBe(true);
      const { items } = await store.dead({ kind: 'delivery', limit: 10 });
      expect(items).toMatchObject([{ id: 'd1', reason: 'bounced 5.1.1', diedAtMs: atMs }]);
      expect((await store.counts()).deadDeliveries).toBe(1);
    });

    it('one that is not there, or is of another channel, does not come back', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'delivered' });
      expect(await store.failDelivered({ channel: 'slack', deliveryId: 'd1', reason: 'x' })).toBe(false);
      expect(await store.failDelivered({ channel: 'telegram', deliveryId: 'd2', reason: 'x' })).toBe(false);
      expect((await store.counts()).deadDeliveries).toBe(0);
    });

    it('what came back may be sent again', async () => {
      const { store, clock } = await open();
      await keepDeliveries(store, delivery('d1'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'delivered', receipt: 'r1' });
      await store.failDelivered({ channel: 'telegram', deliveryId: 'd1', reason: 'bounced' });
      expect(await store.retryDead({ kind: 'delivery', id: 'd1', expiresAtMs: clock.nowMs + 60_000 })).toBe(true);
      expect(await claimedDeliveries(store)).toEqual(['d1']);
    });

    it('a raw update can be read again until its turn is done', async () => {
      const { store } = await open();
      const { channel, dedupeKey, raw } = message('t1');
      expect(await store.keptRaw({ channel, dedupeKey })).toBeUndefined();
      await store.accept(message('t1'));
      expect(await store.keptRaw({ channel, dedupeKey })).toBe(raw);
      expect(await store.keptRaw({ channel: 'slack', dedupeKey })).toBeUndefined();
      await store.claimTurns(1);
      await finishDone(store, 't1');
      expect(await store.keptRaw({ channel, dedupeKey })).toBeUndefined();
    });
  });
}

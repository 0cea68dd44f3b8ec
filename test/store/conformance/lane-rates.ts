import { describe, expect, it } from 'vitest';
import type { DeliveryPolicies } from '../../../src/protocol/pace.ts';
import { claimedDeliveries, delivery, keepDeliveries, type OpenBench, START_MS } from '../fixtures.ts';

const policies: DeliveryPolicies = {
  of: () => ({
    perLane: { perSecond: 1, burst: 2 },
    otherLanes: [{ prefix: 'lane:-', perLane: { perSecond: 0.1, burst: 1 } }, { prefix: 'lane:free' }],
    whenUnknown: 'resend',
  }),
};

export function describeLaneRates(open: OpenBench): void {
  describe('the limit of a lane', () => {
    /** What goes out of one lane when it is asked at these times; each is delivered at once. */
    async function sentFrom(lane: string, count: number, ...afterMs: number[]): Promise<number[]> {
      const { store, clock } = await open({ policies });
      const ids = Array.from({ length: count }, (_, index) => `${lane} ${index}`);
      await keepDeliveries(store, ...ids.map((id) => delivery(id, { lane })));
      const sent: number[] = [];
      for (const ms of afterMs) {
        clock.nowMs = START_MS + ms;
        let went = 0;
        for (;;) {
          const [id] = await claimedDeliveries(store, 10, clock.nowMs);
          if (id === undefined) break;
          went += 1;
          await store.settle(id, { state: 'delivered' });
        }
        sent.push(went);
      }
      return sent;
    }

    it('is that of all lanes when none of the exceptions fits', async () => {
      expect(await sentFrom('lane:42', 9, 0, 999, 1_000, 2_000)).toEqual([2, 0, 1, 1]);
    });

    it('is another one for lanes whose names begin so', async () => {
      expect(await sentFrom('lane:-42', 9, 0, 1_000, 9_999, 10_000)).toEqual([1, 0, 0, 1]);
    });

    it('is none where the exception names none', async () => {
      expect(await sentFrom('lane:free', 9, 0)).toEqual([9]);
    });

    it('holds for one that is taken as it is kept, and for the next of a lane', async () => {
      const { store } = await open({ policies });
      const lane = 'lane:-42';
      const push = (id: string) =>
        store.push({
          ...{ turnId: `t ${id}`, conversation: 'c', channel: 'telegram', fingerprint: 'f', response: '{}' },
          ...{ deliveries: [delivery(id, { lane })], questions: [], receivedAtMs: START_MS },
          take: { turns: false, deliveries: true },
        });
      expect(await push('first')).toMatchObject({ taken: { deliveries: [{ deliveryId: 'first' }] } });
      await push('second');
      expect((await store.settle('first', { state: 'delivered' }, true)).next).toBeUndefined();
      expect(await push('third')).toMatchObject({ taken: { deliveries: [] } });
      expect(await claimedDeliveries(store, 10, START_MS + 9_999)).toEqual([]);
    });

    it('does not count what has expired: it is not sent, waits for nothing, and keeps nobody waiting', async () => {
      const { store } = await open({ policies });
      const inLane = (id: string) => delivery(id, { lane: 'lane:-42' });
      const stale = ['s1', 's2', 's3'].map((id) => delivery(id, { lane: 'lane:-42', expiresAtMs: START_MS }));
      await keepDeliveries(store, inLane('first'), ...stale, inLane('second'));
      const went: (string | undefined)[] = [];
      for (const nowMs of [START_MS, START_MS, START_MS, START_MS, START_MS + 9_999, START_MS + 10_000]) {
        const [id] = await claimedDeliveries(store, 10, nowMs);
        went.push(id);
        if (id !== undefined) await store.settle(id, { state: 'dead', reason: 'expired' });
      }
      expect(went).toEqual(['first', 's1', 's2', 's3', undefined, 'second']);
    });
  });
}

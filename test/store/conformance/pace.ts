import { describe, expect, it } from 'vitest';
import type { DeliveryPolicies, DeliveryPolicy, Rate } from '../../../src/protocol/pace.ts';
import { claimedDeliveries, delivery, keepDeliveries, message, type OpenBench, pushOf, START_MS } from '../fixtures.ts';
import { heardFrom } from '../hearing.ts';

const onePerSecond: Rate = { perSecond: 1, burst: 1 };
const takeAll = { turns: true, deliveries: true };

function paced(telegram: Omit<DeliveryPolicy, 'whenUnknown'>, global?: Rate): { policies: DeliveryPolicies } {
  return {
    policies: {
      of: (channel) => ({ whenUnknown: 'resend', ...(channel === 'telegram' && telegram) }),
      ...(global && { global }),
    },
  };
}

const inLanes = (...lanes: string[]) => lanes.map((lane) => delivery(`in ${lane}`, { lane }));
const ofSlack = (id: string) => delivery(id, { channel: 'slack', conversation: 'slack:C1', lane: `lane:${id}` });

export function describePace(open: OpenBench): void {
  describe('the pace of a lane', () => {
    it('lets a burst go and then one after the other, and tells when the next one may', async () => {
      const { store, clock } = await open(paced({ perLane: { perSecond: 1, burst: 2 } }));
      await keepDeliveries(store, delivery('d1'), delivery('d2'), delivery('d3'), delivery('d4'));
      expect(await claimedDeliveries(store)).toEqual(['d1']);
      const second = await store.settle('d1', { state: 'delivered' }, true);
      expect(second.next).toMatchObject({ deliveryId: 'd2' });

      expect(await store.settle('d2', { state: 'delivered' }, true)).toEqual({ laneWaits: true });

      expect(await store.claimDeliveries({ limit: 10, nowMs: clock.nowMs })).toEqual({ deliveries: [], waitMs: 1_000 });
      clock.nowMs += 999;
      expect(await store.claimDeliveries({ limit: 10, nowMs: clock.nowMs })).toEqual({ deliveries: [], waitMs: 1 });
      clock.nowMs += 1;
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual(['d3']);
      await store.settle('d3', { state: 'delivered' });
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual([]);
      clock.nowMs += 1_000;
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual(['d4']);
    });

    it('holds back no other lane and no other channel', async () => {
      const { store } = await open(paced({ perLane: onePerSecond }));
      await keepDeliveries(store, delivery('d1'), delivery('d2'), delivery('d3', { lane: 'lane:2' }), ofSlack('s1'));
      await claimedDeliveries(store, 1);
      await store.settle('d1', { state: 'delivered' });

      expect((await claimedDeliveries(store)).sort()).toEqual(['d3', 's1']);
    });

    it('counts what is taken as it is kept, and takes nothing that is too fast', async () => {
      const { store, clock } = await open(paced({ perLane: onePerSecond }));
      const heard = heardFrom(store);
      const first = await store.push(pushOf('p1', { deliveries: [delivery('d1')], take: takeAll }));
      expect(first).toMatchObject({ taken: { deliveries: [{ deliveryId: 'd1' }] } });
      await store.settle('d1', { state: 'delivered' });

      expect(await store.push(pushOf('p2', { deliveries: [delivery('d2')], take: takeAll }))).toEqual({
        status: 'accepted',
        taken: { deliveries: [] },
      });

      await heard.work();
      expect(await store.claimDeliveries({ limit: 10, nowMs: clock.nowMs })).toEqual({ deliveries: [], waitMs: 1_000 });
      clock.nowMs += 1_000;
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual(['d2']);
    });

    it('counts what a turn takes at its end, too', async () => {
      const { store } = await open(paced({ perLane: onePerSecond }));
      await store.accept(message('t1', { take: takeAll }));
      const { taken } = await store.finishTurn({
        ...{ turnId: 't1', state: 'done', questions: [], take: takeAll },
        deliveries: [delivery('d1'), delivery('d2')],
      });
      expect(taken.deliveries).toMatchObject([{ deliveryId: 'd1' }]);

      expect(await store.settle('d1', { state: 'delivered' }, true)).toEqual({ laneWaits: true });
      expect(await claimedDeliveries(store)).toEqual([]);
    });

    it('counts an attempt that is made again', async () => {
      const { store, clock } = await open(paced({ perLane: onePerSecond }));
      await keepDeliveries(store, delivery('d1'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + 100, reason: 'unreached' });

      clock.nowMs += 100;
      expect(await store.claimDeliveries({ limit: 10, nowMs: clock.nowMs })).toEqual({ deliveries: [], waitMs: 900 });
      clock.nowMs += 900;
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual(['d1']);
    });

    it('does not count what could not be kept', async () => {
      const { store } = await open(paced({ perLane: onePerSecond }));

      const twice = pushOf('p1', { deliveries: [delivery('d1'), delivery('d1')], take: takeAll });
      await expect(store.push(twice)).rejects.toMatchObject({ code: 'internal' });

      expect(await store.push(pushOf('p1', { deliveries: [delivery('d1')], take: takeAll }))).toMatchObject({
        taken: { deliveries: [{ deliveryId: 'd1' }] },
      });
    });
  });

  describe('the pace of a channel', () => {
    it('is shared by its lanes; other channels go on', async () => {
      const { store, clock } = await open(paced({ perChannel: { perSecond: 2, burst: 2 } }));
      await keepDeliveries(store, ...inLanes('a', 'b', 'c', 'd', 'e'), ofSlack('s1'));

      expect((await claimedDeliveries(store)).sort()).toEqual(['in a', 'in b', 's1']);
      expect(await store.claimDeliveries({ limit: 10, nowMs: clock.nowMs })).toEqual({ deliveries: [], waitMs: 500 });
      await keepDeliveries(store, ofSlack('s2'));
      expect(await claimedDeliveries(store)).toEqual(['s2']);
      clock.nowMs += 500;
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual(['in c']);
      clock.nowMs += 1_000;
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual(['in d', 'in e']);
    });

    it('starves nobody behind a hundred lanes that wait for it', async () => {
      const { store } = await open(paced({ perChannel: onePerSecond }));
      await keepDeliveries(store, ...inLanes(...Array.from({ length: 100 }, (_, index) => `a${index}`)));
      await keepDeliveries(store, ofSlack('s1'));

      expect((await claimedDeliveries(store, 5)).sort()).toEqual(['in a0', 's1']);
    });

    it('holds back what is taken and what follows in a lane', async () => {
      const { store } = await open(paced({ perChannel: onePerSecond }));
      const pushed = await store.push(
        pushOf('p1', { deliveries: [...inLanes('a', 'b'), delivery('a2', { lane: 'a' })], take: takeAll }),
      );
      expect(pushed).toMatchObject({ taken: { deliveries: [{ deliveryId: 'in a' }] } });
      expect(pushed).not.toHaveProperty('taken.deliveries.1');

      expect(await store.settle('in a', { state: 'delivered' }, true)).toEqual({ laneWaits: true });
    });

    it('stays whole when the lane of a delivery holds it back', async () => {
      const { store, clock } = await open(
        paced({ perLane: { perSecond: 0.1, burst: 1 }, perChannel: { perSecond: 1, burst: 2 } }),
      );
      await keepDeliveries(store, delivery('a1', { lane: 'a' }), delivery('a2', { lane: 'a' }));
      await claimedDeliveries(store);
      await store.settle('a1', { state: 'delivered' });
      expect(await claimedDeliveries(store)).toEqual([]);

      await keepDeliveries(store, ...inLanes('b', 'c'));
      expect(await claimedDeliveries(store)).toEqual(['in b']);
      clock.nowMs += 1_000;
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toEqual(['in c']);
    });
  });

  describe('the pace of everything', () => {
    it('is shared by all channels', async () => {
      const { store, clock } = await open(paced({}, { perSecond: 10, burst: 2 }));
      await keepDeliveries(store, ...inLanes('a'), ofSlack('s1'), ...inLanes('b'));

      expect(await claimedDeliveries(store)).toHaveLength(2);
      expect(await store.claimDeliveries({ limit: 10, nowMs: clock.nowMs })).toEqual({ deliveries: [], waitMs: 100 });
      clock.nowMs += 100;
      expect(await claimedDeliveries(store, 10, clock.nowMs)).toHaveLength(1);
      expect(await store.claimDeliveries({ limit: 10, nowMs: clock.nowMs })).toEqual({ deliveries: [] });
    });

    it('holds together with those of lanes and channels', async () => {
      const { store } = await open(
        paced({ perLane: onePerSecond, perChannel: { perSecond: 5, burst: 3 } }, { perSecond: 5, burst: 4 }),
      );
      await keepDeliveries(store, ...inLanes('a', 'b', 'c', 'd'), ofSlack('s1'), ofSlack('s2'));

      const claimed = await claimedDeliveries(store);
      expect(claimed).toHaveLength(4);
      expect(claimed.filter((id) => id.startsWith('in'))).toHaveLength(3);
    });
  });
}

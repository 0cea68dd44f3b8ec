import { describe, expect, it } from 'vitest';
import {
  claimedDeliveries,
  DAY_MS,
  deliveriesAt,
  delivery,
  HOUR_MS,
  keepDeliveries,
  type OpenBench,
  pushOf,
  START_MS,
} from '../fixtures.ts';
import { heardFrom } from '../hearing.ts';

const takeAll = { turns: true, deliveries: true };
const later = (id: string, notBeforeMs: number) => delivery(id, { notBeforeMs });

export function describeSchedule(open: OpenBench): void {
  describe('a scheduled delivery', () => {
    it('goes at its time and not before, and a claim tells when that is', async () => {
      const { store } = await open();
      const heard = heardFrom(store);
      await store.push(pushOf('p1', { deliveries: [later('d1', START_MS + HOUR_MS)], take: takeAll }));

      await heard.work();
      expect((await store.turn('p1'))?.deliveries).toMatchObject([{ deliveryId: 'd1', state: 'scheduled' }]);
      expect(await store.counts()).toMatchObject({ scheduledDeliveries: 1, waitingDeliveries: 0 });
      expect(await store.claimDeliveries({ limit: 10, nowMs: START_MS })).toEqual({
        deliveries: [],
        waitMs: HOUR_MS,
      });
      expect(await store.claimDeliveries({ limit: 10, nowMs: START_MS + HOUR_MS - 1 })).toEqual({
        deliveries: [],
        waitMs: 1,
      });
      const [work] = await deliveriesAt(store, START_MS + HOUR_MS);
      expect(work).toEqual({
        deliveryId: 'd1',
        turnId: 't1',
        channel: 'telegram',
        conversation: 'telegram:42',
        lane: 'lane:42',
        kind: 'send',
        payload: '{"text":"d1"}',
        epoch: expect.any(Number),
        attempt: 1,
        expiresAtMs: START_MS + DAY_MS,
      });
      await store.settle('d1', { state: 'delivered' });
      expect(await store.counts()).toMatchObject({ scheduledDeliveries: 0, waitingDeliveries: 0 });
    });

    it('of a time that has come goes like any other', async () => {
      const { store } = await open();

      const pushed = await store.push(pushOf('p1', { deliveries: [later('d1', START_MS)], take: takeAll }));

      expect(pushed).toMatchObject({ taken: { deliveries: [{ deliveryId: 'd1' }] } });
      expect(pushed).not.toHaveProperty('taken.deliveries.0.notBeforeMs');
    });

    it('stands in nobody’s way until then', async () => {
      const { store } = await open();
      await keepDeliveries(store, later('d1', START_MS + 1_000), delivery('d2'));

      expect(await store.push(pushOf('p', { deliveries: [delivery('d3')] }))).toMatchObject({ status: 'accepted' });
      expect(await claimedDeliveries(store)).toEqual(['d2']);
      expect((await store.settle('d2', { state: 'delivered' }, true)).next).toMatchObject({ deliveryId: 'd3' });
      expect(await store.settle('d3', { state: 'delivered' }, true)).toEqual({ laneWaits: false });
    });

    it('joins its lane behind what waits there by that time', async () => {
      const { store } = await open();
      await keepDeliveries(store, later('d1', START_MS + 1_000), later('d0', START_MS + 500));
      await keepDeliveries(store, delivery('d2'), delivery('d3'));
      await claimedDeliveries(store);

      const order = ['d2'];
      for (let count = 0; count < 3; count += 1) {
        await store.settle(order.at(-1) ?? '', { state: 'delivered' });
        order.push(...(await claimedDeliveries(store, 10, START_MS + 1_000)));
      }

      expect(order).toEqual(['d2', 'd3', 'd0', 'd1']);
    });

    it('waits for its turn in a lane that is held or busy', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), later('d2', START_MS + 1_000));
      await claimedDeliveries(store);

      expect(await claimedDeliveries(store, 10, START_MS + 2_000)).toEqual([]);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });
      expect(await claimedDeliveries(store, 10, START_MS + 4_000)).toEqual([]);
      expect(await claimedDeliveries(store, 10, START_MS + 5_000)).toEqual(['d1']);
      expect((await store.settle('d1', { state: 'delivered' }, true)).next).toMatchObject({ deliveryId: 'd2' });
    });

    it('moves along with its conversation', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1', { conversation: 'old', lane: 'lane:old', notBeforeMs: START_MS + 1 }));

      await store.move({
        ...{ from: 'old', to: 'new', fromLane: 'lane:old', toLane: 'lane:new' },
        rewrite: (payload) => `${payload} to new`,
      });

      expect(await deliveriesAt(store, START_MS + 1)).toMatchObject([
        { conversation: 'new', lane: 'lane:new', payload: '{"text":"d1"} to new' },
      ]);
    });

    it('is never swept while it waits', async () => {
      const { store } = await open();
      await keepDeliveries(store, later('d1', START_MS + 300 * DAY_MS));

      await store.sweep(START_MS + 299 * DAY_MS);

      expect(await claimedDeliveries(store, 10, START_MS + 300 * DAY_MS)).toEqual(['d1']);
    });
  });

  describe('the wait that a claim tells', () => {
    it('is the shortest of all that is held back', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), later('d2', START_MS + 3_000));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + 2_000, reason: 'unreached' });

      expect(await store.claimDeliveries({ limit: 10, nowMs: START_MS })).toEqual({ deliveries: [], waitMs: 2_000 });
    });

    it('is none when nothing is, and none when as many were given as were asked for', async () => {
      const { store } = await open();
      expect(await store.claimDeliveries({ limit: 10, nowMs: START_MS })).toEqual({ deliveries: [] });
      await keepDeliveries(store, delivery('d1'), later('d2', START_MS + 3_000));

      expect(await store.claimDeliveries({ limit: 1, nowMs: START_MS })).not.toHaveProperty('waitMs');
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../../src/protocol/kept-delivery.ts';
import {
  claimedDeliveries,
  DAY_MS,
  deliveriesAt,
  delivery,
  keepDeliveries,
  type OpenBench,
  pushOf,
  START_MS,
} from '../fixtures.ts';

const editOf = (targetDeliveryId: string, id: string, more: Partial<NewDelivery> = {}) =>
  delivery(id, { kind: 'edit', targetDeliveryId, ...more });

export function describeEdits(open: OpenBench): void {
  describe('edits of one message', () => {
    it('that wait are replaced by the latest', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('m'));
      await claimedDeliveries(store);
      for (const id of ['e1', 'e2', 'e3']) await store.push(pushOf(`p ${id}`, { deliveries: [editOf('m', id)] }));

      expect((await store.turn('p e1'))?.deliveries).toMatchObject([{ state: 'superseded' }]);
      expect((await store.turn('p e2'))?.deliveries).toMatchObject([{ state: 'superseded' }]);
      expect(await store.counts()).toMatchObject({ waitingDeliveries: 1 });
      await store.settle('m', { state: 'delivered', receipt: '100' });
      expect(await deliveriesAt(store)).toMatchObject([{ deliveryId: 'e3', targetReceipt: '100' }]);
      expect(await store.settle('e3', { state: 'delivered' })).toEqual({ laneWaits: false });
    });

    it('that are being sent go on, and the latest goes after them', async () => {
      const { store } = await open();
      await keepDeliveries(store, editOf('m', 'e1'));
      await claimedDeliveries(store);
      await store.push(pushOf('p2', { deliveries: [editOf('m', 'e2')] }));

      expect((await store.settle('e1', { state: 'delivered' }, true)).next).toMatchObject({ deliveryId: 'e2' });
    });

    it('are replaced when they wait for another attempt, and the lane still keeps its hold', async () => {
      const { store } = await open();
      await keepDeliveries(store, editOf('m', 'e1'));
      await claimedDeliveries(store);
      await store.settle('e1', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });

      const takeAll = { turns: true, deliveries: true };
      expect(await store.push(pushOf('p2', { deliveries: [editOf('m', 'e2')], take: takeAll }))).toMatchObject({
        taken: { deliveries: [] },
      });

      expect(await claimedDeliveries(store, 10, START_MS + 4_999)).toEqual([]);
      expect(await deliveriesAt(store, START_MS + 5_000)).toMatchObject([{ deliveryId: 'e2', attempt: 1 }]);
    });

    it('replace no edit of another message, no message and nothing in another lane', async () => {
      const { store } = await open();
      await keepDeliveries(
        store,
        ...[delivery('busy'), editOf('m', 'e1'), editOf('other', 'e2'), delivery('d1')],
        ...[delivery('busy 2', { lane: 'lane:2' }), editOf('m', 'e3', { lane: 'lane:2' })],
      );
      await claimedDeliveries(store);

      await store.push(pushOf('p2', { deliveries: [editOf('m', 'e4')] }));

      const order = ['busy'];
      for (let count = 0; count < 3; count += 1) {
        const { next } = await store.settle(order.at(-1) ?? '', { state: 'delivered' }, true);
        order.push(next?.deliveryId ?? '');
      }
      expect(order).toEqual(['busy', 'e2', 'd1', 'e4']);
      expect((await store.settle('busy 2', { state: 'delivered' }, true)).next).toMatchObject({ deliveryId: 'e3' });
    });

    it('that say of no message which one it is are all kept', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('busy'), delivery('e1', { kind: 'edit' }), delivery('e2', { kind: 'edit' }));

      expect(await store.counts()).toMatchObject({ waitingDeliveries: 3 });
    });

    it('that were replaced are swept like delivered ones', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('busy'), editOf('m', 'e1'), editOf('m', 'e2'));

      expect(await store.sweep(START_MS + 30 * DAY_MS - 1)).toBe(1);
      expect(await store.sweep(START_MS + 30 * DAY_MS)).toBe(1);
      expect(await store.counts()).toMatchObject({ waitingDeliveries: 2 });
    });
  });

  describe('the secret of a delivery', () => {
    it('is given with every attempt', async () => {
      const { store } = await open();
      const push = pushOf('p1', {
        deliveries: [delivery('d1', { secret: 'token of an interaction' })],
        take: { turns: false, deliveries: true },
      });
      expect(await store.push(push)).toMatchObject({ taken: { deliveries: [{ secret: 'token of an interaction' }] } });

      await store.settle('d1', { state: 'waiting', atMs: START_MS, reason: 'unreached' });

      expect(await deliveriesAt(store)).toMatchObject([{ secret: 'token of an interaction' }]);
    });

    it('is gone when it is dead, so that a retry goes without', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1', { secret: 'token of an interaction' }));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'dead', reason: 'expired' });

      await store.retryDead({ kind: 'delivery', id: 'd1', expiresAtMs: START_MS + DAY_MS });

      const [work] = await deliveriesAt(store);
      expect(work?.deliveryId).toBe('d1');
      expect(work).not.toHaveProperty('secret');
    });

    it('stands in no record', async () => {
      const { store } = await open();
      await store.push(pushOf('p1', { deliveries: [delivery('d1', { secret: 'token of an interaction' })] }));

      expect(JSON.stringify(await store.turn('p1'))).not.toContain('token');
    });
  });
}

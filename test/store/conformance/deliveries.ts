import { describe, expect, it } from 'vitest';
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

export function describeDeliveries(open: OpenBench): void {
  describe('deliveries', () => {
    it('go out as they were kept', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1', { payload: '{"text":"✓ Größe 🙂"}' }));

      expect(await deliveriesAt(store)).toEqual([
        {
          deliveryId: 'd1',
          turnId: 't1',
          channel: 'telegram',
          conversation: 'telegram:42',
          lane: 'lane:42',
          kind: 'send',
          payload: '{"text":"✓ Größe 🙂"}',
          epoch: expect.any(Number),
          attempt: 1,
          expiresAtMs: START_MS + DAY_MS,
        },
      ]);
    });

    it('of one lane go out one at a time, in the order in which they were kept', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('d2'), delivery('other', { lane: 'lane:2' }));

      expect(await claimedDeliveries(store)).toEqual(['d1', 'other']);
      expect(await claimedDeliveries(store)).toEqual([]);
      await store.settle('d1', { state: 'delivered', receipt: '100' });
      expect(await claimedDeliveries(store)).toEqual(['d2']);
    });

    it('hold their whole lane when they wait, until their time', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('d2'), delivery('other', { lane: 'lane:2' }));
      await claimedDeliveries(store, 1);

      await store.settle('d1', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });

      expect(await claimedDeliveries(store, 100, START_MS + 4_999)).toEqual(['other']);
      expect(await deliveriesAt(store, START_MS + 5_000)).toMatchObject([
        { deliveryId: 'd1', attempt: 2, payload: '{"text":"d1"}' },
      ]);
      await store.settle('d1', { state: 'delivered' });
      expect(await claimedDeliveries(store)).toEqual(['d2']);
    });

    it('give the next of their lane when they end, one after the other', async () => {
      const { store } = await open();
      await keepDeliveries(
        store,
        delivery('d1'),
        delivery('d2'),
        delivery('d3'),
        delivery('other', { lane: 'lane:2' }),
      );
      await claimedDeliveries(store);

      const second = await store.settle('d1', { state: 'delivered', receipt: '1' }, true);
      expect(second).toMatchObject({
        laneWaits: false,
        next: { deliveryId: 'd2', attempt: 1, payload: '{"text":"d2"}' },
      });
      expect(await claimedDeliveries(store)).toEqual([]);
      const third = await store.settle('d2', { state: 'dead', reason: 'x' }, true);
      expect(third.next?.deliveryId).toBe('d3');
      expect(await store.settle('d3', { state: 'delivered' }, true)).toEqual({ laneWaits: false });
      expect(await store.settle('other', { state: 'delivered' }, true)).toEqual({ laneWaits: false });
      await keepDeliveries(store, delivery('d4', { turnId: 't9' }));
      expect(await claimedDeliveries(store)).toEqual(['d4']);
    });

    it('give nothing when they wait themselves', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('d2'));
      await claimedDeliveries(store);
      const waits = { state: 'waiting' as const, atMs: START_MS + 1_000, reason: 'asked to wait' };
      expect(await store.settle('d1', waits, true)).toEqual({ laneWaits: false });
      expect(await claimedDeliveries(store)).toEqual([]);
    });

    it('wait in another form when they are given one', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('d2', { lane: 'lane:2' }));
      await claimedDeliveries(store);
      const wait = { state: 'waiting' as const, atMs: START_MS, reason: 'moved' };
      await store.settle('d1', { ...wait, payload: '{"text":"new"}' });
      await store.settle('d2', wait);
      const claimed = await deliveriesAt(store);
      expect(claimed.map(({ payload }) => payload).sort()).toEqual(['{"text":"d2"}', '{"text":"new"}']);
    });

    it('are tried for longer when they are told to be', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('d2', { lane: 'lane:2' }));
      await claimedDeliveries(store);
      const wait = { state: 'waiting' as const, atMs: START_MS, reason: 'refused' };
      await store.settle('d1', { ...wait, payload: '{"text":"instead"}', expiresAtMs: START_MS + 3 * DAY_MS });
      await store.settle('d2', wait);
      const claimed = await deliveriesAt(store);
      expect(claimed.map(({ deliveryId, expiresAtMs }) => [deliveryId, expiresAtMs]).sort()).toEqual([
        ['d1', START_MS + 3 * DAY_MS],
        ['d2', START_MS + DAY_MS],
      ]);
    });

    it('hold the lane for what is kept into it meanwhile, too', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'waiting', atMs: START_MS + 5_000, reason: 'asked to wait' });

      await keepDeliveries(store, delivery('d2'));

      expect(await claimedDeliveries(store, 100, START_MS)).toEqual([]);
      expect(await claimedDeliveries(store, 100, START_MS + 5_000)).toEqual(['d1']);
    });

    it('are all claimable again when many holds end together', async () => {
      const { store } = await open();
      const ids = ['d1', 'd2', 'd3', 'd4', 'd5'];
      await keepDeliveries(store, ...ids.map((id) => delivery(id, { lane: id })));
      for (const id of await claimedDeliveries(store)) {
        await store.settle(id, { state: 'waiting', atMs: START_MS + 1_000, reason: 'unreached' });
      }

      expect(await claimedDeliveries(store, 2, START_MS + 1_000)).toHaveLength(2);
      expect(await claimedDeliveries(store, 2, START_MS + 1_000)).toHaveLength(2);
      expect(await claimedDeliveries(store, 2, START_MS + 1_000)).toHaveLength(1);
    });

    it('that died free the lane for the next one', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'), delivery('d2'));
      await claimedDeliveries(store);

      await store.settle('d1', { state: 'dead', reason: 'chat not found' });

      expect(await claimedDeliveries(store)).toEqual(['d2']);
    });

    it('are settled once, and only when somebody holds them', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'));

      await expect(store.settle('d1', { state: 'delivered' })).rejects.toMatchObject({ code: 'claim_lost' });
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'delivered' });
      await expect(store.settle('d1', { state: 'delivered' })).rejects.toMatchObject({ code: 'claim_lost' });
      await expect(
        store.settle('unknown', { state: 'waiting', atMs: START_MS, reason: 'unreached' }),
      ).rejects.toMatchObject({ code: 'claim_lost' });
    });

    it('are given even after they expired: the dispatcher says what becomes of them', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1', { expiresAtMs: START_MS - 1 }));

      expect(await claimedDeliveries(store)).toEqual(['d1']);
    });

    it('that edit carry the receipt of their target, looked up when they are claimed', async () => {
      const { store } = await open();
      await keepDeliveries(
        store,
        delivery('d1'),
        delivery('edit', { kind: 'edit', targetDeliveryId: 'd1' }),
        delivery('orphan', { kind: 'edit', targetDeliveryId: 'unknown', lane: 'lane:2' }),
      );

      const [first, orphan] = await deliveriesAt(store);
      expect(first).not.toHaveProperty('targetReceipt');
      expect(orphan).not.toHaveProperty('targetReceipt');
      await store.settle('d1', { state: 'delivered', receipt: '100' });
      expect(await deliveriesAt(store)).toMatchObject([{ deliveryId: 'edit', kind: 'edit', targetReceipt: '100' }]);
    });

    it('stand in the record of their turn, in order, with what became of them', async () => {
      const { store } = await open();
      const lanes = ['d1', 'd2', 'd3', 'd4'].map((id) => delivery(id, { lane: id }));
      await store.push(pushOf('t1', { deliveries: lanes }));
      await claimedDeliveries(store, 3);
      await store.settle('d1', { state: 'delivered', receipt: '100' });
      await store.settle('d2', { state: 'dead', reason: 'chat not found' });
      await store.settle('d3', { state: 'waiting', atMs: START_MS, reason: 'unreached' });

      expect((await store.turn('t1'))?.deliveries).toEqual([
        { ...recordOf('d1'), state: 'delivered', receipt: '100' },
        { ...recordOf('d2'), state: 'dead', reason: 'chat not found' },
        { ...recordOf('d3'), state: 'waiting', reason: 'unreached' },
        { ...recordOf('d4'), state: 'waiting' },
      ]);
      await claimedDeliveries(store);
      await store.settle('d3', { state: 'delivered' });
      expect((await store.turn('t1'))?.deliveries[2]).toEqual({ ...recordOf('d3'), state: 'delivered' });
      expect((await store.turn('t1'))?.deliveries[3]).toEqual({ ...recordOf('d4'), state: 'sending' });
    });
  });
}

function recordOf(deliveryId: string) {
  return { deliveryId, channel: 'telegram', kind: 'send', payload: `{"text":"${deliveryId}"}` };
}

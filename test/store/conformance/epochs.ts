import { describe, expect, it } from 'vitest';
import {
  claimedDeliveries,
  claimedTurns,
  deliveriesAt,
  delivery,
  keepDeliveries,
  message,
  type OpenBench,
  onlyTurn,
  question,
  START_MS,
} from '../fixtures.ts';

const takeAll = { turns: true, deliveries: true };
const lost = { code: 'claim_lost' };

export function describeEpochs(open: OpenBench): void {
  describe('the epoch of a claim', () => {
    it('of a turn is another one with every claim, even when its attempts are counted anew', async () => {
      const { store } = await open();
      const accepted = await store.accept(message('t1', { take: takeAll }));
      const epochs = [accepted.status === 'accepted' ? accepted.taken.turn?.epoch : undefined];
      for (const isUntried of [true, false, true]) {
        await store.releaseTurn({ turnId: 't1', atMs: START_MS, isUntried });
        epochs.push((await onlyTurn(store)).epoch);
      }
      await store.finishTurn({ turnId: 't1', state: 'dead', deliveries: [], questions: [] });
      await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs: START_MS });
      epochs.push((await onlyTurn(store)).epoch);

      expect(new Set(epochs).size).toBe(5);
      expect(epochs.every((epoch) => typeof epoch === 'number')).toBe(true);
    });

    it('of a delivery is another one with every claim', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'));
      const epochs: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        const [work] = await deliveriesAt(store);
        epochs.push(work?.epoch ?? 0);
        await store.settle('d1', { state: 'waiting', atMs: START_MS, reason: 'unreached' });
      }

      expect(new Set(epochs).size).toBe(3);
    });

    it('that is old ends no turn: nothing of that end is kept, and the new claim goes on', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      const { epoch: old } = await onlyTurn(store);
      await store.releaseTurn({ turnId: 't1', atMs: START_MS, isUntried: false });
      const { epoch } = await onlyTurn(store);

      const end = { turnId: 't1', state: 'done' as const, deliveries: [delivery('d1')], questions: [question('ui_1')] };
      await expect(store.finishTurn({ ...end, epoch: old })).rejects.toMatchObject(lost);
      await expect(
        store.releaseTurn({ turnId: 't1', epoch: old, atMs: START_MS, isUntried: false }),
      ).rejects.toMatchObject(lost);
      await expect(store.joinWaiting({ turnId: 't1', epoch: old })).rejects.toMatchObject(lost);

      expect(await store.turn('t1')).toEqual({ turnId: 't1', state: 'running', deliveries: [] });
      expect(await store.questions('telegram:42', START_MS)).toEqual([]);
      await store.finishTurn({ ...end, epoch });
      expect(await claimedDeliveries(store)).toEqual(['d1']);
    });

    it('that is old settles no delivery, and lets none wait', async () => {
      const { store } = await open();
      await keepDeliveries(store, delivery('d1'));
      const [first] = await deliveriesAt(store);
      const old = { deliveryId: 'd1', epoch: first?.epoch ?? 0 };
      await store.settle(old, { state: 'waiting', atMs: START_MS, reason: 'unreached' });
      const [second] = await deliveriesAt(store);

      await expect(store.settle(old, { state: 'delivered' })).rejects.toMatchObject(lost);
      await expect(store.settle(old, { state: 'dead', reason: 'x' }, true)).rejects.toMatchObject(lost);
      await expect(
        store.settle(old, { state: 'waiting', atMs: START_MS, reason: 'x', payload: 'other' }),
      ).rejects.toMatchObject(lost);

      const now = { deliveryId: 'd1', epoch: second?.epoch ?? 0 };
      expect(await store.settle(now, { state: 'delivered', receipt: '1' })).toEqual({ laneWaits: false });
    });

    it('of an item that was never claimed, ended, or is unknown is no epoch at all', async () => {
      const { store } = await open();
      await store.accept(message('t1'));
      for (const epoch of [0, 1, 2]) {
        await expect(store.joinWaiting({ turnId: 't1', epoch })).rejects.toMatchObject(lost);
        await expect(store.joinWaiting({ turnId: 'unknown', epoch })).rejects.toMatchObject(lost);
      }
      expect(await claimedTurns(store)).toEqual(['t1']);
    });
  });
}

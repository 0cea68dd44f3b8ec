import { describe, expect, it } from 'vitest';
import { claimedDeliveries, delivery, type OpenBench, pushOf, question, START_MS } from '../fixtures.ts';

const LATER_MS = START_MS + 60_000;

export function describeCancel(open: OpenBench): void {
  describe('cancelling', () => {
    it('deletes what a turn has scheduled, with its questions, and nothing else', async () => {
      const { store } = await open();
      const scheduled = (id: string) => delivery(id, { notBeforeMs: LATER_MS, lane: id });
      await store.push(
        pushOf('p1', {
          deliveries: [scheduled('d1'), scheduled('d2')],
          questions: [question('ui_1', { deliveryId: 'd2' })],
        }),
      );
      await store.push(
        pushOf('p2', { deliveries: [scheduled('d3')], questions: [question('ui_2', { deliveryId: 'd3' })] }),
      );
      await store.push(pushOf('p3', { deliveries: [delivery('d4')] }));

      expect(await store.cancelScheduled('p1')).toBe(2);
      expect((await store.turn('p1'))?.deliveries).toEqual([]);
      expect((await store.questions('telegram:42', START_MS)).map(({ widgetId }) => widgetId)).toEqual(['ui_2']);
      expect(await store.counts()).toMatchObject({ scheduledDeliveries: 1 });
      expect(await claimedDeliveries(store, 100, LATER_MS)).toEqual(['d4', 'd3']);
    });

    it('finds nothing when it was cancelled before, is due, or never was', async () => {
      const { store, clock } = await open();
      await store.push(pushOf('p1', { deliveries: [delivery('d1', { notBeforeMs: LATER_MS })] }));
      await store.push(pushOf('p2', { deliveries: [delivery('d2', { notBeforeMs: LATER_MS })] }));
      await store.push(pushOf('p3', { deliveries: [delivery('d3', { lane: 'lane:3' })] }));
      await store.cancelScheduled('p1');
      clock.nowMs = LATER_MS;
      await claimedDeliveries(store, 100, LATER_MS);

      for (const turn of ['p1', 'p2', 'p3', 'p4']) expect([turn, await store.cancelScheduled(turn)]).toEqual([turn, 0]);
    });
  });
}

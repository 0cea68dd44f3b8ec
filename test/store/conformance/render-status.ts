import { describe, expect, it } from 'vitest';
import type { RenderReport } from '../../../src/protocol/render-status.ts';
import { DAY_MS, message, type OpenBench, onlyTurn, START_MS } from '../fixtures.ts';
import type { RememberingStore } from '../remembering.ts';

type Status = RenderReport['status'];

async function turns(store: RememberingStore, ...turnIds: string[]): Promise<void> {
  for (const turnId of turnIds) await store.accept(message(turnId, { conversation: turnId, personId: 'ann' }));
}

export function describeRenderStatus(open: OpenBench): void {
  describe('how an envelope was shown', () => {
    it.each<[Status, Status, Status]>([
      ['rendered', 'error', 'rendered'],
      ['rendered', 'fallback', 'rendered'],
      ['fallback', 'rendered', 'fallback'],
      ['fallback', 'error', 'fallback'],
      ['error', 'rendered', 'rendered'],
      ['error', 'fallback', 'error'],
      ['error', 'error', 'error'],
    ])('after %s and then %s it is %s [AUI-22]', async (first, second, then) => {
      const { store } = await open();
      await turns(store, 't1');
      const report = (status: Status, error: string) => store.renderStatus.keep({ ...of('t1', 'e1'), status, error });
      await report(first, 'first');
      await report(second, 'second');

      const error = then === 'error' ? { error: 'first' } : {};
      expect(await store.renderStatus.of(['t1'])).toEqual([{ ...of('t1', 'e1'), status: then, ...error }]);
    });

    it('is told of the turns that are asked for, each envelope for itself', async () => {
      const { store } = await open();
      await turns(store, 't1', 't2', 't3');
      await store.renderStatus.keep({ ...of('t1', 'e1'), status: 'rendered' });
      await store.renderStatus.keep({ ...of('t1', 'e2'), status: 'error', error: 'half a \ud800 and a \u0000' });
      await store.renderStatus.keep({ ...of('t2', 'e1'), status: 'error' });
      await store.renderStatus.keep({ ...of('t3', 'e1'), status: 'rendered' });

      const told = await store.renderStatus.of(['t1', 't2', 't1', 'unknown']);

      expect(told.sort((a, b) => (a.turnId + a.envelopeId < b.turnId + b.envelopeId ? -1 : 1))).toEqual([
        { ...of('t1', 'e1'), status: 'rendered' },
        { ...of('t1', 'e2'), status: 'error', error: 'half a \ud800 and a \u0000' },
        { ...of('t2', 'e1'), status: 'error' },
      ]);
      expect(await store.renderStatus.of([])).toEqual([]);
    });

    it('is kept of no turn that is not there', async () => {
      const { store } = await open();
      await store.renderStatus.keep({ ...of('t1', 'e1'), status: 'rendered' });
      await turns(store, 't1');
      expect(await store.renderStatus.of(['t1'])).toEqual([]);
    });

    it('is in the export of its person, and goes with the turn: erased, tried anew, swept', async () => {
      const { store } = await open();
      const report = () => store.renderStatus.keep({ ...of('t1', 'e1'), status: 'error', error: 'no map' });
      const told = () => store.renderStatus.of(['t1']);
      await turns(store, 't1');
      await report();
      const ann = { channel: 'telegram', personId: 'ann' };
      expect((await store.exportPerson(ann)).turns).toMatchObject([
        { turnId: 't1', renderStatus: [{ envelopeId: 'e1', status: 'error', error: 'no map' }] },
      ]);
      await store.erasePerson(ann);
      expect(await told()).toEqual([]);

      await turns(store, 't1');
      await onlyTurn(store);
      await report();
      await store.finishTurn({ turnId: 't1', state: 'dead', deliveries: [], questions: [] });
      expect(await told()).toHaveLength(1);
      await store.retryDead({ kind: 'turn', id: 't1', expiresAtMs: START_MS + DAY_MS });
      expect(await told()).toEqual([]);

      await report();
      await onlyTurn(store);
      await store.finishTurn({ turnId: 't1', state: 'done', deliveries: [], questions: [] });
      await store.sweep(START_MS + 3 * DAY_MS);
      await turns(store, 't1');
      expect(await told()).toEqual([]);
    });
  });
}

function of(turnId: string, envelopeId: string): { turnId: string; envelopeId: string } {
  return { turnId, envelopeId };
}

import { describe, expect, it } from 'vitest';
import {
  claimedDeliveries,
  claimedTurns,
  delivery,
  message,
  type OpenBench,
  pushOf,
  question,
  START_MS,
} from '../fixtures.ts';

export function describePush(open: OpenBench): void {
  describe('push', () => {
    it('keeps the turn as done, with its deliveries and questions', async () => {
      const { store } = await open();

      expect(await store.push(pushOf('p1', { deliveries: [delivery('d1')], questions: [question('ui_1')] }))).toEqual({
        status: 'accepted',
        taken: { deliveries: [] },
      });

      expect(await store.turn('p1')).toMatchObject({ state: 'done', deliveries: [{ deliveryId: 'd1' }] });
      expect(await store.questions('telegram:42', START_MS)).toHaveLength(1);
      expect(await claimedTurns(store)).toEqual([]);
      expect(await claimedDeliveries(store)).toEqual(['d1']);
    });

    it('gives the first answer to a repeated key and keeps nothing of the repetition', async () => {
      const { store } = await open();
      await store.push(pushOf('p1', { idempotencyKey: 'k', fingerprint: 'f1', response: '{"turn_id":"p1"}' }));

      const repeated = pushOf('p2', {
        idempotencyKey: 'k',
        channel: 'slack',
        fingerprint: 'f2',
        deliveries: [delivery('d2')],
        questions: [question('ui_2')],
      });
      expect(await store.push(repeated)).toEqual({
        status: 'duplicate',
        response: '{"turn_id":"p1"}',
        fingerprint: 'f1',
      });

      expect(await store.turn('p2')).toBeUndefined();
      expect(await claimedDeliveries(store)).toEqual([]);
      expect(await store.questions('telegram:42', START_MS)).toEqual([]);
    });

    it('keeps one of ten pushes with one key that come in one tick', async () => {
      const { store } = await open();

      const pushed = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          store.push(pushOf(`p${index}`, { idempotencyKey: 'k', deliveries: [delivery(`d${index}`)] })),
        ),
      );

      expect(pushed.filter(({ status }) => status === 'accepted')).toHaveLength(1);
      expect(await claimedDeliveries(store)).toHaveLength(1);
    });

    it('without a key is new every time', async () => {
      const { store } = await open();

      expect(await store.push(pushOf('p1'))).toEqual({ status: 'accepted', taken: { deliveries: [] } });
      expect(await store.push(pushOf('p2'))).toEqual({ status: 'accepted', taken: { deliveries: [] } });
    });

    it('tells an idempotency key from an equal dedupe key of an inbound', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k' }));

      expect(await store.push(pushOf('p1', { idempotencyKey: 'k' }))).toEqual({
        status: 'accepted',
        taken: { deliveries: [] },
      });
    });

    it('that fails keeps nothing, the key neither', async () => {
      const { store } = await open();
      const push = pushOf('p1', { idempotencyKey: 'k', questions: [question('ui_1')] });

      await expect(store.push({ ...push, deliveries: [delivery('d1'), delivery('d1')] })).rejects.toMatchObject({
        code: 'internal',
      });

      expect(await store.turn('p1')).toBeUndefined();
      expect(await store.questions('telegram:42', START_MS)).toEqual([]);
      expect(await store.push(push)).toEqual({ status: 'accepted', taken: { deliveries: [] } });
    });
  });
}

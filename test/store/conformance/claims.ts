import { describe, expect, it } from 'vitest';
import {
  answer,
  claimedDeliveries,
  claimedTurns,
  delivery,
  HOUR_MS,
  keepQuestions,
  message,
  type OpenBench,
  onlyTurn,
  question,
  START_MS,
} from '../fixtures.ts';

export function describeClaims(open: OpenBench): void {
  describe('the claim of a question', () => {
    it('is won once: the question is answered, the turn carries the answer, the edit is kept', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));

      expect(
        await store.accept(
          message('t1', {
            claim: {
              response: answer('ui_1'),
              edit: delivery('d1', { kind: 'edit', turnId: 't1' }),
              whenLost: 'drop',
            },
          }),
        ),
      ).toMatchObject({ status: 'accepted', claimed: true });

      expect(await store.questions('telegram:42', START_MS)).toMatchObject([{ answered: { label: 'Europe' } }]);
      expect((await onlyTurn(store)).response).toEqual({
        id: 'ui_1',
        value: 'eu',
        label: 'Europe',
        prompt: 'Which region?',
      });
      expect(await claimedDeliveries(store)).toEqual(['d1']);
      expect((await store.turn('t1'))?.deliveries).toMatchObject([{ deliveryId: 'd1', kind: 'edit' }]);
    });

    it('is won by exactly one of two that come in one tick', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));

      const press = (turnId: string, label: string) =>
        store.accept(
          message(turnId, {
            claim: { response: answer('ui_1', label), edit: delivery(`edit of ${turnId}`), whenLost: 'drop' },
          }),
        );
      const both = await Promise.all([press('t1', 'Europe'), press('t2', 'United States')]);

      expect(both).toMatchObject([{ status: 'accepted', claimed: true }, { status: 'lost' }]);
      expect(await store.questions('telegram:42', START_MS)).toMatchObject([{ answered: { label: 'Europe' } }]);
      expect(await claimedTurns(store)).toEqual(['t1']);
      expect(await claimedDeliveries(store)).toEqual(['edit of t1']);
    });

    it('that is lost keeps a typed answer as a plain message', async () => {
      const { store } = await open();

      expect(
        await store.accept(
          message('t1', {
            claim: { response: answer('ui_unknown'), edit: delivery('d1'), whenLost: 'keep_as_message' },
          }),
        ),
      ).toMatchObject({ status: 'accepted', claimed: false });

      expect(await onlyTurn(store)).not.toHaveProperty('response');
      expect(await claimedDeliveries(store)).toEqual([]);
    });

    it('that is lost drops a press whole: no turn, no seat, no dedupe key', async () => {
      const { store } = await open();
      const press = message('t1', {
        claim: { response: answer('ui_unknown'), edit: delivery('d1'), whenLost: 'drop' },
        seat: { userId: 'ann', address: { chat_id: 42 } },
      });

      expect(await store.accept(press)).toEqual({ status: 'lost' });

      expect(await claimedTurns(store)).toEqual([]);
      expect(await claimedDeliveries(store)).toEqual([]);
      expect(await store.seats('ann')).toEqual([]);
      expect(await store.turn('t1')).toBeUndefined();
      expect(await store.accept(message('t1'))).toMatchObject({ status: 'accepted', claimed: false });
    });

    it('is lost in another conversation', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1', { conversation: 'telegram:1' }));

      const press = message('t1', { claim: { response: answer('ui_1'), whenLost: 'drop' } });
      expect(await store.accept({ ...press, conversation: 'telegram:2' })).toEqual({ status: 'lost' });

      expect((await store.questions('telegram:1', START_MS))[0]).not.toHaveProperty('answered');
    });

    it('is lost from the very millisecond on in which the question expires', async () => {
      const { store } = await open();
      await keepQuestions(
        store,
        question('ui_1', { expiresAtMs: START_MS + HOUR_MS }),
        question('ui_2', { expiresAtMs: START_MS + HOUR_MS }),
      );
      const press = (turnId: string, widgetId: string, receivedAtMs: number) =>
        store.accept(message(turnId, { receivedAtMs, claim: { response: answer(widgetId), whenLost: 'drop' } }));

      expect(await press('t1', 'ui_1', START_MS + HOUR_MS)).toEqual({ status: 'lost' });
      expect(await press('t2', 'ui_2', START_MS + HOUR_MS - 1)).toMatchObject({ status: 'accepted', claimed: true });
    });

    it('is never made by a duplicate', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k' }));
      await keepQuestions(store, question('ui_1'));

      expect(
        await store.accept(
          message('t2', {
            dedupeKey: 'k',
            claim: { response: answer('ui_1'), edit: delivery('d1'), whenLost: 'drop' },
          }),
        ),
      ).toEqual({ status: 'duplicate', turnId: 't1' });

      expect((await store.questions('telegram:42', START_MS))[0]).not.toHaveProperty('answered');
      expect(await claimedDeliveries(store)).toEqual([]);
    });

    it('is undone with its inbound when the edit cannot be kept', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));
      await store.push({
        ...{ turnId: 'p', conversation: 'telegram:42', channel: 'telegram', fingerprint: '', response: '{}' },
        ...{ deliveries: [delivery('d1')], questions: [], receivedAtMs: START_MS },
      });

      const press = message('t1', { claim: { response: answer('ui_1'), edit: delivery('d1'), whenLost: 'drop' } });
      await expect(store.accept(press)).rejects.toMatchObject({ code: 'internal' });

      expect((await store.questions('telegram:42', START_MS))[0]).not.toHaveProperty('answered');
      expect(await claimedTurns(store)).toEqual([]);
    });

    it('protects an answer from a later edit of the message', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'));
      await store.accept(
        message('t1', { messageId: 'm1', raw: '2', claim: { response: answer('ui_1'), whenLost: 'keep_as_message' } }),
      );

      const edit = { channel: 'telegram', conversation: 'telegram:42', messageId: 'm1', raw: '1' };
      expect(await store.replaceWaiting(edit)).toBe(false);

      expect((await onlyTurn(store)).raw).toBe('2');
    });
  });
}

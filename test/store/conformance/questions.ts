import { describe, expect, it } from 'vitest';
import {
  answer,
  claimedDeliveries,
  delivery,
  HOUR_MS,
  keepQuestions,
  message,
  type OpenBench,
  pushOf,
  question,
  START_MS,
} from '../fixtures.ts';

export function describeQuestions(open: OpenBench): void {
  describe('questions', () => {
    it('come back as they were asked, with the message that carries them', async () => {
      const { store } = await open();
      const asked = question('ui_1', {
        deliveryId: 'd1',
        asker: 'ann',
        answers: ['ann', 'bob'],
        multi: true,
        choices: [{ value: '__proto__', label: 'a\0b' }],
      });
      await store.push(pushOf('p', { deliveries: [delivery('d1')], questions: [asked] }));

      const expected = {
        widgetId: 'ui_1',
        prompt: 'Which region?',
        choices: [{ value: '__proto__', label: 'a\0b' }],
        multi: true,
        asker: 'ann',
        answers: ['ann', 'bob'],
        expiresAtMs: START_MS + HOUR_MS,
        message: { deliveryId: 'd1', payload: '{"text":"d1"}' },
      };
      expect(await store.questions('telegram:42', START_MS)).toEqual([
        { ...expected, message: { ...expected.message, isUnseen: true } },
      ]);
      await claimedDeliveries(store);
      expect(await store.questions('telegram:42', START_MS)).toEqual([expected]);
      await store.settle('d1', { state: 'delivered', receipt: '100' });
      expect(await store.questions('telegram:42', START_MS)).toEqual([
        { ...expected, message: { ...expected.message, receipt: '100' } },
      ]);
    });

    it('of a scheduled message wait with it, and are as new as its time', async () => {
      const { store, clock } = await open();
      const ask = (id: string, notBeforeMs?: number) =>
        store.push(
          pushOf(`p ${id}`, {
            deliveries: [delivery(id, { lane: id, ...(notBeforeMs !== undefined && { notBeforeMs }) })],
            questions: [question(`ui_${id}`, { deliveryId: id })],
          }),
        );
      const seen = async () =>
        (await store.questions('telegram:42', START_MS)).map(({ widgetId, message }) => [
          widgetId,
          message?.isUnseen ?? false,
          message?.isScheduled ?? false,
        ]);
      await ask('later', START_MS + 5_000);
      await ask('now');
      await claimedDeliveries(store);
      expect(await seen()).toEqual([
        ['ui_now', false, false],
        ['ui_later', true, true],
      ]);

      clock.nowMs = START_MS + 5_000;
      await claimedDeliveries(store, 100, clock.nowMs);
      expect(await seen()).toEqual([
        ['ui_later', false, false],
        ['ui_now', false, false],
      ]);
    });

    it('whose message was given up were seen by nobody, unless it may have been sent', async () => {
      const { store } = await open();
      for (const id of ['d1', 'd2', 'd3']) {
        const asked = question(`ui_${id}`, { deliveryId: id });
        await store.push(pushOf(`p ${id}`, { deliveries: [delivery(id, { lane: id })], questions: [asked] }));
      }
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'dead', reason: 'chat not found' });
      await store.settle('d2', { state: 'dead', reason: 'outcome_unknown' });
      await store.settle('d3', { state: 'waiting', atMs: START_MS + 1_000, reason: 'unreached' });
      const asked = await store.questions('telegram:42', START_MS);
      expect(asked.map(({ widgetId, message }) => [widgetId, message?.isUnseen ?? false])).toEqual([
        ['ui_d3', true],
        ['ui_d2', false],
        ['ui_d1', true],
      ]);
    });

    it('come without a message when no delivery carries them', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1', { answers: 'anyone' }));

      expect(await store.questions('telegram:42', START_MS)).toEqual([
        {
          widgetId: 'ui_1',
          prompt: 'Which region?',
          choices: [
            { value: 'us', label: 'United States' },
            { value: 'eu', label: 'Europe' },
          ],
          multi: false,
          answers: 'anyone',
          expiresAtMs: START_MS + HOUR_MS,
        },
      ]);
    });

    it('come newest first, of this conversation only, the expired ones not', async () => {
      const { store } = await open();
      await keepQuestions(
        store,
        question('ui_1'),
        question('ui_expired', { expiresAtMs: START_MS }),
        question('ui_other', { conversation: 'telegram:2' }),
        question('ui_2'),
      );

      expect(await widgetsOf(store.questions('telegram:42', START_MS))).toEqual(['ui_2', 'ui_1']);
    });

    it('are 32 per conversation at most: the oldest goes when one more comes', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_other', { conversation: 'telegram:2' }));
      for (let index = 1; index <= 33; index += 1) await keepQuestions(store, question(`ui_${index}`));

      const widgets = await widgetsOf(store.questions('telegram:42', START_MS));

      expect(widgets).toHaveLength(32);
      expect(widgets[0]).toBe('ui_33');
      expect(widgets[31]).toBe('ui_2');
      expect(await store.questions('telegram:2', START_MS)).toHaveLength(1);
      expect(await store.accept(message('t1', { claim: { response: answer('ui_1'), whenLost: 'drop' } }))).toEqual({
        status: 'lost',
      });
    });

    it('that a widget asks again are asked anew', async () => {
      const { store } = await open();
      await keepQuestions(store, question('ui_1'), question('ui_2'));
      await store.accept(message('t1', { claim: { response: answer('ui_1'), whenLost: 'drop' } }));

      await store.push(pushOf('again', { questions: [question('ui_1', { prompt: 'Which region now?' })] }));

      const questions = await store.questions('telegram:42', START_MS);
      expect(questions).toMatchObject([{ widgetId: 'ui_1', prompt: 'Which region now?' }, { widgetId: 'ui_2' }]);
      expect(questions[0]).not.toHaveProperty('answered');
    });
  });
}

async function widgetsOf(questions: Promise<{ widgetId: string }[]>): Promise<string[]> {
  return (await questions).map(({ widgetId }) => widgetId);
}

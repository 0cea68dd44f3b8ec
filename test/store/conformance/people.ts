import { describe, expect, it } from 'vitest';
import {
  type Bench,
  claimedDeliveries,
  claimedTurns,
  delivery,
  finishDone,
  message,
  type OpenBench,
  onlyTurn,
  pushOf,
  question,
  START_MS,
} from '../fixtures.ts';
import { heardFrom } from '../hearing.ts';

const ann = { channel: 'telegram', personId: 'ann' };
const lost = { code: 'claim_lost' };
const inGroup = { conversation: 'telegram:-100' };
const seatOf = (userId: string, chatId: number) => ({ userId, address: { chat_id: chatId } });

/** Ann writes in private, where she is answered and asked, and in a group, where Bob writes too. */
async function annAndBob({ store }: Bench): Promise<void> {
  await store.accept(message('a1', { personId: 'ann', seat: seatOf('ann', 42), raw: 'from ann' }));
  await store.claimTurns(1);
  await store.finishTurn({
    ...{ turnId: 'a1', state: 'done' },
    deliveries: [delivery('d1', { turnId: 'a1', payload: 'to ann' })],
    questions: [question('ui_1', { deliveryId: 'd1' })],
  });
  await store.accept(message('a2', { ...inGroup, personId: 'ann', raw: 'ann in the group' }));
  await store.accept(message('b1', { ...inGroup, personId: 'bob', raw: 'bob in the group' }));
  await store.accept(
    message('b2', { conversation: 'telegram:7', personId: 'bob', seat: seatOf('bob', 7), raw: 'from bob' }),
  );
  await store.push(
    pushOf('p1', {
      conversation: 'telegram:7',
      deliveries: [delivery('d2', { conversation: 'telegram:7', lane: 'lane:7', payload: 'to bob' })],
      questions: [question('ui_2', { conversation: 'telegram:7' })],
    }),
  );
}

export function describePeople(open: OpenBench): void {
  describe('the export of a person', () => {
    it('gives what they said anywhere, and all of their private conversations', async () => {
      const bench = await open();
      await annAndBob(bench);

      expect(await bench.store.exportPerson(ann)).toEqual({
        seats: [{ channel: 'telegram', conversation: 'telegram:42', address: { chat_id: 42 }, lastSeenMs: START_MS }],
        turns: [
          {
            turnId: 'a1',
            channel: 'telegram',
            conversation: 'telegram:42',
            receivedAtMs: START_MS,
            state: 'done',
          },
          {
            turnId: 'a2',
            channel: 'telegram',
            conversation: 'telegram:-100',
            receivedAtMs: START_MS,
            state: 'waiting',
            raw: 'ann in the group',
          },
        ],
        deliveries: [
          {
            deliveryId: 'd1',
            channel: 'telegram',
            conversation: 'telegram:42',
            state: 'waiting',
            payload: 'to ann',
          },
        ],
        questions: [{ conversation: 'telegram:42', widgetId: 'ui_1', prompt: 'Which region?' }],
        blobs: [],
      });
    });

    it('gives what was answered, and what was pushed', async () => {
      const { store } = await open();
      await store.accept(message('a1', { personId: 'ann', seat: seatOf('ann', 42) }));
      await store.push(pushOf('p1', { deliveries: [delivery('d1')], questions: [question('ui_1')] }));
      const response = { id: 'ui_1', value: 'eu', label: 'Europe', prompt: 'Which region?' };
      await store.accept(message('a2', { personId: 'ann', claim: { response, whenLost: 'drop' } }));

      const held = await store.exportPerson(ann);

      expect(held.turns.map(({ turnId }) => turnId)).toEqual(['a1', 'p1', 'a2']);
      expect(held.questions).toMatchObject([{ widgetId: 'ui_1', answeredLabel: 'Europe' }]);
    });

    it('follows their conversation through its names', async () => {
      const { store } = await open();
      await store.accept(message('a1', { conversation: 'old', personId: 'ann', seat: seatOf('ann', 1) }));
      await store.push(pushOf('p1', { deliveries: [delivery('d1', { conversation: 'old', lane: 'a' })] }));
      await claimedDeliveries(store);
      await store.settle('d1', { state: 'delivered' });
      await store.move({ from: 'old', to: 'new', fromLane: 'a', toLane: 'b', rewrite: (payload) => payload });

      const held = await store.exportPerson(ann);

      expect(held.seats).toMatchObject([{ conversation: 'new' }]);
      expect(held.turns).toMatchObject([{ turnId: 'a1', conversation: 'new' }]);
      expect(held.deliveries).toMatchObject([{ deliveryId: 'd1', conversation: 'old', state: 'delivered' }]);
    });

    it('is empty for somebody unknown, and tells an id of another channel apart', async () => {
      const bench = await open();
      await annAndBob(bench);
      const nothing = { seats: [], turns: [], deliveries: [], questions: [], blobs: [] };

      expect(await bench.store.exportPerson({ channel: 'telegram', personId: 'carl' })).toEqual(nothing);
      expect(await bench.store.exportPerson({ channel: 'slack', personId: 'ann' })).toEqual(nothing);
    });

    it('finds a person behind thousands of others', async () => {
      const { store } = await open();
      const others = (from: number) =>
        Promise.all(
          Array.from({ length: 3_000 }, (_, index) =>
            store.accept(message(`t${from + index}`, { conversation: `c${index % 50}`, personId: `p${index}` })),
          ),
        );
      await store.accept(message('a1', { personId: 'ann', conversation: 'first' }));
      await others(0);
      await store.accept(message('a2', { personId: 'ann', conversation: 'second' }));
      await others(3_000);
      await store.accept(message('a3', { personId: 'ann', conversation: 'third' }));

      expect((await store.exportPerson(ann)).turns.map(({ turnId }) => turnId)).toEqual(['a1', 'a2', 'a3']);
      expect(await store.erasePerson(ann)).toBe(3);
    });
  });

  describe('the erasure of a person', () => {
    it('deletes what the export gave, and nothing of anybody else', async () => {
      const bench = await open();
      const { store } = bench;
      await annAndBob(bench);
      const ofBob = await store.exportPerson({ channel: 'telegram', personId: 'bob' });

      // A seat, two turns, a delivery and a question.
      expect(await store.erasePerson(ann)).toBe(5);

      expect(await store.exportPerson(ann)).toEqual({ seats: [], turns: [], deliveries: [], questions: [], blobs: [] });
      expect(await store.turn('a1')).toBeUndefined();
      expect(await store.turn('a2')).toBeUndefined();
      expect(await store.exportPerson({ channel: 'telegram', personId: 'bob' })).toEqual(ofBob);
      expect((await claimedTurns(store)).sort()).toEqual(['b1', 'b2']);
      expect(await claimedDeliveries(store)).toEqual(['d2']);
      expect(await store.erasePerson(ann)).toBe(0);
    });

    it('deletes what runs: whoever runs it is told, and its end is kept no more', async () => {
      const { store } = await open();
      const heard = heardFrom(store);
      await store.accept(message('a1', { ...inGroup, personId: 'ann' }));
      await store.accept(message('b1', { ...inGroup, personId: 'bob' }));
      await store.claimTurns(1);

      await store.erasePerson(ann);

      await heard.stopOf('a1');
      await heard.work();
      await expect(finishDone(store, 'a1')).rejects.toMatchObject(lost);
      expect(await claimedTurns(store)).toEqual(['b1']);
      await finishDone(store, 'b1');
      expect(await store.counts()).toMatchObject({ waitingTurns: 0 });
    });

    it('deletes what is being sent, and its lane is free', async () => {
      const { store } = await open();
      await store.accept(message('a1', { personId: 'ann', seat: seatOf('ann', 42) }));
      await store.push(pushOf('p1', { deliveries: [delivery('d1'), delivery('d2')] }));
      await claimedDeliveries(store);

      await store.erasePerson(ann);

      await expect(store.settle('d1', { state: 'delivered' })).rejects.toMatchObject(lost);
      expect(await store.counts()).toMatchObject({ waitingDeliveries: 0 });
      await store.push(pushOf('p2', { deliveries: [delivery('d3')] }));
      expect(await claimedDeliveries(store)).toEqual(['d3']);
    });

    it('deletes what is scheduled and what is dead', async () => {
      const { store } = await open();
      await store.accept(message('a1', { personId: 'ann', seat: seatOf('ann', 42) }));
      await store.claimTurns(1);
      await store.finishTurn({
        ...{ turnId: 'a1', state: 'dead', reason: 'x', questions: [] },
        deliveries: [delivery('d1', { notBeforeMs: START_MS + 1_000 })],
      });

      expect(await store.erasePerson(ann)).toBe(3);

      expect(await store.counts()).toMatchObject({ scheduledDeliveries: 0, deadTurns: 0 });
      expect(await store.claimDeliveries({ limit: 10, nowMs: START_MS + 1_000 })).toEqual({ deliveries: [] });
    });

    it('lets what others had said to a turn of theirs wait for itself again', async () => {
      const { store } = await open();
      await store.accept(message('a1', { ...inGroup, personId: 'ann' }));
      await store.accept(message('b1', { ...inGroup, personId: 'bob', raw: 'bob' }));
      await store.accept(message('a2', { ...inGroup, personId: 'ann' }));
      await store.accept(message('b2', { ...inGroup, personId: 'bob' }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 'a1' });
      await store.accept(message('b3', { ...inGroup, personId: 'bob' }));

      expect(await store.erasePerson(ann)).toBe(2);

      expect(await store.counts()).toMatchObject({ waitingTurns: 3 });
      for (const turnId of ['b1', 'b2', 'b3']) {
        expect(await onlyTurn(store)).toMatchObject({ turnId });
        await finishDone(store, turnId);
      }
      expect(await store.counts()).toMatchObject({ waitingTurns: 0 });
    });

    it('leaves nothing waiting of what had joined a turn that goes with it', async () => {
      const { store } = await open();
      await store.accept(message('a1', { personId: 'ann', seat: seatOf('ann', 42) }));
      await store.accept(message('a2', { personId: 'ann' }));
      await store.claimTurns(1);
      await store.joinWaiting({ turnId: 'a1' });

      await store.erasePerson(ann);

      expect(await store.counts()).toMatchObject({ waitingTurns: 0 });
      expect(await claimedTurns(store)).toEqual([]);
    });

    it('forgets their dedupe and idempotency keys, too', async () => {
      const { store } = await open();
      await store.accept(message('a1', { personId: 'ann', dedupeKey: 'k', seat: seatOf('ann', 42) }));
      await store.push(pushOf('p1', { idempotencyKey: 'k', response: '{"ui":"for ann"}' }));

      // A seat, two turns and what was answered to the push.
      expect(await store.erasePerson(ann)).toBe(4);

      expect(await store.push(pushOf('p2', { idempotencyKey: 'k' }))).toMatchObject({ status: 'accepted' });
      expect(await store.accept(message('a2', { dedupeKey: 'k' }))).toMatchObject({ status: 'accepted' });
    });

    it('finds strange names', async () => {
      const { store } = await open();
      const strange = { channel: 'telegram', personId: 'a\0"\u001b[' };
      const conversation = 'c\0"\u001b[';
      await store.accept(
        message('a1', { personId: strange.personId, conversation, seat: seatOf(strange.personId, 1) }),
      );
      await store.push(pushOf('p1', { conversation, deliveries: [delivery('d1', { conversation })] }));

      expect(await store.erasePerson(strange)).toBe(4);
      expect(await claimedDeliveries(store)).toEqual([]);
    });
  });
}

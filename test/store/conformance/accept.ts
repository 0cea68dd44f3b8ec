import { describe, expect, it } from 'vitest';
import { claimedTurns, finishDone, message, type OpenBench, onlyTurn } from '../fixtures.ts';

export function describeAccept(open: OpenBench): void {
  describe('accept', () => {
    it('keeps an inbound and gives it to a worker as it came', async () => {
      const { store } = await open();

      expect(await store.accept(message('t1', { raw: '{"text":"Grüße, 世界 🙂"}', receivedAtMs: 1_234 }))).toEqual({
        status: 'accepted',
        claimed: false,
        taken: { deliveries: [] },
      });

      expect(await store.claimTurns(10)).toEqual([
        {
          turnId: 't1',
          epoch: expect.any(Number),
          attempt: 1,
          generation: 0,
          channel: 'telegram',
          conversation: 'telegram:42',
          raw: '{"text":"Grüße, 世界 🙂"}',
          receivedAtMs: 1_234,
        },
      ]);
    });

    it('keeps one inbound per dedupe key and names the first turn to those who repeat it', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k' }));

      expect(await store.accept(message('t2', { dedupeKey: 'k' }))).toEqual({ status: 'duplicate', turnId: 't1' });

      expect(await claimedTurns(store)).toEqual(['t1']);
    });

    it('keeps one of ten equal inbounds that come in one tick', async () => {
      const { store } = await open();

      const accepted = await Promise.all(
        Array.from({ length: 10 }, (_, index) => store.accept(message(`t${index}`, { dedupeKey: 'k' }))),
      );

      expect(accepted.filter(({ status }) => status === 'accepted')).toHaveLength(1);
      expect(accepted.filter(({ status }) => status === 'duplicate')).toHaveLength(9);
      expect(await claimedTurns(store)).toHaveLength(1);
    });

    it('still knows the dedupe key of a turn that is done', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k' }));
      await store.claimTurns(1);
      await finishDone(store, 't1');

      expect(await store.accept(message('t2', { dedupeKey: 'k' }))).toEqual({ status: 'duplicate', turnId: 't1' });
    });

    it('tells equal dedupe keys of two channels apart', async () => {
      const { store } = await open();
      await store.accept(message('t1', { channel: 'telegram', dedupeKey: 'k' }));

      expect(await store.accept(message('t2', { channel: 'slack', dedupeKey: 'k' }))).toMatchObject({
        status: 'accepted',
      });
    });

    it('refuses a turn id that is kept already and keeps the others of that tick', async () => {
      const { store } = await open();
      await store.accept(message('t1'));

      const [first, second, third] = await Promise.allSettled([
        store.accept(message('t2', { conversation: 'telegram:2' })),
        store.accept(message('t1', { dedupeKey: 'another', conversation: 'telegram:3' })),
        store.accept(message('t4', { conversation: 'telegram:4' })),
      ]);

      expect(first).toMatchObject({ status: 'fulfilled', value: { status: 'accepted' } });
      expect(second).toMatchObject({ status: 'rejected', reason: { code: 'internal' } });
      expect(third).toMatchObject({ status: 'fulfilled', value: { status: 'accepted' } });
      expect(await claimedTurns(store)).toEqual(['t1', 't2', 't4']);
    });

    it('keeps strange texts whole', async () => {
      const { store } = await open();
      const strange = 'a\0b \u001b[31m \u001b"x" {"__proto__":{"polluted":true}} \u2028 ✓';
      await store.accept(message('t1', { raw: strange, dedupeKey: 'k\0one', conversation: 'c\0one' }));
      await store.accept(message('t2', { raw: '\u001b', dedupeKey: 'k\0two', conversation: 'c\0two' }));

      const [first, second] = await store.claimTurns(2);

      expect(first).toMatchObject({ raw: strange, conversation: 'c\0one' });
      expect(second).toMatchObject({ raw: '\u001b', conversation: 'c\0two' });
    });

    it('keeps an inbound of 10 MB', async () => {
      const { store } = await open();
      await store.accept(message('t1', { raw: 'x'.repeat(10_000_000) }));

      expect((await onlyTurn(store)).raw).toHaveLength(10_000_000);
    });

    it('replaces the text of a message that still waits', async () => {
      const { store } = await open();
      await store.accept(message('t1', { messageId: 'm1', raw: 'before' }));
      await store.accept(message('t2', { messageId: 'm2', raw: 'other', conversation: 'telegram:2' }));

      const edit = { channel: 'telegram', conversation: 'telegram:42', messageId: 'm1', raw: 'after' };
      expect(await store.replaceWaiting(edit)).toBe(true);

      expect((await store.claimTurns(2)).map((work) => work.raw)).toEqual(['after', 'other']);
    });

    it('does not replace what another conversation said, what runs or what is done', async () => {
      const { store } = await open();
      await store.accept(message('t1', { messageId: 'm1', raw: 'before' }));
      const edit = { channel: 'telegram', conversation: 'telegram:42', messageId: 'm1', raw: 'after' };

      expect(await store.replaceWaiting({ ...edit, conversation: 'telegram:2' })).toBe(false);
      expect(await store.replaceWaiting({ ...edit, channel: 'slack' })).toBe(false);
      expect(await store.replaceWaiting({ ...edit, messageId: 'm2' })).toBe(false);
      expect((await onlyTurn(store)).raw).toBe('before');
      expect(await store.replaceWaiting(edit)).toBe(false);
      await finishDone(store, 't1');
      expect(await store.replaceWaiting(edit)).toBe(false);
    });
  });
}

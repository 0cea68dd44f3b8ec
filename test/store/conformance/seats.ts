import { describe, expect, it } from 'vitest';
import { message, type OpenBench, START_MS } from '../fixtures.ts';

export function describeSeats(open: OpenBench): void {
  const seatOf = (userId: string, chatId: number) => ({ userId, address: { chat_id: chatId } });

  describe('seats', () => {
    it('tell where a person was seen, latest first', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'telegram:1', seat: seatOf('ann', 1), receivedAtMs: 100 }));
      await store.accept(message('t2', { conversation: 'telegram:2', seat: seatOf('bob', 2), receivedAtMs: 150 }));
      await store.accept(
        message('t3', { channel: 'slack', conversation: 'slack:D1', seat: seatOf('ann', 9), receivedAtMs: 200 }),
      );

      expect(await store.seats('ann')).toEqual([
        { channel: 'slack', conversation: 'slack:D1', address: { chat_id: 9 }, lastSeenMs: 200 },
        { channel: 'telegram', conversation: 'telegram:1', address: { chat_id: 1 }, lastSeenMs: 100 },
      ]);
      expect(await store.seats('nobody')).toEqual([]);
    });

    it('move up when the person is seen again, at the address used last', async () => {
      const { store } = await open();
      await store.accept(message('t1', { conversation: 'a', seat: seatOf('ann', 1), receivedAtMs: 100 }));
      await store.accept(message('t2', { conversation: 'b', seat: seatOf('ann', 2), receivedAtMs: 200 }));
      await store.accept(message('t3', { conversation: 'a', seat: seatOf('ann', 3), receivedAtMs: 300 }));

      expect(await store.seats('ann')).toEqual([
        { channel: 'telegram', conversation: 'a', address: { chat_id: 3 }, lastSeenMs: 300 },
        { channel: 'telegram', conversation: 'b', address: { chat_id: 2 }, lastSeenMs: 200 },
      ]);
    });

    it('are kept under any id, with an inbound that ended as it was kept, too', async () => {
      const { store } = await open();
      const userId = '\u001fslack::C1:1767225000.000100';
      const ending = { state: 'done' as const, reason: 'known', deliveries: [] };
      await store.accept(message('t1', { conversation: 'a', seat: seatOf(userId, 1), ending, receivedAtMs: 100 }));

      expect(await store.seats(userId)).toEqual([
        { channel: 'telegram', conversation: 'a', address: { chat_id: 1 }, lastSeenMs: 100 },
      ]);
      expect(await store.seats(userId.slice(1))).toEqual([]);
    });

    it('are not touched by a duplicate', async () => {
      const { store } = await open();
      await store.accept(message('t1', { dedupeKey: 'k', seat: seatOf('ann', 1), receivedAtMs: 100 }));
      await store.accept(message('t2', { dedupeKey: 'k', seat: seatOf('ann', 1), receivedAtMs: 200 }));

      expect(await store.seats('ann')).toMatchObject([{ lastSeenMs: 100 }]);
    });

    it('are 32 per person at most: the one not seen for longest goes', async () => {
      const { store } = await open();
      for (let index = 1; index <= 33; index += 1) {
        const seat = seatOf('ann', index);
        const receivedAtMs = START_MS + index;
        await store.accept(message(`t${index}`, { conversation: `c${index}`, seat, receivedAtMs }));
      }

      const seats = await store.seats('ann');

      expect(seats).toHaveLength(32);
      expect(seats[0]).toMatchObject({ conversation: 'c33' });
      expect(seats[31]).toMatchObject({ conversation: 'c2' });
    });
  });
}

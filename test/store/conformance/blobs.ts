import { describe, expect, it } from 'vitest';
import type { NewBlob } from '../../../src/protocol/blob-store.ts';
import { DAY_MS, HOUR_MS, message, type OpenBench, START_MS } from '../fixtures.ts';

const owner = { channel: 'web', conversation: 'web:ann:1', personId: 'ann' };

/** A reference that looks like one; what it means is for the test to say. */
const ref = (name: string) => name.padEnd(32, '_');

function blob(name: string, more: Partial<NewBlob> = {}): NewBlob {
  return {
    ref: ref(name),
    owner,
    mime: 'application/json',
    bytes: new TextEncoder().encode(`{"of":"${name}"}`),
    expiresAtMs: START_MS + DAY_MS,
    ...more,
  };
}

/** Every value that a byte can have, more than once. */
const everyByte = Uint8Array.from({ length: 1_024 }, (_, index) => index % 256);

export function describeBlobs(open: OpenBench, survivesRestart: boolean): void {
  describe('a blob', () => {
    it('is given back byte for byte, with whose it is', async () => {
      const { store } = await open();
      await store.blobs.put(blob('bytes', { mime: 'image/png', bytes: everyByte }));
      await store.blobs.put(blob('empty', { bytes: new Uint8Array(), owner: { channel: 'web', conversation: 'c' } }));

      const kept = await store.blobs.get(ref('bytes'));
      expect(kept).toMatchObject({ owner, mime: 'image/png', expiresAtMs: START_MS + DAY_MS });
      expect(bytesIn(kept)).toEqual([...everyByte]);
      expect(bytesIn(await store.blobs.get(ref('empty')))).toEqual([]);
      expect(await store.blobs.get(ref('empty'))).toMatchObject({ owner: { channel: 'web', conversation: 'c' } });
      expect(await store.blobs.get(ref('unknown'))).toBeUndefined();
      expect(await store.blobs.get("' or 1=1 --")).toBeUndefined();
    });

    it('is gone when it is removed, and its bytes when nobody else has them', async () => {
      const { store } = await open();
      await store.blobs.put(blob('one', { bytes: everyByte }));
      await store.blobs.put(blob('other', { bytes: everyByte }));
      await store.blobs.remove(ref('one'));
      await store.blobs.remove(ref('unknown'));
      expect(await store.blobs.get(ref('one'))).toBeUndefined();
      expect(bytesIn(await store.blobs.get(ref('other')))).toEqual([...everyByte]);
      await store.blobs.remove(ref('other'));
      await store.blobs.put(blob('one', { bytes: everyByte }));
      expect(bytesIn(await store.blobs.get(ref('one')))).toEqual([...everyByte]);
    });

    it('may be a view of a larger buffer, and is not changed with it', async () => {
      const { store } = await open();
      const buffer = Uint8Array.from([9, 1, 2, 3, 9]);
      await store.blobs.put(blob('view', { bytes: buffer.subarray(1, 4) }));
      buffer.fill(0);
      expect(bytesIn(await store.blobs.get(ref('view')))).toEqual([1, 2, 3]);
    });

    it('holds eight megabytes and not a byte more', async () => {
      const { store } = await open();
      const most = new Uint8Array(8 * 1024 * 1024).fill(7);
      await store.blobs.put(blob('most', { bytes: most }));
      expect(bytesIn(await store.blobs.get(ref('most')))?.length).toBe(8_388_608);

      const tooMuch = store.blobs.put(blob('more', { bytes: new Uint8Array(8 * 1024 * 1024 + 1) }));
      await expect(tooMuch).rejects.toMatchObject({ code: 'blob_too_large', facts: { max_bytes: 8_388_608 } });
      expect(await store.blobs.get(ref('more'))).toBeUndefined();
    });

    it.each([
      ['a short reference', { ref: 'a'.repeat(21) }],
      ['a long reference', { ref: 'a'.repeat(65) }],
      ['a reference with a slash', { ref: `${'a'.repeat(31)}/` }],
      ['no media type', { mime: '' }],
      ['a long media type', { mime: 'x'.repeat(256) }],
    ])('is refused with %s', async (_what, wrong) => {
      const { store } = await open();
      await expect(store.blobs.put(blob('x', wrong))).rejects.toMatchObject({ code: 'internal' });
    });

    it('stays as it is when something else is put under its reference', async () => {
      const { store } = await open();
      await store.blobs.put(blob('one'));
      await store.blobs.put(blob('one', { bytes: everyByte, owner: { ...owner, personId: 'eve' } }));
      const kept = await store.blobs.get(ref('one'));
      expect(kept).toMatchObject({ owner });
      expect(bytesIn(kept)).toEqual([...new TextEncoder().encode('{"of":"one"}')]);
    });

    it('is told to have expired for a week, then nothing is known of it', async () => {
      const { store, clock } = await open();
      await store.blobs.put(blob('soon', { expiresAtMs: START_MS + HOUR_MS }));
      clock.nowMs = START_MS + HOUR_MS - 1;
      expect(await store.blobs.get(ref('soon'))).toMatchObject({ mime: 'application/json' });
      clock.nowMs = START_MS + HOUR_MS;
      expect(await store.blobs.get(ref('soon'))).toEqual({ expired: true, owner });

      expect(await store.sweep(clock.nowMs)).toBe(1);
      expect(await store.blobs.get(ref('soon'))).toEqual({ expired: true, owner });
      expect(await store.sweep(clock.nowMs + 7 * DAY_MS - 1)).toBe(0);
      expect(await store.blobs.get(ref('soon'))).toEqual({ expired: true, owner });
      expect(await store.sweep(clock.nowMs + 7 * DAY_MS)).toBe(1);
      expect(await store.blobs.get(ref('soon'))).toBeUndefined();
    });

    it('does not lose bytes that another reference leads to', async () => {
      const { store, clock } = await open();
      const bytes = everyByte;
      await store.blobs.put(blob('short', { bytes, expiresAtMs: START_MS + HOUR_MS }));
      await store.blobs.put(blob('long', { bytes, expiresAtMs: START_MS + DAY_MS }));
      await store.blobs.put(
        blob('of bob'.replace(' ', '_'), { bytes, owner: { ...owner, personId: 'bob', conversation: 'b' } }),
      );
      clock.nowMs = START_MS + HOUR_MS;
      await store.sweep(clock.nowMs);
      expect(bytesIn(await store.blobs.get(ref('long')))).toEqual([...bytes]);

      await store.erasePerson({ channel: 'web', personId: 'ann' });
      expect(await store.blobs.get(ref('long'))).toBeUndefined();
      expect(bytesIn(await store.blobs.get(ref('of_bob')))).toEqual([...bytes]);

      clock.nowMs = START_MS + DAY_MS;
      await store.sweep(clock.nowMs);
      await store.blobs.put(blob('again', { bytes, expiresAtMs: START_MS + 2 * DAY_MS }));
      expect(bytesIn(await store.blobs.get(ref('again')))).toEqual([...bytes]);
    });

    it('is swept in steps, however many there are', async () => {
      const { store } = await open();
      for (let index = 0; index < 40; index++) await store.blobs.put(blob(`n${index}`));
      expect(await store.sweep(START_MS + DAY_MS)).toBe(40);
      expect(await store.sweep(START_MS + 8 * DAY_MS)).toBe(40);
    });

    it('is in the export as a fact, and goes with the erasure: of a person, and of their private conversations', async () => {
      const { store, clock } = await open();
      const inPrivate = { channel: 'web', conversation: 'web:ann:1' };
      await store.accept(
        message('t1', { ...inPrivate, personId: 'ann', seat: { userId: 'ann', address: { session_id: '1' } } }),
      );
      await store.blobs.put(blob('a_hers', { owner: { channel: 'web', conversation: 'a group', personId: 'ann' } }));
      await store.blobs.put(blob('b_in_private', { owner: inPrivate, expiresAtMs: START_MS + HOUR_MS }));
      await store.blobs.put(blob('c_other', { owner: { ...owner, channel: 'telegram', conversation: 'x' } }));
      await store.blobs.put(blob('d_bobs', { owner: { channel: 'web', conversation: 'a group', personId: 'bob' } }));
      clock.nowMs = START_MS + HOUR_MS;
      await store.sweep(clock.nowMs);

      const ann = { channel: 'web', personId: 'ann' };
      expect((await store.exportPerson(ann)).blobs).toEqual([
        {
          ...{ ref: ref('a_hers'), channel: 'web', conversation: 'a group', mime: 'application/json' },
          ...{ sizeBytes: 15, expiresAtMs: START_MS + DAY_MS },
        },
        {
          ...{ ref: ref('b_in_private'), channel: 'web', conversation: 'web:ann:1', mime: 'application/json' },
          ...{ sizeBytes: 0, expiresAtMs: START_MS + HOUR_MS },
        },
      ]);
      // A turn, a seat and two blobs.
      expect(await store.erasePerson(ann)).toBe(4);
      expect(await store.blobs.get(ref('a_hers'))).toBeUndefined();
      expect(await store.blobs.get(ref('b_in_private'))).toBeUndefined();
      expect(await store.blobs.get(ref('c_other'))).toBeDefined();
      expect(await store.blobs.get(ref('d_bobs'))).toBeDefined();
    });

    it.runIf(survivesRestart)('survives a restart', async () => {
      const { store, reopen } = await open();
      await store.blobs.put(blob('kept', { bytes: everyByte }));
      const again = await reopen();
      expect(bytesIn(await again.blobs.get(ref('kept')))).toEqual([...everyByte]);
    });
  });
}

function bytesIn(found: object | undefined): number[] | undefined {
  return found && 'bytes' in found ? [...(found.bytes as Uint8Array)] : undefined;
}

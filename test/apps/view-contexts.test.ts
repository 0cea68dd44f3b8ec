import { describe, expect, it } from 'vitest';
import { createViewContexts } from '../../src/apps/view-contexts.ts';
import { createMemoryStore } from '../../src/store/memory/store.ts';

const owner = { channel: 'web', conversation: 'web:ann:s1', personId: 'ann' };

describe('what apps tell the model', () => {
  it('is kept once for each app, however often it speaks, for the last four apps', async () => {
    const now = () => 1_000;
    const store = createMemoryStore({ now });
    const kept = new Set<string>();
    const blobs = {
      ...store.blobs,
      put: async (blob: Parameters<typeof store.blobs.put>[0]) => {
        kept.add(blob.ref);
        await store.blobs.put(blob);
      },
      remove: async (ref: string) => {
        kept.delete(ref);
        await store.blobs.remove(ref);
      },
    };
    const contexts = createViewContexts({ blobs, memory: store.channelMemory, now });
    for (let at = 0; at < 20; at++) {
      await contexts.keep({
        ...{ appRef: `app-${at % 5}`, owner },
        context: { server: 's', tool: 't', text: `word ${at}` },
      });
    }
    expect((await contexts.of(owner)).map(({ text }) => text)).toEqual(['word 16', 'word 17', 'word 18', 'word 19']);
    expect(kept.size).toBe(4);
  });
});

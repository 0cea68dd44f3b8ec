import { createMemoryStore } from '../../../src/store/memory/store.ts';

/** A store in which the first of these messages was begun so often, and never ended. */
export async function storeAfterCrashes(crashes: number, texts: readonly string[], alsoJoins = false) {
  const store = createMemoryStore();
  for (const text of texts) {
    const raw = JSON.stringify({ chat: 'a', update: text, text });
    await store.accept({ turnId: text, channel: 'toy', dedupeKey: text, conversation: 'toy:a', raw, receivedAtMs: 1 });
  }
  for (let crash = 0; crash < crashes; crash++) {
    const [work] = await store.claimTurns(1);
    const claim = { turnId: work?.turnId ?? '', epoch: work?.epoch ?? 0 };
    if (alsoJoins) await store.joinWaiting(claim);
    await store.releaseTurn({ ...claim, atMs: 0, isUntried: false });
  }
  return store;
}

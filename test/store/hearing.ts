import { expect, vi } from 'vitest';
import type { Store } from '../../src/protocol/store.ts';

const SOON_MS = 5_000;

/** Listens to a store. What it hears may take a moment: a store may have to hear it from its database first. */
export function heardFrom(store: Pick<Store, 'listen'>) {
  const stopped: string[] = [];
  let works = 0;
  store.listen({
    onWork: () => {
      works += 1;
    },
    onStopAsked: (turnId) => void stopped.push(turnId),
  });
  return {
    stopped,
    stopOf: (turnId: string) => vi.waitFor(() => expect(stopped).toContain(turnId), SOON_MS),
    /** Until it was told of work since the last time that this was asked. */
    async work(): Promise<void> {
      await vi.waitFor(() => expect(works).toBeGreaterThan(0), SOON_MS);
      works = 0;
    },
  };
}

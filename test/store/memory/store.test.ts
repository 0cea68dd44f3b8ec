import { createMemoryStore } from '../../../src/store/memory/store.ts';
import { describeStore } from '../conformance.ts';

describeStore('the store in memory', {
  survivesRestart: false,
  async open({ clock, ...options }) {
    const store = createMemoryStore({ ...options, now: () => clock.nowMs });
    return { store, reopen: async () => store };
  },
});

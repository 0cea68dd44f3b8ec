import { onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import type { StoreKind } from '../fixtures.ts';
import { dataFolder } from './folder.ts';

/** The store in a file of its own, with whatever library opens it. */
export const sqliteKind: StoreKind = {
  survivesRestart: true,
  async open({ clock, ...options }) {
    const folder = dataFolder();
    const start = () => openSqliteStore({ ...options, folder, now: () => clock.nowMs });
    let store = await start();
    onTestFinished(() => store.close());
    return {
      store,
      async reopen() {
        await store.close();
        store = await start();
        return store;
      },
    };
  },
};

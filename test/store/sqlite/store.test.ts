import { onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { describeStore } from '../conformance.ts';
import { dataFolder } from './folder.ts';

describeStore('the store in SQLite', {
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
});

import { expect, it, onTestFinished } from 'vitest';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { START_MS } from '../fixtures.ts';
import { dataFolder } from './folder.ts';

it('a channel keeps 10,000 values at most: one more is refused, one in place of another is not', async () => {
  const folder = dataFolder();
  await (await openSqliteStore({ folder, now: () => START_MS })).close();
  const driver = await openFile(folder);
  driver.execute(`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 10000)
    insert into channel_memory select 'slack', 'T' || n, null, 'v' from number`);
  driver.close();
  const store = await openSqliteStore({ folder, now: () => START_MS });
  onTestFinished(() => store.close());
  const one = (key: string) => ({ channel: 'slack', key, value: 'w' });

  await expect(store.channelMemory.put(one('T10001'))).rejects.toMatchObject({ code: 'channel_memory_full' });
  await expect(store.channelMemory.add(one('T10001'))).rejects.toMatchObject({ code: 'channel_memory_full' });
  await store.channelMemory.put(one('T10000'));
  expect(await store.channelMemory.get(one('T10000'))).toBe('w');
  await store.channelMemory.put({ ...one('T1'), channel: 'discord' });
  await store.channelMemory.remove(one('T1'));
  await store.channelMemory.put(one('T10001'));
});

import { expect, it } from 'vitest';
import { describeOnServer } from './on-server.ts';
import { runSql } from './server.ts';
import { openSeveral } from './several.ts';

describeOnServer('what a channel keeps for itself', () => {
  it('is known to every instance at once', async () => {
    const { stores } = await openSeveral(2);
    await stores[0]?.channelMemory.put({ channel: 'slack', key: 'T1', value: 'one' });
    expect(await stores[1]?.channelMemory.get({ channel: 'slack', key: 'T1' })).toBe('one');
    expect(await stores[1]?.channelMemory.add({ channel: 'slack', key: 'T1', value: 'two' })).toBe(false);
  });

  it('is 10,000 values at most: one more is refused, one in place of another is not', async () => {
    const { stores, url } = await openSeveral(1);
    const memory = stores[0]?.channelMemory;
    await runSql(
      url,
      "insert into channel_memory select 'slack', 'T' || number, null, 'v' from generate_series(1, 10000) as number",
    );
    const one = (key: string) => ({ channel: 'slack', key, value: 'w' });

    await expect(memory?.put(one('T10001'))).rejects.toMatchObject({ code: 'channel_memory_full' });
    await expect(memory?.add(one('T10001'))).rejects.toMatchObject({ code: 'channel_memory_full' });
    await memory?.put(one('T10000'));
    expect(await memory?.get(one('T10000'))).toBe('w');
    await memory?.put({ ...one('T1'), channel: 'discord' });
    await memory?.remove(one('T1'));
    await memory?.put(one('T10001'));
  });
});

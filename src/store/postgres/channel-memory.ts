import { type ChannelMemory, MAX_MEMORY_ENTRIES, type MemoryEntry } from '../../protocol/channel-memory.ts';
import { checkEntry, memoryFull } from '../channel-memory-limits.ts';
import type { Database } from './connection/database.ts';
import { bind, type Statement } from './connection/sql.ts';

/** One more fits, or the value only takes the place of another one. $5 is now. */
const FITTING = `
    insert into channel_memory (channel, name, expires_at_ms, value)
    select $1::text, $2::text, $3::bigint, $4::text
    where exists (select from channel_memory where channel = $1 and name = $2) or ${MAX_MEMORY_ENTRIES} > (
      select count(*) from channel_memory where channel = $1 and (expires_at_ms is null or expires_at_ms > $5))
    on conflict (channel, name) do update set expires_at_ms = excluded.expires_at_ms, value = excluded.value`;
const PUT: Statement = { name: 'channel_memory.put', text: `${FITTING} returning name` };
const ADD: Statement = {
  name: 'channel_memory.add',
  text: `${FITTING} where channel_memory.expires_at_ms <= $5 returning name`,
};
const REPLACE: Statement = {
  name: 'channel_memory.replace',
  text: `
    update channel_memory set value = $4
    where channel = $1 and name = $2 and value = $3 and (expires_at_ms is null or expires_at_ms > $5) returning name`,
};
const GET: Statement = {
  name: 'channel_memory.get',
  text: `
    select value from channel_memory
    where channel = $1 and name = $2 and (expires_at_ms is null or expires_at_ms > $3)`,
};
const LIST: Statement = {
  name: 'channel_memory.list',
  text: `
    select name, value from channel_memory where channel = $1 and (expires_at_ms is null or expires_at_ms > $2)
    order by name collate "C"`,
};
const REMOVE: Statement = {
  name: 'channel_memory.remove',
  text: `
    delete from channel_memory
    where channel = $1 and name = $2 and (expires_at_ms is null or expires_at_ms > $3) returning name`,
};

/** What channels keep for themselves. `run` is the store's way to run an operation. */
export function channelMemoryIn(deps: {
  database: Database;
  now: () => number;
  run: <Result>(operation: () => Promise<Result>) => Promise<Result>;
}): ChannelMemory {
  const { database, now, run } = deps;
  const write = async (statement: Statement, { channel, key, value, expiresAtMs }: MemoryEntry): Promise<boolean> => {
    const query = bind(statement, channel, key, expiresAtMs ?? null, value, now());
    return (await database.rows(query)).length > 0;
  };
  const get: ChannelMemory['get'] = async ({ channel, key }) =>
    (await database.rows<{ value: string }>(bind(GET, channel, key, now())))[0]?.value;
  return {
    put: (entry) =>
      run(async () => {
        checkEntry(entry);
        if (!(await write(PUT, entry))) throw memoryFull(entry.channel);
      }),
    add: (entry) =>
      run(async () => {
        checkEntry(entry);
        if (await write(ADD, entry)) return true;
        if ((await get(entry)) === undefined) throw memoryFull(entry.channel);
        return false;
      }),
    replace: (change) =>
      run(async () => {
        checkEntry(change);
        const { channel, key, was, value } = change;
        return (await database.rows(bind(REPLACE, channel, key, was, value, now()))).length > 0;
      }),
    get: (place) => run(() => get(place)),
    list: (channel) =>
      run(async () => {
        const rows = await database.rows<{ name: string; value: string }>(bind(LIST, channel, now()));
        return rows.map(({ name, value }) => ({ key: name, value }));
      }),
    remove: ({ channel, key }) => run(async () => (await database.rows(bind(REMOVE, channel, key, now()))).length > 0),
  };
}

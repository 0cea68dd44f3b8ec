import { MAX_MEMORY_ENTRIES, type MemoryEntry, type MemoryPlace } from '../../protocol/channel-memory.ts';
import { checkEntry, memoryFull } from '../channel-memory-limits.ts';
import type { Driver } from './driver.ts';

const IS_GOOD = '(expires_at_ms is null or expires_at_ms > ?)';
const COUNT = `select count(*) as kept from channel_memory where channel = ? and ${IS_GOOD}`;
const PUT = `
  insert into channel_memory (channel, name, expires_at_ms, value) values (?, ?, ?, ?)
  on conflict (channel, name) do update set expires_at_ms = excluded.expires_at_ms, value = excluded.value`;
const REPLACE = `update channel_memory set value = ? where channel = ? and name = ? and value = ? and ${IS_GOOD}`;
const GET = `select value from channel_memory where channel = ? and name = ? and ${IS_GOOD}`;
const LIST = `select name, value from channel_memory where channel = ? and ${IS_GOOD} order by name`;
const REMOVE = `delete from channel_memory where channel = ? and name = ? and ${IS_GOOD}`;

/** What channels keep for themselves. */
export function prepareChannelMemory(driver: Driver, now: () => number) {
  const count = driver.prepare<{ kept: number }>(COUNT);
  const keep = driver.prepare(PUT);
  const change = driver.prepare(REPLACE);
  const one = driver.prepare<{ value: string }>(GET);
  const all = driver.prepare<{ name: string; value: string }>(LIST);
  const drop = driver.prepare(REMOVE);
  const get = ({ channel, key }: MemoryPlace): string | undefined => one.get(channel, key, now())?.value;

  function put(entry: MemoryEntry): void {
    checkEntry(entry);
    const { channel, key, value, expiresAtMs } = entry;
    const isNew = get(entry) === undefined;
    if (isNew && (count.get(channel, now())?.kept ?? 0) >= MAX_MEMORY_ENTRIES) throw memoryFull(channel);
    keep.run(channel, key, expiresAtMs ?? null, value);
  }

  return {
    put,
    get,
    add(entry: MemoryEntry): boolean {
      checkEntry(entry);
      if (get(entry) !== undefined) return false;
      put(entry);
      return true;
    },
    replace(given: MemoryPlace & { was: string; value: string }): boolean {
      checkEntry(given);
      const { channel, key, was, value } = given;
      return change.run(value, channel, key, was, now()) > 0;
    },
    list: (channel: string) => all.all(channel, now()).map(({ name, value }) => ({ key: name, value })),
    remove: ({ channel, key }: MemoryPlace): boolean => drop.run(channel, key, now()) > 0,
  };
}

import { type ChannelMemory, MAX_MEMORY_ENTRIES, type MemoryEntry } from '../../protocol/channel-memory.ts';
import { checkEntry, memoryFull } from '../channel-memory-limits.ts';

type Kept = Pick<MemoryEntry, 'value' | 'expiresAtMs'>;

/** What channels keep for themselves. */
export class ChannelValues {
  readonly #of = new Map<string, Map<string, Kept>>();

  put(entry: MemoryEntry, nowMs: number): void {
    checkEntry(entry);
    const kept = this.#kept(entry.channel, nowMs);
    if (!kept.has(entry.key) && kept.size >= MAX_MEMORY_ENTRIES) throw memoryFull(entry.channel);
    const { key, value, expiresAtMs } = entry;
    kept.set(key, { value, ...(expiresAtMs !== undefined && { expiresAtMs }) });
  }

  add(entry: MemoryEntry, nowMs: number): boolean {
    checkEntry(entry);
    if (this.#kept(entry.channel, nowMs).has(entry.key)) return false;
    this.put(entry, nowMs);
    return true;
  }

  replace(change: Parameters<ChannelMemory['replace']>[0], nowMs: number): boolean {
    checkEntry(change);
    const { channel, key, was, value } = change;
    const kept = this.#kept(channel, nowMs);
    const before = kept.get(key);
    if (before?.value !== was) return false;
    kept.set(key, { ...before, value });
    return true;
  }

  list(channel: string, nowMs: number): { key: string; value: string }[] {
    const kept = [...this.#kept(channel, nowMs)];
    return kept.map(([key, { value }]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  get({ channel, key }: Parameters<ChannelMemory['get']>[0], nowMs: number): string | undefined {
    return this.#kept(channel, nowMs).get(key)?.value;
  }

  remove({ channel, key }: Parameters<ChannelMemory['remove']>[0], nowMs: number): boolean {
    return this.#kept(channel, nowMs).delete(key);
  }

  /** Gives how many had expired. */
  sweep(nowMs: number): number {
    let swept = 0;
    for (const kept of this.#of.values()) {
      for (const [key, { expiresAtMs = Number.POSITIVE_INFINITY }] of kept) {
        if (expiresAtMs > nowMs) continue;
        kept.delete(key);
        swept += 1;
      }
    }
    return swept;
  }

  /** What a channel keeps by now. */
  #kept(channel: string, nowMs: number): Map<string, Kept> {
    const kept = this.#of.get(channel) ?? new Map<string, Kept>();
    this.#of.set(channel, kept);
    for (const [key, { expiresAtMs }] of kept) {
      if (expiresAtMs !== undefined && expiresAtMs <= nowMs) kept.delete(key);
    }
    return kept;
  }
}

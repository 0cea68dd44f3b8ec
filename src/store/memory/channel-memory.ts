import { MAX_MEMORY_ENTRIES, type MemoryEntry, type MemoryPlace } from '../../protocol/channel-memory.ts';
import { checkEntry, memoryFull } from '../channel-memory-limits.ts';

type Kept = Pick<MemoryEntry, 'value' | 'expiresAtMs'>;

/** What channels keep for themselves. */
export class ChannelValues {
  readonly #of = new Map<string, Map<string, Kept>>();

  put(entry: MemoryEntry, nowMs: number): void {
    checkEntry(entry);
    const { channel, key, value, expiresAtMs } = entry;
    const isNew = this.get(entry, nowMs) === undefined;
    if (isNew && this.list(channel, nowMs).length >= MAX_MEMORY_ENTRIES) throw memoryFull(channel);
    const kept = this.#of.get(channel) ?? new Map<string, Kept>();
    this.#of.set(channel, kept.set(key, { value, ...(expiresAtMs !== undefined && { expiresAtMs }) }));
  }

  add(entry: MemoryEntry, nowMs: number): boolean {
    checkEntry(entry);
    if (this.get(entry, nowMs) !== undefined) return false;
    this.put(entry, nowMs);
    return true;
  }

  replace(change: MemoryPlace & { was: string; value: string }, nowMs: number): boolean {
    checkEntry(change);
    const { channel, key, was, value } = change;
    if (this.get(change, nowMs) !== was) return false;
    const kept = this.#of.get(channel);
    kept?.set(key, { ...kept.get(key), value });
    return true;
  }

  list(channel: string, nowMs: number): { key: string; value: string }[] {
    const kept = [...(this.#of.get(channel) ?? [])].filter(([, one]) => isGood(one, nowMs));
    return kept.map(([key, { value }]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  get({ channel, key }: MemoryPlace, nowMs: number): string | undefined {
    const kept = this.#of.get(channel)?.get(key);
    return kept && isGood(kept, nowMs) ? kept.value : undefined;
  }

  remove(place: MemoryPlace, nowMs: number): boolean {
    const isThere = this.get(place, nowMs) !== undefined;
    return isThere && this.#of.get(place.channel)?.delete(place.key) === true;
  }

  /** Gives how many had expired. */
  sweep(nowMs: number): number {
    let swept = 0;
    for (const kept of this.#of.values()) {
      for (const [key, one] of kept) {
        if (isGood(one, nowMs)) continue;
        kept.delete(key);
        swept += 1;
      }
    }
    return swept;
  }
}

function isGood({ expiresAtMs }: Kept, nowMs: number): boolean {
  return expiresAtMs === undefined || expiresAtMs > nowMs;
}

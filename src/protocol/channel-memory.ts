/** Where a value is kept. */
export interface MemoryPlace {
  channel: string;
  /** The channel's own name for it; 1 to `MAX_MEMORY_KEY_CHARS` characters. */
  key: string;
}

/** A value to be kept. */
export interface MemoryEntry extends MemoryPlace {
  /** At most `MAX_MEMORY_VALUE_CHARS` characters. */
  value: string;
  /** Unix milliseconds; it is as good as gone from then on. Absent = kept until it is removed. */
  expiresAtMs?: number;
}

/**
 * A few small values that a channel must know again after a restart, and on every instance. Nothing of a person's
 * belongs here: neither an export nor an erasure looks at it. Whatever writes throws `channel_memory_full` for a
 * value that is too large, and for one more than `MAX_MEMORY_ENTRIES`.
 */
export interface ChannelMemory {
  /** Keeps a value, in place of whatever was kept there. */
  put(entry: MemoryEntry): Promise<void>;
  /** Keeps a value where there is none. Gives whether it was kept: of several that try at once, one is told so. */
  add(entry: MemoryEntry): Promise<boolean>;
  /** Keeps `value` where `was` is still kept, for as long as that was to be kept. Gives whether it did. */
  replace(change: MemoryPlace & { was: string; value: string }): Promise<boolean>;
  get(place: MemoryPlace): Promise<string | undefined>;
  /** Everything of a channel, by key. */
  list(channel: string): Promise<{ key: string; value: string }[]>;
  /** Gives whether there was one. */
  remove(place: MemoryPlace): Promise<boolean>;
}

export const MAX_MEMORY_KEY_CHARS = 200;
export const MAX_MEMORY_VALUE_CHARS = 8_192;
/** Per channel; instances that write at the same moment may bring it a few above. */
export const MAX_MEMORY_ENTRIES = 10_000;

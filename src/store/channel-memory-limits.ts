import {
  MAX_MEMORY_ENTRIES,
  MAX_MEMORY_KEY_CHARS,
  MAX_MEMORY_VALUE_CHARS,
  type MemoryEntry,
} from '../protocol/channel-memory.ts';
import { BridgeError } from '../protocol/errors.ts';

/** Throws `channel_memory_full` for an entry that is too large, or has no key. */
export function checkEntry({ channel, key, value }: MemoryEntry): void {
  if (key.length === 0 || key.length > MAX_MEMORY_KEY_CHARS || value.length > MAX_MEMORY_VALUE_CHARS) {
    throw new BridgeError(
      'channel_memory_full',
      `Cannot keep a value of ${value.length} characters for channel '${channel}' under a key of ${key.length}: at most ${MAX_MEMORY_VALUE_CHARS} under 1 to ${MAX_MEMORY_KEY_CHARS} fit. This is a fault of the channel.`,
    );
  }
}

/** What is thrown when a channel has as many values as it may. */
export function memoryFull(channel: string): BridgeError {
  return new BridgeError(
    'channel_memory_full',
    `Cannot keep one more value for channel '${channel}': it has ${MAX_MEMORY_ENTRIES}. Remove what it needs no more, e.g. uninstall it where nobody uses it.`,
  );
}

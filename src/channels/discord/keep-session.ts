import type { Client } from 'discord.js';

/** What the library remembers of a session: by it the gateway tells what was missed. */
interface Shard {
  sessionInfo: unknown;
  on(event: 'close', listener: (close: { code: number }) => void): void;
}

/** What a WebSocket says of a line that ended without a word. RFC 6455, section 7.4.1. */
const ENDED_WITHOUT_A_WORD = 1006;

/**
 * Keeps the session over an outage of any length. The library forgets it when the first attempt to connect again fails,
 * half a second after the line broke; Discord keeps it for minutes, with everything that was missed. One that Discord
 * does not know any more, it refuses, and then the library begins another.
 * Called at each READY: shards are there by then, and are the same for the life of a client.
 */
export function keepSessions(client: Client, kept: WeakSet<object>): void {
  for (const one of client.ws.shards.values()) {
    const shard = one as unknown as Shard;
    if (kept.has(shard)) continue;
    kept.add(shard);
    shard.on('close', ({ code }) => {
      const { sessionInfo } = shard;
      if (code !== ENDED_WITHOUT_A_WORD || sessionInfo === null) return;
      // The library forgets in this very tick, and reads it again 500 ms later.
      setImmediate(() => {
        shard.sessionInfo ??= sessionInfo;
      });
    });
  }
}

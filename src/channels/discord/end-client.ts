import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'discord.js';

/** The longest that the end of a connection may take: another instance begins then. */
const CLOSE_MS = 700;

/** What is reached for inside of the library; where a version has it no more, nothing is. */
interface Inside {
  _ws?: { strategy?: { shards?: ReadonlyMap<number, { internalConnect: () => Promise<void> }> } } | null;
}

/**
 * Ends a client for good. While the gateway is away the library sleeps between two attempts, and its own end does not
 * reach it then: it would wake, connect, and hold a session that nobody listens to.
 */
export async function endClient(client: Client): Promise<void> {
  const { _ws: manager } = client.ws as unknown as Inside;
  for (const shard of manager?.strategy?.shards?.values() ?? []) shard.internalConnect = async () => {};
  await Promise.race([client.destroy(), sleep(CLOSE_MS, undefined, { ref: false })]).catch(() => {});
  client.removeAllListeners();
  // What fails late must not end the process.
  client.on('error', () => {});
}

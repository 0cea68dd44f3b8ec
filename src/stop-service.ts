import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from './protocol/errors.ts';
import type { Log } from './protocol/log.ts';

/** What each part of a stop may take, milliseconds; together below 10 s, after which containers are killed. */
const CHANNELS_MS = 1_000;
const WORK_MS = 6_000;
const LAST_ANSWERS_MS = 500;
const NEIGHBOURS_MS = 1_000;
const STORE_MS = 1_000;

/**
 * Ends a service in order: no new work, then what is in flight, then the last answers, then the store. No part can hold
 * up the rest for longer than its share. What did not end is taken up again at the next start.
 */
export async function stopService(parts: {
  server: Server;
  /** Ends what brings work in, e.g. the platforms' connections. */
  stopChannels: () => Promise<unknown>;
  /** Lets work in flight end, up to `timeoutMs`. */
  stopWork: (timeoutMs: number) => Promise<void>;
  /** Ends what only work needs: programs beside this one. */
  closeNeighbours: () => Promise<unknown>;
  closeStore: () => Promise<void>;
  log: Log;
}): Promise<void> {
  const { server, log } = parts;
  const atMost = (what: string, limitMs: number, work: Promise<unknown>) => waitAtMost(limitMs, work, { what, log });
  const answered = new Promise<void>((resolve) => server.close(() => resolve()));
  await atMost('channels', CHANNELS_MS, parts.stopChannels());
  await parts.stopWork(WORK_MS);
  // Whoever still waited was just told; streams without an end are cut.
  await Promise.race([answered, sleep(LAST_ANSWERS_MS, undefined, { ref: false })]);
  server.closeAllConnections();
  await atMost('tools and emulators', NEIGHBOURS_MS, parts.closeNeighbours());
  await atMost('store', STORE_MS, parts.closeStore());
}

/** Waits for a part of the stop, but not for longer than its share. What it throws is logged and holds up nothing. */
async function waitAtMost(
  limitMs: number,
  work: Promise<unknown>,
  { what, log }: { what: string; log: Log },
): Promise<void> {
  const inTime = new AbortController();
  const over = sleep(limitMs, 'over', { signal: inTime.signal }).catch(() => undefined);
  try {
    const outcome = await Promise.race([work, over]);
    if (outcome === 'over') log.warn({ what, waited_ms: limitMs }, 'stopping goes on without it');
  } catch (error) {
    log.warn({ what, reason: reasonOf(error) }, 'stopping goes on without it');
  } finally {
    inTime.abort();
  }
}

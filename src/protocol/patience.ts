import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from './health.ts';
import type { Log } from './log.ts';

/** What a session with a platform waits and tells with. */
export interface Patience {
  /** The channel's name, for the log. */
  channel: string;
  health: Health;
  log: Log;
  /** Aborted when the channel stops; every wait ends with it. */
  stopping: AbortSignal;
}

/** Why something has to be tried again, and when at the earliest. */
export interface Setback {
  reason: string;
  retryAfterMs?: number;
  /** An operator has to mend it; trying often helps nobody. */
  isOperators?: boolean;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * Says what is wrong, then waits: as long as the platform asks, half a minute for what an operator has to mend, else 0.25 s,
 * 0.5 s, … up to 30 s by the number of failures in a row.
 */
export async function waitAfter(
  setback: Setback,
  failures: number,
  { channel, health, log, stopping }: Patience,
): Promise<void> {
  if (stopping.aborted) return;
  const { reason, retryAfterMs, isOperators } = setback;
  if (health.session !== reason) log.warn({ channel, reason }, 'a channel is not ready');
  health.session = reason;
  const growing = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20));
  const waitMs = retryAfterMs ?? (isOperators ? LONGEST_WAIT_MS : growing);
  await sleep(waitMs, undefined, { signal: stopping }).catch(() => {});
}

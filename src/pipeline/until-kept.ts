import { setTimeout as sleep } from 'node:timers/promises';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';

const RETRY_AFTER_MS = 1_000;

/**
 * Repeats a call of the store until it succeeds: a write until it is on the disk. What happened outside (a model answered, a platform said yes)
 * cannot be undone, so a full disk means waiting, not forgetting. Throws `claim_lost` at once, since somebody else has
 * the item by then, and anything else only when the service is stopping.
 */
export async function untilKept<T>(write: () => Promise<T>, deps: { log: Log; signal: AbortSignal }): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (deps.signal.aborted || isClaimLost(error)) throw error;
      deps.log.error({ reason: reasonOf(error) }, 'the store cannot write; trying again');
      await sleep(RETRY_AFTER_MS, undefined, { signal: deps.signal });
    }
  }
}

/** Whether a write was refused because its item was claimed anew, ended or erased: there is nothing left to do about it. */
export function isClaimLost(error: unknown): error is BridgeError {
  return error instanceof BridgeError && error.code === 'claim_lost';
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnedWork, WhileOwner } from '../protocol/channel.ts';
import { reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Store } from '../protocol/store.ts';

/**
 * One owner at a time, over all instances that share a store.
 *
 * The owner renews its lease long before it runs out. A renewal that does not get through is tried again; when the time
 * is nearly up, the work is told to end, so that it has ended when another instance begins. Everybody else asks every
 * second. So a process that is killed is followed within the lease plus a second, one that stops within a second.
 * Time is measured from before each request, by a clock that nobody sets: a slow answer shortens our lease, never
 * lengthens it.
 */
export interface OwnershipTimes {
  leaseMs: number;
  askEveryMs: number;
  /** How long before the end of the lease the work is told to end. */
  marginMs: number;
}

const TIMES: OwnershipTimes = { leaseMs: 5_000, askEveryMs: 1_000, marginMs: 1_000 };

export function createWhileOwner(deps: {
  store: Pick<Store, 'lease' | 'endLease'>;
  /** This instance, by a name that no other one ever has. */
  owner: string;
  log: Log;
  times?: OwnershipTimes;
}): WhileOwner {
  const { store, owner, log, times = TIMES } = deps;

  /** Gives until when the lease is ours, by `performance.now()`; nothing when it is another's. Throws when nobody knows. */
  async function renewed(name: string): Promise<number | undefined> {
    const askedMs = performance.now();
    const isOurs = await store.lease({ name, owner, ttlMs: times.leaseMs });
    return isOurs ? askedMs + times.leaseMs - times.marginMs : undefined;
  }

  async function own(name: string, work: OwnedWork, firstUntilMs: number, stopping: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const ended = new AbortController();
    const renewing = keepRenewing(name, firstUntilMs, lost, AbortSignal.any([stopping, lost.signal, ended.signal]));
    log.info({ lease: name }, 'this instance is the owner');
    try {
      await work.run(AbortSignal.any([stopping, lost.signal]));
    } catch (error) {
      log.error({ lease: name, reason: reasonOf(error) }, 'owned work failed; it begins again');
    }
    ended.abort();
    await renewing;
    if (!lost.signal.aborted) await store.endLease({ name, owner }).catch((error) => warn(name, error));
  }

  async function keepRenewing(name: string, firstUntilMs: number, lost: AbortController, over: AbortSignal) {
    const giveUp = (reason: string) => {
      log.warn({ lease: name, reason }, 'a lease was lost: its work ends here');
      lost.abort();
    };
    const watch = (untilMs: number) => setTimeout(giveUp, untilMs - performance.now(), 'it could not be renewed');
    let watchdog = watch(firstUntilMs);
    while (await paused(times.askEveryMs, over)) {
      try {
        const untilMs = await renewed(name);
        if (lost.signal.aborted) break;
        if (untilMs === undefined) {
          giveUp('another instance has it');
          break;
        }
        clearTimeout(watchdog);
        watchdog = watch(untilMs);
      } catch (error) {
        warn(name, error);
      }
    }
    clearTimeout(watchdog);
  }

  function warn(name: string, error: unknown): void {
    log.warn({ lease: name, reason: reasonOf(error) }, 'the store could not be asked for a lease');
  }

  return async (name, work, stopping) => {
    while (!stopping.aborted) {
      try {
        const untilMs = await renewed(name);
        if (untilMs === undefined) work.onStandby?.();
        else await own(name, work, untilMs, stopping);
      } catch (error) {
        warn(name, error);
      }
      await paused(times.askEveryMs, stopping);
    }
  };
}

/** false: the wait was cut short. */
async function paused(delayMs: number, stopping: AbortSignal): Promise<boolean> {
  return sleep(delayMs, true, { signal: stopping }).catch(() => false);
}

/**
 * Keeps work flowing out of the store: claims what is free, up to a number at a time, and claims again
 * whenever something ended or arrived. A slow poll is the second net under every wake-up.
 */
export interface Pump {
  /** Something may be claimable now. Cheap, never throws. */
  wake(): void;
  /** Something will be claimable in this many milliseconds. */
  wakeAfter(delayMs: number): void;
  /** Claims no more; resolves when the work in flight has ended or the time is up. */
  stop(timeoutMs: number): Promise<void>;
  /** Items in flight. */
  readonly active: number;
}

const SLOW_POLL_MS = 1_000;
const RETRY_AFTER_FAULT_MS = 500;

export function createPump<Item>(options: {
  maxActive: number;
  claim: (limit: number) => Promise<Item[]>;
  /** Must not throw: what it throws is only reported. */
  handle: (item: Item) => Promise<void>;
  onFault: (error: unknown) => void;
}): Pump {
  let active = 0;
  let claiming = false;
  let wokenMeanwhile = false;
  let stopped = false;
  let onIdle: (() => void) | undefined;
  // Only the earliest wish is kept; a later one is found by the slow poll.
  let timer: NodeJS.Timeout | undefined;
  let timerDueMs = Number.POSITIVE_INFINITY;
  const poll = setInterval(wake, SLOW_POLL_MS);
  poll.unref();

  function wake(): void {
    if (claiming) wokenMeanwhile = true;
    else if (!stopped && active < options.maxActive) void claimRound();
  }

  async function claimRound(): Promise<void> {
    claiming = true;
    try {
      do {
        wokenMeanwhile = false;
        const items = await options.claim(options.maxActive - active);
        for (const item of items) void work(item);
      } while (wokenMeanwhile && !stopped && active < options.maxActive);
    } catch (error) {
      options.onFault(error);
      wakeAfter(RETRY_AFTER_FAULT_MS);
    } finally {
      claiming = false;
      settleIdle();
    }
  }

  async function work(item: Item): Promise<void> {
    active++;
    try {
      await options.handle(item);
    } catch (error) {
      options.onFault(error);
    } finally {
      active--;
      wake();
      settleIdle();
    }
  }

  function settleIdle(): void {
    if (stopped && active === 0 && !claiming) onIdle?.();
  }

  function wakeAfter(delayMs: number): void {
    const dueMs = performance.now() + delayMs;
    if (stopped || dueMs >= timerDueMs) return;
    clearTimeout(timer);
    timerDueMs = dueMs;
    timer = setTimeout(() => {
      timerDueMs = Number.POSITIVE_INFINITY;
      wake();
    }, delayMs);
    timer.unref();
  }

  return {
    wake,
    wakeAfter,
    async stop(timeoutMs) {
      stopped = true;
      clearInterval(poll);
      clearTimeout(timer);
      if (active === 0 && !claiming) return;
      await new Promise<void>((resolve) => {
        const deadline = setTimeout(resolve, timeoutMs);
        onIdle = () => {
          clearTimeout(deadline);
          resolve();
        };
      });
    },
    get active() {
      return active;
    },
  };
}

/**
 * Keeps work flowing out of the store: claims what is free, up to a number at a time, and claims again
 * whenever something ended or arrived. A slow poll is the second net under every wake-up.
 */
export interface Pump<Item> {
  /** Keeps a place for an item that is being claimed elsewhere; it must be given back with `fill`. false = no room. */
  reserve(): boolean;
  /** Gives a reserved place back, and handles what was claimed for it. */
  fill(items: readonly Item[]): void;
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
/** The longest that a timer takes; a longer one would go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createPump<Item>(options: {
  maxActive: number;
  claim: (limit: number) => Promise<Item[]>;
  /** Must not throw: what it throws is only reported. */
  handle: (item: Item) => Promise<void>;
  onFault: (error: unknown) => void;
}): Pump<Item> {
  let active = 0;
  let claiming = false;
  let wokenMeanwhile = false;
  // Whether more may be claimable than there was room for.
  let isBehind = false;
  let stopped = false;
  let onIdle: (() => void) | undefined;
  // Only the earliest wish is kept; a later one is found by the slow poll.
  let timer: NodeJS.Timeout | undefined;
  let timerDueMs = Number.POSITIVE_INFINITY;
  const poll = setInterval(wake, SLOW_POLL_MS);
  poll.unref();

  function wake(): void {
    if (claiming) wokenMeanwhile = true;
    else if (hasRoom()) void claimRound();
    else isBehind = true;
  }

  function hasRoom(): boolean {
    return !stopped && active < options.maxActive;
  }

  function leave(): void {
    active--;
    if (isBehind) wake();
    settleIdle();
  }

  async function claimRound(): Promise<void> {
    claiming = true;
    try {
      do {
        wokenMeanwhile = false;
        const room = options.maxActive - active;
        const items = await options.claim(room);
        isBehind = items.length >= room;
        for (const item of items) void work(item);
      } while (wokenMeanwhile && hasRoom());
    } catch (error) {
      if (!stopped) options.onFault(error);
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
      // What was in flight when the time to stop was up is taken up again at the next start.
      if (!stopped) options.onFault(error);
    } finally {
      leave();
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
    timer = setTimeout(
      () => {
        timerDueMs = Number.POSITIVE_INFINITY;
        wake();
      },
      Math.min(delayMs, LONGEST_TIMER_MS),
    );
    timer.unref();
  }

  return {
    reserve() {
      const isRoom = hasRoom();
      if (isRoom) active++;
      else isBehind = true;
      return isRoom;
    },
    fill(items) {
      for (const item of items) void work(item);
      leave();
    },
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

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWhileOwner } from '../../src/pipeline/while-owner.ts';
import type { OwnedWork } from '../../src/protocol/channel.ts';
import { BridgeError } from '../../src/protocol/errors.ts';
import { silentLog } from '../../src/protocol/log.ts';
import type { Store } from '../../src/protocol/store.ts';
import { createMemoryStore } from '../../src/store/memory/store.ts';

const TIMES = { leaseMs: 400, askEveryMs: 50, marginMs: 100 };

/** An instance that wants the work, and what became of it there. */
interface Instance {
  isWorking: boolean;
  begun: number;
  standbys: number;
  /** As if the process were gone: nothing of it reaches the store any more. */
  isCutOff: boolean;
  /** Ends as a stop does. */
  stop(): Promise<void>;
}

let store: Store;
let stops: (() => Promise<void>)[];
beforeEach(() => {
  store = createMemoryStore({ now: Date.now });
  stops = [];
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

function instance(owner: string, run?: OwnedWork['run'], times = TIMES): Instance {
  const stopping = new AbortController();
  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    if (it.isCutOff) throw new BridgeError('data_unusable', 'The store cannot be reached.');
    return call();
  };
  const whileOwner = createWhileOwner({
    store: {
      lease: (request) => guarded(() => store.lease(request)),
      endLease: (lease) => guarded(() => store.endLease(lease)),
    },
    owner,
    log: silentLog,
    times,
  });
  const work: OwnedWork = {
    async run(signal) {
      it.isWorking = true;
      it.begun++;
      if (run) await run(signal).finally(() => (it.isWorking = false));
      else await sleep(60_000, undefined, { signal }).catch(() => {});
      it.isWorking = false;
    },
    onStandby: () => it.standbys++,
  };
  const ended = whileOwner('updates', work, stopping.signal);
  const it: Instance = {
    isWorking: false,
    begun: 0,
    standbys: 0,
    isCutOff: false,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
  stops.push(it.stop);
  return it;
}

const working = (instances: readonly Instance[]) => instances.map(({ isWorking }) => isWorking);

describe('work for one owner', () => {
  it('is done by one of three instances, and the others know that they stand by', async () => {
    const all = [instance('a'), instance('b'), instance('c')] as const;
    await expect.poll(() => all[1].standbys).toBeGreaterThan(1);
    expect(working(all)).toEqual([true, false, false]);
    // Longer than the lease: it is renewed.
    await sleep(600);
    expect(working(all)).toEqual([true, false, false]);
    expect(all.map(({ begun }) => begun)).toEqual([1, 0, 0]);
  });

  it('moves at once when its owner stops', async () => {
    // So long a lease tells a move at once from one at its end.
    const times = { ...TIMES, leaseMs: 10_000 };
    const all = [instance('a', undefined, times), instance('b', undefined, times)] as const;
    await expect.poll(() => working(all)).toEqual([true, false]);
    await all[0].stop();
    const stoppedMs = performance.now();
    await expect.poll(() => working(all), { interval: 5, timeout: 5_000 }).toEqual([false, true]);
    expect(performance.now() - stoppedMs).toBeLessThan(3_000);
  });

  it('moves when its owner is gone without a word, and was told to end before that', async () => {
    const all = [instance('a'), instance('b')] as const;
    await expect.poll(() => working(all)).toEqual([true, false]);
    all[0].isCutOff = true;
    const seen: boolean[][] = [];
    await expect
      .poll(
        () => {
          seen.push(working(all));
          return working(all);
        },
        { interval: 5, timeout: 3_000 },
      )
      .toEqual([false, true]);
    expect(seen).not.toContainEqual([true, true]);
  });

  it('begins again when the store can be asked again', async () => {
    const one = instance('a');
    await expect.poll(() => one.isWorking).toBe(true);
    one.isCutOff = true;
    await expect.poll(() => one.isWorking).toBe(false);
    one.isCutOff = false;
    await expect.poll(() => one.begun).toBe(2);
  });

  it('begins again after it failed', async () => {
    let tries = 0;
    const one = instance('a', async (signal) => {
      if (++tries < 3) throw new Error('the gateway closed');
      await sleep(60_000, undefined, { signal }).catch(() => {});
    });
    await expect.poll(() => one.begun).toBe(3);
    expect(one.isWorking).toBe(true);
  });

  it('is never begun by an instance that stops', async () => {
    const first = instance('a');
    await expect.poll(() => first.isWorking).toBe(true);
    const second = instance('b');
    await second.stop();
    await first.stop();
    await sleep(150);
    expect([first.begun, second.begun]).toEqual([1, 0]);
  });
});

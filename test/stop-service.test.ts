import { createServer } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { silentLog } from '../src/protocol/log.ts';
import { stopService } from '../src/stop-service.ts';

const never = () => new Promise<never>(() => {});

/** Parts that end at once and write down their order. */
function parts(order: string[]) {
  const part = (name: string) => async () => void order.push(name);
  return {
    server: createServer(),
    stopChannels: part('channels'),
    stopWork: vi.fn(async (_timeoutMs: number) => void order.push('work')),
    closeNeighbours: part('neighbours'),
    closeStore: part('store'),
    log: silentLog,
  };
}

describe('a stop', () => {
  it('takes no new work first, and closes the store last', async () => {
    const order: string[] = [];
    await stopService(parts(order));
    expect(order).toEqual(['channels', 'work', 'neighbours', 'store']);
  });

  it('waits for a part that hangs or throws no longer than its share, and says which it was', async () => {
    const order: string[] = [];
    const log = { ...silentLog, warn: vi.fn() };
    const startedMs = performance.now();
    await stopService({
      ...parts(order),
      log,
      stopChannels: never,
      closeNeighbours: async () => {
        throw new Error('no such process');
      },
      closeStore: never,
    });
    expect(order).toEqual(['work']);
    expect(performance.now() - startedMs).toBeLessThan(4_000);
    expect(log.warn.mock.calls).toEqual([
      [{ what: 'channels', waited_ms: 1_000 }, 'stopping goes on without it'],
      [{ what: 'tools and emulators', reason: 'no such process' }, 'stopping goes on without it'],
      [{ what: 'store', waited_ms: 1_000 }, 'stopping goes on without it'],
    ]);
  });

  it('leaves the work most of ten seconds', async () => {
    const all = parts([]);
    await stopService(all);
    expect(all.stopWork).toHaveBeenCalledExactlyOnceWith(6_000);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPump } from '../../src/pipeline/pump.ts';

function pumpOver(queue: number[], options: { maxActive?: number; handle?: (item: number) => Promise<void> } = {}) {
  const faults: unknown[] = [];
  const handled: number[] = [];
  let mostActive = 0;
  let active = 0;
  const pump = createPump<number>({
    maxActive: options.maxActive ?? 2,
    claim: async (limit) => queue.splice(0, limit),
    async handle(item) {
      active++;
      mostActive = Math.max(mostActive, active);
      await options.handle?.(item);
      handled.push(item);
      active--;
    },
    onFault: (error) => faults.push(error),
  });
  return { pump, handled, faults, most: () => mostActive };
}

describe('the pump', () => {
  it('takes all there is, never more at a time than it may', async () => {
    const queue = Array.from({ length: 20 }, (_, index) => index);
    const { pump, handled, most } = pumpOver(queue, { maxActive: 3, handle: () => sleep(1) });
    pump.wake();
    await expect.poll(() => handled.length).toBe(20);
    expect(most()).toBe(3);
    await pump.stop(100);
  });

  it('one slow item does not hold the others up', async () => {
    const { pump, handled } = pumpOver([1, 2, 3, 4], {
      handle: (item) => (item === 1 ? sleep(5_000, undefined, { ref: false }) : Promise.resolve()),
    });
    pump.wake();
    await expect.poll(() => handled).toEqual([2, 3, 4]);
    await pump.stop(1);
  });

  it('finds work that nobody announced', async () => {
    const queue: number[] = [];
    const { pump, handled } = pumpOver(queue);
    queue.push(1);
    await expect.poll(() => handled, { timeout: 3_000 }).toEqual([1]);
    await pump.stop(100);
  });

  it('wakes for the earliest time that was asked for', async () => {
    const queue: number[] = [];
    const { pump, handled } = pumpOver(queue);
    pump.wakeAfter(60_000);
    pump.wakeAfter(20);
    queue.push(1);
    await expect.poll(() => handled, { timeout: 500 }).toEqual([1]);
    await pump.stop(100);
  });

  it('goes on after a fault in the store or in an item', async () => {
    let isBroken = true;
    const queue = [1, 2];
    const faults: unknown[] = [];
    const handled: number[] = [];
    const pump = createPump<number>({
      maxActive: 1,
      async claim(limit) {
        if (isBroken) throw new Error('disk full');
        return queue.splice(0, limit);
      },
      async handle(item) {
        if (item === 1) throw new Error('bug');
        handled.push(item);
      },
      onFault: (error) => faults.push((error as Error).message),
    });
    pump.wake();
    await expect.poll(() => faults).toEqual(['disk full']);
    isBroken = false;
    await expect.poll(() => handled, { timeout: 3_000 }).toEqual([2]);
    expect(faults).toEqual(['disk full', 'bug']);
    await pump.stop(100);
  });

  it('stops after what is in flight, and claims no more', async () => {
    const queue = [1, 2, 3];
    const { pump, handled } = pumpOver(queue, { maxActive: 1, handle: () => sleep(30) });
    pump.wake();
    await sleep(5);
    await pump.stop(1_000);
    expect(handled).toEqual([1]);
    expect(queue).toEqual([2, 3]);
  });

  it('does not wait longer than it was told to', async () => {
    const { pump } = pumpOver([1], { handle: () => sleep(5_000, undefined, { ref: false }) });
    pump.wake();
    await sleep(5);
    const started = performance.now();
    await pump.stop(50);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

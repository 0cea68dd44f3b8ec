import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFollowers } from '../../../src/pipeline/following/followers.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import { createMemoryStore } from '../../../src/store/memory/store.ts';
import { message } from '../../store/fixtures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function begun(onDisconnect: 'continue' | 'abort') {
  const store = createMemoryStore();
  await store.accept(message('t1'));
  const [work] = await store.claimTurns(1);
  if (!work) throw new Error('nothing to run');
  const stopped: string[] = [];
  const tellReading = vi.spyOn(store.turnLog, 'tellReading');
  const followers = createFollowers({
    store,
    log: silentLog,
    rules: { onDisconnect },
    stopTurn: (turnId) => stopped.push(turnId),
  });
  return { followers, work, stopped, tellReading };
}

describe('a turn that nobody reads any more', () => {
  it('goes on to its end, unless the formation says otherwise', async () => {
    const { followers, work, stopped } = await begun('continue');
    const watch = followers.watch('t1');
    followers.begin(work);
    watch.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stopped).toEqual([]);
  });

  it('is stopped after ten seconds, which a reader has to come back', async () => {
    const { followers, work, stopped } = await begun('abort');
    const first = followers.watch('t1');
    followers.begin(work);
    await vi.advanceTimersByTimeAsync(60_000);
    first.close();
    await vi.advanceTimersByTimeAsync(8_000);
    const second = followers.watch('t1');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stopped).toEqual([]);
    second.close();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(stopped).toEqual(['t1']);
  });

  it('is not stopped while somebody waits for its whole answer, or after its end', async () => {
    const { followers, work, stopped } = await begun('abort');
    const unfollow = followers.follow('t1', () => {});
    followers.begin(work);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stopped).toEqual([]);
    followers.leave(work);
    unfollow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stopped).toEqual([]);
  });

  it('is not stopped while another process says that somebody reads it there', async () => {
    const { followers, work, stopped } = await begun('abort');
    followers.begin(work);
    for (let times = 0; times < 20; times++) {
      await vi.advanceTimersByTimeAsync(3_000);
      followers.readElsewhere(['t1', 't2']);
    }
    expect(stopped).toEqual([]);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(stopped).toEqual(['t1']);
  });

  it('is known elsewhere to be waited for here, as a whole answer', async () => {
    const { followers, tellReading } = await begun('abort');
    followers.follow('t1', () => {});
    await vi.advanceTimersByTimeAsync(9_500);
    expect(tellReading.mock.calls).toEqual([[['t1']], [['t1']], [['t1']], [['t1']]]);
  });

  it('is known elsewhere to be read here within a second, since it may be about to be stopped there', async () => {
    const { followers, tellReading } = await begun('abort');
    followers.watch('t1');
    await vi.advanceTimersByTimeAsync(4_000);
    followers.watch('t2');
    await vi.advanceTimersByTimeAsync(900);
    expect(tellReading).toHaveBeenLastCalledWith(['t1', 't2']);
  });

  it('is not stopped while somebody reads a turn that joined it, here or elsewhere', async () => {
    const { followers, work, stopped } = await begun('abort');
    const watch = followers.watch('t2');
    followers.begin(work, ['t2', 't3']);
    await vi.advanceTimersByTimeAsync(60_000);
    watch.close();
    for (let times = 0; times < 20; times++) {
      await vi.advanceTimersByTimeAsync(3_000);
      followers.readElsewhere(['t3']);
    }
    expect(stopped).toEqual([]);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(stopped).toEqual(['t1']);
  });

  it('is known elsewhere to be read here, for as long as it is', async () => {
    const { followers, tellReading } = await begun('abort');
    const watch = followers.watch('t1');
    await vi.advanceTimersByTimeAsync(9_500);
    expect(tellReading.mock.calls).toEqual([[['t1']], [['t1']], [['t1']], [['t1']]]);
    watch.close();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(tellReading).toHaveBeenCalledTimes(4);
  });
});

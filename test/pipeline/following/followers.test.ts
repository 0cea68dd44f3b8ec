import { describe, expect, it } from 'vitest';
import { createFollowers } from '../../../src/pipeline/following/followers.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import type { TurnWork } from '../../../src/protocol/store.ts';
import { createMemoryStore } from '../../../src/store/memory/store.ts';
import { message } from '../../store/fixtures.ts';

const envelope = { text: 'new', widgets: [], questions: [], notes: [] };

/** A turn that this process was given anew while it still works on its first claim. */
async function claimedTwice() {
  const store = createMemoryStore();
  const followers = createFollowers({ store, log: silentLog, rules: { onDisconnect: 'continue' }, stopTurn() {} });
  await store.accept(message('t1'));
  const claim = async (): Promise<TurnWork> => {
    const [work] = await store.claimTurns(1);
    if (!work) throw new Error('nothing to run');
    return work;
  };
  const first = await claim();
  const watch = followers.watch('t1');
  followers.begin(first).say('old');
  await store.releaseTurn({ turnId: 't1', epoch: first.epoch, atMs: 0, isUntried: false });
  const second = await claim();
  const run = followers.begin(second);
  run.say('new');
  return { store, followers, watch, first, second, run };
}

describe('a turn that is claimed anew by the process that still works on it', () => {
  it('is read on when its first run leaves, and what it says is kept', async () => {
    const { store, followers, watch, first } = await claimedTwice();
    followers.leave(first);
    expect(watch.feed()?.behind(0)).toEqual([{ type: 'text', delta: 'new', seq: 1 }]);
    await expect
      .poll(() => store.turnLog.read('t1'))
      .toEqual({ run: 2, events: [{ type: 'text', delta: 'new', seq: 1 }] });
  });

  it('is not ended by its first run', async () => {
    const { followers, first, second, run } = await claimedTwice();
    expect(followers.runOf(first)).toBeUndefined();
    expect(followers.runOf(second)).toBe(run);
    run.close(await run.closing({ envelope }));
    followers.leave(second);
    expect(followers.runOf(second)).toBeUndefined();
  });
});

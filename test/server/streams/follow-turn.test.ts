import { describe, expect, it } from 'vitest';
import { createFollowers } from '../../../src/pipeline/following/followers.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import type { TurnWork } from '../../../src/protocol/store.ts';
import type { LogPosition } from '../../../src/protocol/turn-log.ts';
import type { TurnStep } from '../../../src/protocol/turn-step.ts';
import { followTurn } from '../../../src/server/streams/follow-turn.ts';
import { createMemoryStore } from '../../../src/store/memory/store.ts';
import { delivery, message } from '../../store/fixtures.ts';

const envelope = { text: 'one two', widgets: [], questions: [], notes: [] };

/** A turn that was begun, and who reads it. */
async function begun() {
  const store = createMemoryStore();
  const followers = createFollowers({ store, log: silentLog, rules: { onDisconnect: 'continue' }, stopTurn() {} });
  const service = { isStopping: false };
  const pipeline = { isRunning: () => false, isStopping: () => service.isStopping, say: () => 'Stopped.' };
  await store.accept(message('t1', { channel: 'web' }));
  const [work] = await store.claimTurns(1);
  if (!work) throw new Error('nothing to run');
  const deps = { pipeline, store };
  const follow = (after?: LogPosition) => {
    const watch = followers.watch('t1');
    return followTurn({ turnId: 't1', after, watch, isGone: () => false, locale: 'en' }, deps);
  };
  return { store, followers, work, service, follow };
}

async function all(steps: AsyncGenerator<TurnStep>): Promise<TurnStep[]> {
  const read: TurnStep[] = [];
  for await (const step of steps) read.push(step);
  return read;
}

function ended({ turnId, epoch }: TurnWork) {
  return { turnId, epoch, deliveries: [], questions: [] };
}

describe('a reader who is ahead of a run', () => {
  it('has read another life of the turn, and begins anew', async () => {
    const { followers, work, follow } = await begun();
    const run = followers.begin(work);
    run.say('one ');
    const steps = follow({ run: 1, seq: 7 });
    expect((await steps.next()).value).toEqual({ run: 1, events: [{ type: 'reset', text: 'one ', seq: 1 }] });
    run.say('two');
    run.close(await run.closing({ envelope }));
    expect(await all(steps)).toEqual([
      {
        run: 1,
        events: [
          { type: 'text', delta: 'two', seq: 2 },
          { type: 'done', seq: 3 },
        ],
      },
    ]);
  });
});

describe('a reader who is ahead of a run that has ended', () => {
  it('begins anew with all that was said, and not with the reply alone', async () => {
    const { store, work, follow } = await begun();
    const block = { type: 'tool_call', callId: 'c', tool: 't', args: null, seq: 2 } as const;
    const events = [{ type: 'text', delta: 'one', seq: 1 } as const, block, { type: 'done', seq: 3 } as const];
    await store.finishTurn({ ...ended(work), state: 'done', log: { run: 1, events, replaces: true } });
    expect(await all(follow({ run: 1, seq: 99 }))).toEqual([
      { run: 1, events: [{ type: 'reset', text: 'one', seq: 1 }, block, { type: 'done', seq: 3 }] },
    ]);
  });
});

describe('a reader of a run that was broken off, and whose turn was ended otherwise', () => {
  it('is told the end, whatever of the run it has', async () => {
    const { store, work, follow } = await begun();
    await store.turnLog.append({
      turnId: 't1',
      epoch: work.epoch,
      run: 1,
      events: [{ type: 'text', delta: 'Hel', seq: 1 }],
      replaces: true,
    });
    await store.finishTurn({ ...ended(work), state: 'done', reason: 'stopped' });
    for (const after of [undefined, { run: 1, seq: 1 }, { run: 1, seq: 9 }]) {
      const steps = await all(follow(after));
      expect(steps.at(-1)?.events.at(-1), JSON.stringify(after)).toMatchObject({ type: 'done' });
    }
  });
});

describe('the stream of a turn whose time has not come', () => {
  it('is not there yet', async () => {
    const { store, work, follow } = await begun();
    const later = delivery('d', { turnId: 't1', channel: 'web', notBeforeMs: Date.now() + 60_000 });
    await store.finishTurn({ ...ended(work), state: 'done', deliveries: [later] });
    await expect(all(follow())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the stream of a turn whose log is not there', () => {
  it('tells a failure once: who has it is told that there is no more', async () => {
    const { store, work, follow } = await begun();
    await store.finishTurn({ ...ended(work), state: 'dead', reason: 'turn_set_aside' });
    const [step] = await all(follow());
    expect(step).toMatchObject({ run: 0, events: [{ type: 'error', code: 'turn_set_aside', seq: 1 }] });
    expect(await all(follow({ run: 0, seq: 1 }))).toEqual([]);
  });

  it('moves no reader who is told that the service stops, while the turn that it joined still runs', async () => {
    const { store, service, work, follow } = await begun();
    await store.accept(message('t2', { channel: 'web', conversation: 'other' }));
    const [host] = await store.claimTurns(1);
    if (!host) throw new Error('nothing to run');
    await store.finishTurn({ ...ended(work), state: 'done', reason: 'joined t2' });
    const steps = follow();
    const next = steps.next();
    await expect.poll(() => store.turn('t1')).toMatchObject({ joinedTo: 't2' });
    service.isStopping = true;
    expect((await next).value).toEqual({
      run: 0,
      events: [{ type: 'error', code: 'shutting_down', message: expect.any(String) }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Agent, AgentEvent } from '../../../src/protocol/agent.ts';
import { BridgeError } from '../../../src/protocol/errors.ts';
import { openChat, soon } from './chat.ts';
import { storeAfterCrashes } from './crashed-store.ts';

const never: Agent['run'] = () => {
  throw new Error('the agent was asked');
};

/** A runtime that says what it got. */
function runtime() {
  const got: string[] = [];
  const forward: Agent['run'] = async function* (_turn, { update }): AsyncGenerator<AgentEvent> {
    got.push(update);
    yield { type: 'text', delta: `got ${got.length}` };
  };
  return { got, forward };
}

const FOREIGN = 'ui_notours1#1';

describe('a forwarded channel', () => {
  it('gives each update to the other runtime, and none to the agent', async () => {
    const { got, forward } = runtime();
    const chat = openChat({ agent: never, forward });
    await chat.say('a', 'one');
    await chat.say('a', 'two');
    await soon(() => chat.read('a')).toEqual(['got 1', 'got 2']);
    expect(got.map((update) => JSON.parse(update).text)).toEqual(['one', 'two']);
  });

  it('joins no updates, whatever the formation says', async () => {
    const { got, forward } = runtime();
    const chat = openChat({ agent: never, forward, rules: { whenBusy: 'steer' }, startsAfterMs: 50 });
    await expect.poll(() => chat.pipeline.channels.size).toBe(1);
    await Promise.all([chat.say('a', 'one'), chat.say('a', 'two'), chat.say('a', 'three')]);
    await soon(() => got.length).toBe(3);
  });

  it.each([
    ['an id that the runtime made', FOREIGN],
    ['a string of another grammar', 'buy:17?x=1'],
    ['nothing but a space', ' '],
  ])('takes a press of %s, as often as it comes, and says so at once', async (_what, press) => {
    const { got, forward } = runtime();
    const chat = openChat({ agent: never, forward });
    const first = await chat.say('a', { press, update: 'u1' });
    expect(first).toMatchObject({ status: 'accepted', toast: { code: 'received' } });
    expect(await chat.say('a', { press, update: 'u1' })).toMatchObject({
      status: 'duplicate',
      toast: { code: 'received' },
    });
    expect(await chat.say('a', { press, update: 'u2' })).toMatchObject({ status: 'accepted' });
    await soon(() => got.map((update) => JSON.parse(update).press)).toEqual([press, press]);
  });

  it('never limits a press', async () => {
    const { got, forward } = runtime();
    const limits = { perPerson: { perSecond: 0.001, burst: 1 } };
    const chat = openChat({ agent: never, forward, rules: { limits, maxWaiting: 1 } });
    for (let count = 0; count < 5; count++) await chat.say('a', { press: FOREIGN });
    await soon(() => got.length).toBe(5);
  });

  it('gives an edit on as an update of its own, and leaves the message as it was', async () => {
    const { got, forward } = runtime();
    const chat = openChat({ agent: never, forward });
    await chat.say('a', { text: 'typo', messageId: 'm1' });
    await chat.say('a', { text: 'type', messageId: 'm1', edit: true });
    await soon(() => got.map((update) => JSON.parse(update).text)).toEqual(['typo', 'type']);
  });

  it('runs again after a crash though the formation says to notify', async () => {
    const forward: Agent['run'] = async function* ({ attempt }): AsyncGenerator<AgentEvent> {
      yield { type: 'text', delta: `attempt ${attempt}` };
    };
    const store = await storeAfterCrashes(1, ['one']);
    const chat = openChat({ agent: never, forward, store, onCrash: 'notify' });
    await soon(() => chat.read('a')).toEqual(['attempt 2']);
  });

  it.each<[string, Agent['run'], number]>([
    [
      'is refused',
      async function* (): AsyncGenerator<AgentEvent> {
        yield* [];
        throw new BridgeError('forward_failed', 'It answered 404.');
      },
      60_000,
    ],
    [
      'is not taken in time',
      async function* (_turn, { signal }): AsyncGenerator<AgentEvent> {
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
      },
      50,
    ],
  ])('keeps an update that %s for an operator, and tells the person', async (_what, forward, deadlineMs) => {
    const chat = openChat({ agent: never, forward, rules: { deadlineMs } });
    const { turnId = '' } = await chat.say('a', 'hello');
    await soon(() => chat.read('a')).toEqual(['Something went wrong while I was working on this. Please try again.']);
    expect(await chat.store.turn(turnId)).toMatchObject({ state: 'dead', reason: 'forward_failed' });
    const { items } = await chat.store.dead({ kind: 'turn', limit: 10 });
    expect(items.length).toBe(1);
  });
});

describe('a channel that is not forwarded', () => {
  it('takes no press of a foreign id', async () => {
    const chat = openChat({ agent: never });
    expect(await chat.say('a', { press: FOREIGN })).toMatchObject({
      status: 'ignored',
      toast: { code: 'not_this_chat' },
    });
  });
});

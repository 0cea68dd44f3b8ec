import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../src/protocol/agent.ts';
import { BridgeError } from '../../../src/protocol/errors.ts';
import { createMemoryStore } from '../../../src/store/memory/store.ts';
import { openChat, soon } from './chat.ts';
import { storeAfterCrashes } from './crashed-store.ts';

const echo: Agent['run'] = async function* ({ message, attempt }) {
  yield { type: 'text', delta: `${attempt}: ${message}` };
};

describe('a turn whose store is away for a moment', () => {
  it('waits for it, neither running the agent again nor losing an attempt', async () => {
    const store = createMemoryStore();
    let isAway = false;
    let refusals = 0;
    const flaky = {
      ...store,
      async currentName(conversation: string) {
        if (isAway && refusals++ < 1) throw new BridgeError('data_unusable', 'The store is away.');
        return store.currentName(conversation);
      },
    };
    const runs: number[] = [];
    const chat = openChat({
      store: flaky,
      async *agent({ message, attempt }) {
        runs.push(attempt);
        isAway = true;
        yield { type: 'text', delta: message };
      },
    });
    await chat.say('a', 'one');
    await soon(() => chat.read('a')).toEqual(['one']);
    expect({ runs, refusals: Math.min(refusals, 1) }).toEqual({ runs: [1], refusals: 1 });
  });
});

describe('a turn whose attempt a crash cut short', () => {
  it('runs again, and the agent is told which attempt it is', async () => {
    const chat = openChat({ agent: echo, store: await storeAfterCrashes(2, ['one', 'two']) });
    await soon(() => chat.read('a')).toEqual(['3: one', '1: two']);
  });

  it('is not run again where the person is to be asked', async () => {
    const store = await storeAfterCrashes(1, ['one', 'two']);
    const chat = openChat({ agent: echo, store, onCrash: 'notify' });
    await soon(() => chat.read('a')).toEqual([
      'I was interrupted while I was working on this. Please send it again.',
      '1: two',
    ]);
  });

  it('is set aside when it was attempted as often as it may be, and the next one runs', async () => {
    const store = await storeAfterCrashes(2, ['one', 'two']);
    const chat = openChat({ agent: echo, store, rules: { maxAttempts: 2 } });
    await soon(() => chat.read('a')).toEqual([
      'Something went wrong while I was working on this. Please try again.',
      '1: two',
    ]);
    expect(await store.turn('one')).toMatchObject({ state: 'dead', reason: 'turn_set_aside' });
  });

  it('still is the same turn with what it had joined, and with what came since', async () => {
    const store = await storeAfterCrashes(1, ['one', 'two'], true);
    const raw = JSON.stringify({ chat: 'a', update: 'three', text: 'three' });
    await store.accept({
      turnId: 'three',
      channel: 'toy',
      dedupeKey: '3',
      conversation: 'toy:a',
      raw,
      receivedAtMs: 1,
    });
    const chat = openChat({ agent: echo, store, rules: { whenBusy: 'steer' } });
    await soon(() => chat.read('a')).toEqual(['2: one\n\ntwo\n\nthree']);
    for (const turnId of ['one', 'two', 'three']) expect(await store.turn(turnId)).toMatchObject({ state: 'done' });
  });
});

describe('a turn that our own code cannot end', () => {
  it('is set aside without words, so that it does not hold its conversation up for ever', async () => {
    const chat = openChat({
      agent: echo,
      rules: { maxAttempts: 1 },
      channel: {
        print(_affordances, text) {
          if (text !== '1: two') throw new Error('no paper');
          return { parts: [{ content: text, ui: {} }], notes: [] };
        },
      },
    });
    const { turnId = '' } = await chat.say('a', 'one');
    await chat.say('a', 'two');
    await soon(() => chat.read('a')).toEqual(['1: two']);
    expect(await chat.store.turn(turnId)).toMatchObject({ state: 'dead', reason: 'turn_set_aside' });
  });
});

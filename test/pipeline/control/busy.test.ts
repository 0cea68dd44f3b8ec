import { describe, expect, it } from 'vitest';
import type { Agent, AgentEvent } from '../../../src/protocol/agent.ts';
import { openChat, soon } from './chat.ts';

/** Echoes; a message that begins with `wait` is answered when it is let go. */
function gated() {
  const heard: string[] = [];
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  async function* run({ message, person }: Parameters<Agent['run']>[0]): AsyncGenerator<AgentEvent> {
    heard.push(message);
    if (message.startsWith('wait')) await gate;
    if (message === 'ask') yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }] };
    yield { type: 'text', delta: `${person.id}: ${message}` };
  }
  return { run, heard, letGo: () => letGo() };
}

describe('a message while a turn runs', () => {
  it('is the next turn', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run });
    for (const text of ['wait', 'two', 'three']) await chat.say('a', text);
    agent.letGo();
    await soon(() => chat.read('a')).toEqual(['ann: wait', 'ann: two', 'ann: three']);
  });

  it('is joined by what waits with it, where a formation steers', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { whenBusy: 'steer' } });
    for (const text of ['wait', 'two', 'three', 'four']) await chat.say('a', text);
    expect(agent.heard).toEqual(['wait']);
    agent.letGo();
    await soon(() => chat.read('a')).toEqual(['ann: wait', 'ann: two\n\nthree\n\nfour']);
    await chat.say('a', 'five');
    await soon(() => agent.heard).toEqual(['wait', 'two\n\nthree\n\nfour', 'five']);
  });

  it('steered in a group is joined by words of the same person only', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { whenBusy: 'steer' } });
    const said = [
      ['ann', 'wait'],
      ['ann', 'two'],
      ['ann', 'three'],
      ['bo', 'four'],
      ['ann', 'five'],
    ] as const;
    for (const [person, text] of said) await chat.say('group', { person, text });
    agent.letGo();
    await soon(() => chat.read('group')).toEqual(['ann: wait', 'ann: two\n\nthree', 'bo: four', 'ann: five']);
  });

  it('steered, an answer to a question stands alone', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { whenBusy: 'steer' } });
    await chat.say('a', 'ask');
    await soon(() => chat.buttons('a')).toHaveLength(1);
    await chat.say('a', 'wait');
    await chat.say('a', 'two');
    await chat.say('a', { press: `${chat.buttons('a')[0]}#0`, text: 'Yes' });
    await chat.say('a', 'three');
    agent.letGo();
    await soon(() => agent.heard).toEqual(['ask', 'wait', 'two', 'Yes', 'three']);
  });

  it('is refused with a notice where a formation drops it, and is not kept for later', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { whenBusy: 'drop' } });
    await chat.say('a', 'wait');
    const { turnId = '' } = await chat.say('a', 'two');
    agent.letGo();
    await soon(() => chat.read('a').toSorted()).toEqual([
      'I am still working on the last message, so I did not take this one. Please send it again later.',
      'ann: wait',
    ]);
    expect(await chat.store.turn(turnId)).toMatchObject({ state: 'done', reason: 'busy' });
    await chat.say('a', 'three');
    await soon(() => agent.heard).toEqual(['wait', 'three']);
    expect(chat.counted).toEqual({ busy: 1 });
  });

  it('is taken when it is an answer, though a formation drops the rest', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { whenBusy: 'drop', limits: {} } });
    await chat.say('a', 'ask');
    await soon(() => chat.buttons('a')).toHaveLength(1);
    await chat.say('a', 'wait');
    const { toast } = await chat.say('a', { press: `${chat.buttons('a')[0]}#0`, text: 'Yes' });
    expect(toast?.code).toBe('recorded');
    agent.letGo();
    await soon(() => agent.heard).toEqual(['ask', 'wait', 'Yes']);
  });

  it('can be edited until it is read', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { whenBusy: 'steer' } });
    await chat.say('a', 'wait');
    await chat.say('a', { text: 'tow', messageId: 'm2' });
    await chat.say('a', 'three');
    await chat.say('a', { text: 'two', messageId: 'm2', edit: true });
    agent.letGo();
    await soon(() => agent.heard).toEqual(['wait', 'two\n\nthree']);
  });
});

describe('a conversation in which too many messages wait', () => {
  it('keeps them for an operator, and tells so once', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { maxWaiting: 2, limits: {} } });
    const kept = [];
    for (let number = 0; number < 200; number++) {
      kept.push(await chat.say('a', number === 0 ? 'wait' : `message ${number}`));
    }
    expect(kept.every(({ status }) => status === 'accepted')).toBe(true);
    const notice = 'Too many messages are waiting here, so I cannot take more right now. Please wait a little.';
    await soon(() => chat.read('a')).toEqual([notice]);
    agent.letGo();
    await soon(() => chat.read('a')).toEqual([notice, 'ann: wait', 'ann: message 1', 'ann: message 2']);
    expect(await chat.store.counts()).toMatchObject({ deadTurns: 197 });
    expect(chat.counted).toEqual({ lane_full: 197 });

    const [latest] = (await chat.store.dead({ kind: 'turn', limit: 1 })).items;
    expect(latest).toMatchObject({ reason: 'lane_full', conversation: 'toy:a' });
    await chat.store.retryDead({ kind: 'turn', id: latest?.id ?? '', expiresAtMs: 0 });
    await soon(() => chat.read('a').at(-1)).toBe('ann: message 199');
  });

  it('tells so again a minute later, and does not hold up other conversations', async () => {
    const agent = gated();
    const clock = { nowMs: 1_800_000_000_000 };
    const chat = openChat({ agent: agent.run, rules: { maxWaiting: 1, limits: {} }, now: () => clock.nowMs });
    for (const text of ['wait', 'two', 'three', 'four']) await chat.say('a', text);
    await chat.say('b', 'hello');
    await soon(() => chat.read('b')).toEqual(['ann: hello']);
    clock.nowMs += 59_000;
    await chat.say('a', 'five');
    expect(chat.read('a')).toHaveLength(1);
    clock.nowMs += 2_000;
    await chat.say('a', 'six');
    await soon(() => chat.read('a')).toHaveLength(2);
  });

  it('still takes an answer', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { maxWaiting: 1, limits: {} } });
    await chat.say('a', 'ask');
    await soon(() => chat.buttons('a')).toHaveLength(1);
    for (const text of ['wait', 'two', 'three']) await chat.say('a', text);
    const { toast } = await chat.say('a', { press: `${chat.buttons('a')[0]}#0`, text: 'Yes' });
    expect(toast?.code).toBe('recorded');
    agent.letGo();
    await soon(() => agent.heard).toEqual(['ask', 'wait', 'two', 'Yes']);
  });
});

describe('messages that come too fast', () => {
  const limits = { perPerson: { perSecond: 1, burst: 3 } };
  const notice = 'This is too fast for me, so I did not take all of your messages. Please wait a little.';

  it('are kept for an operator beyond the burst, with one notice', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { limits }, now: () => 1_800_000_000_000 });
    for (let number = 1; number <= 50; number++) await chat.say('a', `message ${number}`);
    await soon(() => chat.read('a')).toHaveLength(4);
    expect(chat.read('a').toSorted()).toEqual([notice, 'ann: message 1', 'ann: message 2', 'ann: message 3']);
    expect(chat.counted).toEqual({ rate_limited: 47 });
    expect((await chat.store.dead({ kind: 'turn', limit: 1 })).items).toMatchObject([{ reason: 'rate_limited' }]);
  });

  it('are taken again with time', async () => {
    const agent = gated();
    const clock = { nowMs: 1_800_000_000_000 };
    const chat = openChat({ agent: agent.run, rules: { limits }, now: () => clock.nowMs });
    for (let number = 1; number <= 5; number++) await chat.say('a', `message ${number}`);
    clock.nowMs += 1_000;
    await chat.say('a', 'later');
    await soon(() => agent.heard).toEqual(['message 1', 'message 2', 'message 3', 'later']);
  });

  it('of one person take nothing from another, also in the same group', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { limits }, now: () => 1_800_000_000_000 });
    for (let number = 1; number <= 5; number++) await chat.say('group', { person: 'ann', text: `${number}` });
    await chat.say('group', { person: 'bo', text: 'hello' });
    await soon(() => agent.heard).toEqual(['1', '2', '3', 'hello']);
  });

  it('of many in one conversation count together, where that has a limit', async () => {
    const agent = gated();
    const chat = openChat({
      agent: agent.run,
      rules: { limits: { perPerson: { perSecond: 1, burst: 3 }, perConversation: { perSecond: 1, burst: 4 } } },
      now: () => 1_800_000_000_000,
    });
    for (let number = 1; number <= 6; number++) await chat.say('group', { person: `p${number}`, text: `${number}` });
    await soon(() => agent.heard).toEqual(['1', '2', '3', '4']);
    expect(chat.counted).toEqual({ rate_limited: 2 });
  });

  it('never keep a person from answering, typed or pressed, nor from stopping', async () => {
    const agent = gated();
    const chat = openChat({ agent: agent.run, rules: { limits, maxWaiting: 1 }, now: () => 1_800_000_000_000 });
    for (const name of ['a', 'b']) {
      await chat.say(name, { person: name, text: 'ask' });
      await soon(() => chat.buttons(name)).toHaveLength(1);
      for (const text of ['wait', 'two', 'three', 'four']) await chat.say(name, { person: name, text });
    }
    const { toast } = await chat.say('a', { person: 'a', press: `${chat.buttons('a')[0]}#0`, text: 'Yes' });
    expect(toast?.code).toBe('recorded');
    const { turnId = '' } = await chat.say('b', { person: 'b', text: 'yes' });
    expect(await chat.store.turn(turnId)).toMatchObject({ state: 'waiting' });
    await chat.say('a', { person: 'a', text: '/stop' });
    await soon(() => chat.read('a')).toContain('Stopped.');
  });
});

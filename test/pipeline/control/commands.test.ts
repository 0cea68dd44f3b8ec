import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Agent, AgentEvent } from '../../../src/protocol/agent.ts';
import { openChat, soon } from './chat.ts';

/** Echoes, asks, or works until it is stopped. Remembers in which sessions it was. */
function worker(): { run: Agent['run']; sessions: string[]; begun: string[] } {
  const sessions: string[] = [];
  const begun: string[] = [];
  async function* run(
    turn: Parameters<Agent['run']>[0],
    { signal }: Parameters<Agent['run']>[1],
  ): AsyncGenerator<AgentEvent> {
    sessions.push(turn.session);
    begun.push(turn.message);
    if (turn.message.startsWith('work')) {
      yield { type: 'text', delta: 'Working' };
      await sleep(5_000, undefined, { signal });
    }
    if (turn.message === 'ask') yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }] };
    yield { type: 'text', delta: turn.uiResponse ? `chose ${turn.uiResponse.label}` : `re: ${turn.message}` };
  }
  return { run, sessions, begun };
}

describe('/stop', () => {
  it('ends the turn that runs and those that wait, at once, and says so once', async () => {
    const { run, begun } = worker();
    const chat = openChat({ agent: run });
    const running = await chat.say('a', 'work');
    const waiting = await chat.say('a', 'next');
    await soon(() => begun).toEqual(['work']);
    await chat.say('a', '/stop');
    await soon(() => chat.read('a')).toEqual(['Stopped.']);
    for (const { turnId = '' } of [running, waiting]) {
      await soon(() => chat.store.turn(turnId)).toMatchObject({ state: 'done', reason: 'stopped' });
    }
    await chat.say('a', 'hello');
    await soon(() => chat.read('a')).toEqual(['Stopped.', 're: hello']);
  });

  it('frees the conversation of an agent that is deaf to its signal', async () => {
    let endWork = () => {};
    const worked = new Promise<void>((resolve) => {
      endWork = resolve;
    });
    const chat = openChat({
      async *agent({ message }) {
        if (message === 'work') await worked;
        yield { type: 'text', delta: `re: ${message}` };
      },
    });
    await chat.say('a', 'work');
    await sleep(10);
    await chat.say('a', '/stop');
    await chat.say('a', 'hello');
    await expect.poll(() => chat.read('a'), { timeout: 5_000, interval: 5 }).toEqual(['Stopped.', 're: hello']);
    endWork();
    await sleep(50);
    expect(chat.read('a')).toEqual(['Stopped.', 're: hello']);
  });

  it('is any of its words, in any case, alone in its message', async () => {
    const { run } = worker();
    const chat = openChat({ agent: run });
    for (const text of ['/STOP', ' /stop\n']) await chat.say('a', text);
    for (const text of ['/stop it', 'stop', '/stopp']) await chat.say('a', text);
    await soon(() => chat.read('a')).toEqual([
      'There is nothing to stop.',
      'There is nothing to stop.',
      're: /stop it',
      're: stop',
      're: /stopp',
    ]);
  });

  it('is a message like any other where a formation says so', async () => {
    const { run } = worker();
    const chat = openChat({
      agent: run,
      rules: { commands: { stop: ['halt'], reset: [], help: [] } },
    });
    for (const text of ['Halt', '/stop', '/reset', '/help']) await chat.say('a', text);
    await soon(() => chat.read('a')).toEqual(['There is nothing to stop.', 're: /stop', 're: /reset', 're: /help']);
  });

  it('acts once, however often its update comes', async () => {
    const { run, begun } = worker();
    const chat = openChat({ agent: run });
    const first = await chat.say('a', { text: '/stop', update: 'u1' });
    const { turnId = '' } = await chat.say('a', 'work');
    await soon(() => begun).toEqual(['work']);
    const again = await chat.say('a', { text: '/stop', update: 'u1' });
    expect(again).toEqual({ status: 'duplicate', turnId: first.turnId });
    await sleep(20);
    expect(chat.read('a')).toEqual(['There is nothing to stop.']);
    expect(await chat.store.turn(turnId)).toMatchObject({ state: 'running' });
  });

  it('twice in a row stops once', async () => {
    const { run, begun } = worker();
    const chat = openChat({ agent: run });
    await chat.say('a', 'work');
    await soon(() => begun).toEqual(['work']);
    await chat.say('a', '/stop');
    await sleep(20);
    await chat.say('a', '/stop');
    await soon(() => chat.read('a')).toEqual(['Stopped.', 'There is nothing to stop.']);
  });

  it('as a turn ends leaves either its answer or nothing of it, and a free conversation', async () => {
    const chat = openChat({
      async *agent({ message }) {
        if (message !== 'after') await sleep(Number(message));
        yield { type: 'text', delta: `re: ${message}` };
      },
      rules: { limits: {} },
    });
    for (let round = 0; round < 40; round++) {
      const name = `chat ${round}`;
      await chat.say(name, '3');
      await sleep(round % 7);
      await chat.say(name, '/stop');
      await chat.say(name, 'after');
      await soon(() => chat.read(name)).toContain('re: after');
      const said = chat.read(name).filter((text) => text !== 're: after');
      expect([['Stopped.'], ['re: 3', 'There is nothing to stop.']]).toContainEqual(said);
    }
  });

  it('in a group stops nothing of another person', async () => {
    const { run, begun } = worker();
    const chat = openChat({ agent: run });
    await chat.say('group', { text: 'work', person: 'ann' });
    await chat.say('group', { text: 'next', person: 'bo' });
    await soon(() => begun).toEqual(['work']);
    await chat.say('group', { text: '/stop', person: 'eve' });
    await soon(() => chat.read('group')).toEqual(['I am not working on anything of yours here.']);
    await chat.say('group', { text: '/stop', person: 'ann' });
    await soon(() => chat.read('group')).toEqual([
      'I am not working on anything of yours here.',
      'Stopped.',
      're: next',
    ]);
  });

  it('in a group is obeyed from anyone where nobody in particular asked', async () => {
    const { run, begun } = worker();
    const chat = openChat({ agent: run });
    await chat.say('group', { text: 'work', person: 'group', isNobody: true });
    await soon(() => begun).toEqual(['work']);
    await chat.say('group', { text: '/stop', person: 'eve' });
    await soon(() => chat.read('group')).toEqual(['Stopped.']);
  });

  it('from nobody in particular stops nothing of a person', async () => {
    const { run, begun } = worker();
    const chat = openChat({ agent: run });
    await chat.say('group', { text: 'work', person: 'ann' });
    await soon(() => begun).toEqual(['work']);
    await chat.say('group', { text: '/stop', person: 'group', isNobody: true });
    await soon(() => chat.read('group')).toEqual(['I am not working on anything of yours here.']);
  });
});

describe('/reset', () => {
  it('stops, closes the questions and gives the agent another session', async () => {
    const { run, sessions } = worker();
    const chat = openChat({ agent: run });
    await chat.say('a', 'ask');
    await soon(() => chat.buttons('a')).toHaveLength(1);
    await chat.say('a', '/reset');
    await soon(() => chat.read('a').at(-1)).toBe('Done. We start over.');
    const { toast } = await chat.say('a', { press: `${chat.buttons('a')[0]}#0`, text: 'Yes' });
    expect(toast).toMatchObject({ code: 'expired', text: 'This question has expired.' });
    await chat.say('a', 'Yes');
    await soon(() => chat.read('a').at(-1)).toBe('re: Yes');
    expect(sessions).toEqual(['toy:a', 'toy:a#1']);
  });

  it('stops what runs', async () => {
    const { run, begun } = worker();
    const chat = openChat({ agent: run });
    const { turnId = '' } = await chat.say('a', 'work');
    await soon(() => begun).toEqual(['work']);
    await chat.say('a', '/reset');
    await soon(() => chat.read('a')).toEqual(['Done. We start over.']);
    await soon(() => chat.store.turn(turnId)).toMatchObject({ state: 'done', reason: 'stopped' });
  });

  it('in a group is obeyed from the person who is answered, or who spoke last', async () => {
    const { run, sessions } = worker();
    const chat = openChat({ agent: run });
    const refused = 'Only the person I am talking with can start over here.';
    await chat.say('group', { text: 'hello', person: 'ann' });
    await soon(() => chat.read('group')).toHaveLength(1);
    await chat.say('group', { text: '/reset', person: 'eve' });
    // Asking for it is not speaking to the agent.
    await chat.say('group', { text: '/reset', person: 'eve' });
    await soon(() => chat.read('group').slice(1)).toEqual([refused, refused]);
    await chat.say('group', { text: '/reset', person: 'ann' });
    await soon(() => chat.read('group').at(-1)).toBe('Done. We start over.');
    await chat.say('group', { text: 'hello', person: 'eve' });
    await soon(() => sessions).toEqual(['toy:group', 'toy:group#1']);
    await chat.say('group', { text: 'work', person: 'ann' });
    await chat.say('group', { text: '/reset', person: 'eve' });
    await soon(() => chat.read('group').at(-1)).toBe(refused);
  });
});

describe('/help', () => {
  it('says what the bot is and what it can be told to do, while a turn runs', async () => {
    const { run, begun } = worker();
    const chat = openChat({
      agent: run,
      description: 'I answer questions about orders.',
      rules: { commands: { stop: ['/halt', '/stop'], reset: [], help: ['/help'] } },
    });
    await chat.say('a', 'work');
    await soon(() => begun).toEqual(['work']);
    await chat.say('a', '/help');
    await soon(() => chat.read('a')).toEqual([
      'I answer questions about orders.\n\n/halt – stop what I am doing\n/help – show this',
    ]);
  });

  it('asked for without end is answered a few times', async () => {
    const chat = openChat({ agent: worker().run });
    for (let time = 0; time < 30; time++) await chat.say('a', '/help');
    await sleep(50);
    expect(chat.read('a').length).toBeLessThanOrEqual(12);
    expect(chat.read('a').length).toBeGreaterThanOrEqual(10);
  });
});

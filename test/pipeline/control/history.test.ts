import { describe, expect, it } from 'vitest';
import { type AgentContext, type AgentEvent, MAX_PAST_TURNS, type PastTurn } from '../../../src/protocol/agent.ts';
import type { Turn } from '../../../src/protocol/turn.ts';
import { createMemoryStore } from '../../../src/store/memory/store.ts';
import { openChat, soon } from './chat.ts';

/** What the agent was reminded of, by what it was asked. */
function reminded() {
  const of = new Map<string, readonly PastTurn[]>();
  async function* agent({ message, uiResponse }: Turn, context: AgentContext): AsyncGenerator<AgentEvent> {
    of.set(message, await context.history());
    if (message === 'fail') throw new Error('broken');
    if (message === 'ask') {
      const choices = [
        { value: 'us', label: 'United States' },
        { value: 'eu', label: 'Europe' },
      ];
      yield { type: 'clarification', prompt: 'Where?', choices };
      return;
    }
    yield { type: 'text', delta: uiResponse ? `To ${uiResponse.value}.` : `Re ${message}.` };
    if (message === 'for ever') await new Promise(() => {});
  }
  return { of, agent };
}

type Options = Omit<Parameters<typeof openChat>[0], 'agent'>;

function rememberingChat(options: Options = {}) {
  const { of, agent } = reminded();
  const chat = openChat({ agent, remembers: true, ...options });
  /** Says it, and waits until it is answered. Gives what the agent was reminded of. */
  async function said(room: string, message: string): Promise<readonly PastTurn[] | undefined> {
    const before = chat.read(room).length;
    await chat.say(room, message);
    await soon(() => chat.read(room).length).toBeGreaterThan(before);
    return of.get(message);
  }
  return { ...chat, of, said };
}

describe('an agent that remembers', () => {
  it('is reminded of what was said in the conversation, oldest first, on a channel that keeps no log', async () => {
    const { said } = rememberingChat();
    expect(await said('a', 'one')).toEqual([]);
    await said('b', 'elsewhere');
    expect(await said('a', 'two')).toEqual([{ message: 'one', reply: 'Re one.' }]);
    expect(await said('a', 'three')).toEqual([
      { message: 'one', reply: 'Re one.' },
      { message: 'two', reply: 'Re two.' },
    ]);
  });

  it('is reminded of the choices that it gave, and of the one that was taken', async () => {
    const { said, say, buttons, read } = rememberingChat();
    await said('a', 'ask');
    await say('a', { press: `${buttons('a')[0]}#1` });
    await soon(() => read('a').at(-1)).toBe('To eu.');
    const [asked, answered] = (await said('a', 'and now')) ?? [];
    expect(asked?.message).toBe('ask');
    expect(asked?.reply).toMatch(/Where\?.*United States.*Europe/s);
    expect(answered).toEqual({ message: 'Europe', reply: 'To eu.' });
  });

  it('begins anew with the conversation', async () => {
    const { said } = rememberingChat();
    await said('a', 'one');
    await said('a', '/reset');
    expect(await said('a', 'two')).toEqual([]);
    expect(await said('a', 'three')).toEqual([{ message: 'two', reply: 'Re two.' }]);
  });

  it('is reminded of what was pushed, but not of what is still to go out', async () => {
    const { said, pipeline } = rememberingChat();
    const channel = pipeline.channels.get('toy')?.type;
    if (!channel) throw new Error('the channel is not there');
    await said('a', 'one');
    const to = { channel, address: { chat: 'a' } };
    await pipeline.push({ ...to, turn: { text: 'The build is green.' } });
    await pipeline.push({ ...to, turn: { text: 'Tomorrow.' }, sendAtMs: Date.now() + 3_600_000 });
    expect(await said('a', 'two')).toEqual([
      { message: 'one', reply: 'Re one.' },
      { message: '', reply: 'The build is green.' },
    ]);
  });

  it('is reminded of what failed without an answer, and of what was stopped with what was said by then', async () => {
    const { said, say, of, read } = rememberingChat();
    await said('a', 'fail');
    await say('a', 'for ever');
    await soon(() => of.has('for ever')).toBe(true);
    await said('a', '/stop');
    await soon(() => read('a').some((text) => text.includes('topped'))).toBe(true);
    const [failed, stopped] = (await said('a', 'two')) ?? [];
    expect(failed).toEqual({ message: 'fail', reply: '' });
    expect(stopped?.message).toBe('for ever');
    expect(stopped?.reply).toMatch(/^Re for ever\.\n\n/);
  });

  it('is reminded of thirty turns at most, the latest', async () => {
    const { said } = rememberingChat();
    for (let n = 1; n <= 31; n++) await said('a', `${n}`);
    const past = (await said('a', 'last')) ?? [];
    expect(MAX_PAST_TURNS).toBe(30);
    expect(past.map(({ message }) => message)).toEqual(Array.from({ length: 30 }, (_, index) => `${index + 2}`));
  });

  it('is reminded of no more than it can read: the latest turns that fit, and the beginning of one that is too long', async () => {
    const { said } = rememberingChat();
    await said('a', 'x'.repeat(20_000));
    await said('a', 'y'.repeat(20_000));
    await said('a', 'short');
    expect((await said('a', 'two'))?.map(({ message }) => message[0])).toEqual(['y', 's']);
    await said('a', '🙂'.repeat(40_000));
    const past = (await said('a', 'three')) ?? [];
    expect(past).toHaveLength(1);
    expect(past[0]?.message).toBe(`${'🙂'.repeat(16_000)}…`);
    expect(past[0]?.reply).toMatch(/^Re (🙂)+…$/u);
  });
});

describe('what was said', () => {
  it('is kept of no turn of an agent that remembers by itself, nor of one that another runtime gets', async () => {
    for (const options of [{ remembers: false }, { forward: reminded().agent }]) {
      const store = createMemoryStore();
      const { said, say, pipeline } = rememberingChat({ store, ...options });
      await said('a', 'one');
      const { turnId = '' } = await say('a', 'two');
      await soon(() => store.turn(turnId).then((turn) => turn?.state)).toBe('done');
      expect(await store.turnLog.read(turnId)).toBeUndefined();
      const conversation = pipeline.channels.get('toy')?.type.conversationOf({ chat: 'a' }) ?? '';
      expect(await store.turnLog.ofConversation({ conversation, limit: 9 })).toEqual({ turns: [] });
    }
  });
});

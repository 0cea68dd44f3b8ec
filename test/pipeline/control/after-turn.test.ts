import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/protocol/agent.ts';
import type { Turn } from '../../../src/protocol/turn.ts';
import type { SpokenTurn } from '../../../src/protocol/ui/after-turn.ts';
import { openChat, soon } from './chat.ts';

/** Says what it is told to, or fails, or takes for ever. */
async function* agent({ message }: Turn): AsyncGenerator<AgentEvent> {
  yield { type: 'text', delta: `You said ${message}.` };
  if (message === 'fail') throw new Error('broken');
  if (message === 'slow') await new Promise(() => {});
}

describe('what is added after a turn', () => {
  it('knows what was said, and holds the end of the turn up', async () => {
    let release = () => {};
    const seen: SpokenTurn[] = [];
    const chat = openChat({
      agent,
      afterTurn: (turn) => {
        seen.push(turn);
        return new Promise((resolve) => {
          release = resolve;
        });
      },
    });
    await chat.say('a', 'hi');
    await soon(() => seen.length).toBe(1);
    expect(seen[0]).toMatchObject({ message: 'hi', reply: 'You said hi.', client: undefined });
    expect(chat.read('a')).toEqual([]);
    release();
    await soon(() => chat.read('a')).toEqual(['You said hi.']);
  });

  it.each(['fail', 'slow'])('is nothing when the agent does not end well: %s [UBP-32]', async (message) => {
    let calls = 0;
    const chat = openChat({
      agent,
      rules: { deadlineMs: 50 },
      afterTurn: async () => {
        calls++;
      },
    });
    await chat.say('a', message);
    await soon(() => chat.read('a').length).toBe(1);
    expect(calls).toBe(0);
  });

  it('is given up when the turn is stopped', async () => {
    let signal: AbortSignal | undefined;
    const chat = openChat({
      agent,
      afterTurn: (turn) => {
        if (signal) return Promise.resolve();
        signal = turn.signal;
        return new Promise(() => {});
      },
    });
    await chat.say('a', 'hi');
    await soon(() => signal !== undefined).toBe(true);
    await chat.say('a', '/stop');
    await soon(() => chat.read('a').at(-1)).toMatch(/Stopped/);
    expect(signal?.aborted).toBe(true);
    await chat.say('a', 'and now');
    await soon(() => chat.read('a').at(-1)).toBe('You said and now.');
  });

  it('costs nothing when it fails', async () => {
    const chat = openChat({ agent, afterTurn: () => Promise.reject(new Error('broken')) });
    await chat.say('a', 'hi');
    await soon(() => chat.read('a')).toEqual(['You said hi.']);
  });
});

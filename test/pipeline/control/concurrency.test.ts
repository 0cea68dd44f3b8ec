import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../src/protocol/agent.ts';
import { openChat, soon } from './chat.ts';

const sleeper: Agent['run'] = async function* ({ message }, { signal }) {
  if (message === 'sleep') await sleep(60_000, undefined, { signal });
  yield { type: 'text', delta: `re: ${message}` };
};

describe('300 conversations at once', () => {
  it('are answered at once, though 100 of them have an agent that sleeps', async () => {
    const chat = openChat({ agent: sleeper });
    const names = Array.from({ length: 300 }, (_, index) => `chat ${index}`);
    const startedMs = performance.now();
    await Promise.all(
      names.map((name, index) => chat.say(name, { person: name, text: index % 3 === 0 ? 'sleep' : 'hello' })),
    );
    const awake = names.filter((_, index) => index % 3 !== 0);
    await soon(() => awake.filter((name) => chat.read(name).join() !== 're: hello')).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    expect(chat.pipeline.activity().liveTurns).toBe(100);
  });

  it('run so many at a time as they may, and the next as soon as one ends', async () => {
    let running = 0;
    let most = 0;
    const chat = openChat({
      async *agent({ message }) {
        running += 1;
        most = Math.max(most, running);
        await sleep(message === 'long' ? 300 : 1);
        running -= 1;
        yield { type: 'text', delta: message };
      },
      rules: { concurrency: 4 },
    });
    const names = Array.from({ length: 300 }, (_, index) => `chat ${index}`);
    await Promise.all(names.map((name, index) => chat.say(name, { person: name, text: index < 3 ? 'long' : 'short' })));
    await soon(() => names.filter((name) => chat.read(name).length === 0)).toEqual([]);
    expect(most).toBe(4);
  });
});

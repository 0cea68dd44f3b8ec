import { expect, it } from 'vitest';
import { createMemoryStore } from '../../src/store/memory/store.ts';
import { delivery, message, pushOf } from '../store/fixtures.ts';
import { openChat } from './control/chat.ts';

it('what was kept before waits for slow channels to connect, and goes at once when they have', async () => {
  const store = createMemoryStore({ now: Date.now });
  const raw = JSON.stringify({ chat: 'a', update: 'u1', text: 'hello' });
  await store.accept(message('t1', { channel: 'toy', conversation: 'toy:a', raw, receivedAtMs: Date.now() }));
  const payload = JSON.stringify({ chat: 'b', content: 'good morning' });
  const expiresAtMs = Date.now() + 60_000;
  const kept = delivery('d1', { channel: 'toy', conversation: 'toy:b', lane: 'toy:b', payload, expiresAtMs });
  await store.push(pushOf('p1', { channel: 'toy', conversation: 'toy:b', deliveries: [kept] }));

  const chat = openChat({
    store,
    async *agent(turn) {
      yield { type: 'text', delta: `re: ${turn.message}, attempt ${turn.attempt}` };
    },
    // Longer than the pipeline's own poll.
    startsAfterMs: 1_500,
  });

  await expect.poll(() => chat.read('a'), { timeout: 6_000 }).toEqual(['re: hello, attempt 1']);
  await expect.poll(() => chat.read('b'), { timeout: 6_000 }).toEqual(['good morning']);
});

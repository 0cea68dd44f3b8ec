import { expect, it } from 'vitest';
import { openChat, soon } from './chat.ts';

it('what answers an inbound goes out with its short-lived secret, and no other does', async () => {
  const chat = openChat({
    async *agent({ message, uiResponse }) {
      if (message === 'ask') {
        yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }] };
      }
      yield { type: 'text', delta: uiResponse ? 'went' : `re: ${message}` };
    },
    channel: { showsAnswers: true },
  });
  await chat.say('a', { text: 'ask', secret: 'token 1' });
  await soon(() => chat.buttons('a')).toHaveLength(1);
  await chat.say('a', { press: `${chat.buttons('a')[0]}#0`, secret: 'token 2' });
  await soon(() => chat.read('a').slice(1).sort()).toEqual(['answered', 'went']);
  await chat.say('a', { text: '/stop', secret: 'token 3' });
  await soon(() => chat.read('a')).toHaveLength(4);
  await chat.say('a', 'bye');
  await soon(() => chat.read('a')).toHaveLength(5);
  expect(chat.secrets('a')).toEqual(['token 1', 'token 2', 'token 2', 'token 3', undefined]);
});

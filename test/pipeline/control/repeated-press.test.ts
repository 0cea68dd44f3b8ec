import { expect, it } from 'vitest';
import { openChat, soon } from './chat.ts';

it('a press that the platform repeats is told the same and answers once; another one is told of the first [CH-6, CH-30]', async () => {
  const answers: unknown[] = [];
  const chat = openChat({
    async *agent({ uiResponse }) {
      if (uiResponse) answers.push(uiResponse.value);
      else {
        const choices = ['y', 'n'].map((value) => ({ value, label: value.toUpperCase() }));
        yield { type: 'clarification', prompt: 'Go?', choices };
      }
      yield { type: 'text', delta: uiResponse ? 'went' : 'Go?' };
    },
  });
  await chat.say('a', 'ask');
  await soon(() => chat.buttons('a')).toHaveLength(1);
  const [id] = chat.buttons('a');
  const press = { press: `${id}#0`, update: 'the press' };

  const first = await chat.say('a', press);
  expect(first).toMatchObject({ status: 'accepted', toast: { code: 'recorded', text: 'Recorded: Y' } });
  expect(await chat.say('a', press)).toEqual({ ...first, status: 'duplicate' });
  await soon(() => chat.read('a')).toContain('went');
  expect(await chat.say('a', press)).toEqual({ ...first, status: 'duplicate' });

  expect(await chat.say('a', { press: `${id}#1` })).toMatchObject({
    status: 'ignored',
    toast: { code: 'already_answered', text: 'Already answered: Y' },
  });
  expect(answers).toEqual(['y']);
});

import { expect, it } from 'vitest';
import type { Agent } from '../../../src/protocol/agent.ts';
import { openChat, soon } from './chat.ts';

const asking: Agent['run'] = async function* ({ message, uiResponse }) {
  if (uiResponse) yield { type: 'text', delta: `Chosen: ${uiResponse.label}` };
  else if (message === 'ask') {
    const choices = [
      { value: 'us', label: 'United States' },
      { value: 'eu', label: 'Europe' },
    ];
    yield { type: 'clarification', prompt: 'Where?', choices };
  } else yield { type: 'text', delta: `Heard: ${message}` };
};

it('a channel says which part of a text may answer', async () => {
  const chat = openChat({ agent: asking });
  await chat.say('1', 'ask');
  await soon(() => chat.read('1').length).toBe(1);
  await chat.say('1', { text: '2\n\nThanks, Ann', typed: '2' });
  await soon(() => chat.read('1').at(-1)).toBe('Chosen: Europe');
});

it('where no part may, an answer is ordinary text, the question stays open, and no command is obeyed', async () => {
  const chat = openChat({ agent: asking });
  await chat.say('1', 'ask');
  await soon(() => chat.read('1').length).toBe(1);
  await chat.say('1', { text: '2', typed: '' });
  await soon(() => chat.read('1').at(-1)).toBe('Heard: 2');
  await chat.say('1', { text: '/reset', typed: '' });
  await soon(() => chat.read('1').at(-1)).toBe('Heard: /reset');
  await chat.say('1', '2');
  await soon(() => chat.read('1').at(-1)).toBe('Chosen: Europe');
});

it("what exceeds a channel's own limit is dropped without a word, and counted", async () => {
  const chat = openChat({ agent: asking, now: () => 1_000_000 });
  const statuses: string[] = [];
  for (const text of ['one', 'two', 'three']) statuses.push((await chat.say('1', { text, cap: 2 })).status);
  expect(statuses).toEqual(['accepted', 'accepted', 'ignored']);
  expect(chat.counted).toEqual({ capped: 1 });
  expect((await chat.say('1', { text: 'four', person: 'bob', cap: 2 })).status).toBe('accepted');
  await soon(() => chat.read('1')).toEqual(['Heard: one', 'Heard: two', 'Heard: four']);
});

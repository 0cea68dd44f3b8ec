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

/** A platform on which only the first part goes by the secret, and that waits for words once it gave one. */
const waiting = {
  secretOf: (secret: string, place: number) => (place === 0 ? secret : undefined),
  whenSilent: (secret: string) => ({ chat: 'a', content: `silence for ${secret}` }),
  print: (_affordances: unknown, text: string) => ({
    parts: text === '' ? [] : text.split(' ').map((content) => ({ content, ui: {} })),
    notes: [],
  }),
};

it('a part of a reply is kept with what its channel says of its place', async () => {
  const chat = openChat({
    async *agent() {
      yield { type: 'text', delta: 'one two three' };
    },
    channel: waiting,
  });
  await chat.say('a', { text: 'go', secret: 'token' });
  await soon(() => chat.read('a')).toEqual(['one', 'two', 'three']);
  expect(chat.secrets('a')).toEqual(['token', undefined, undefined]);
});

it('a reply without words sends what its channel says of silence, and only where there is a secret [CH-60]', async () => {
  const chat = openChat({
    async *agent() {
      yield { type: 'text', delta: '' };
    },
    channel: waiting,
  });
  await chat.say('a', 'nothing is owed');
  await chat.say('a', { text: 'go', secret: 'token' });
  await soon(() => chat.read('a')).toEqual(['silence for token']);
  expect(chat.secrets('a')).toEqual(['token']);
});

it('a notice that is left unsaid leaves no platform waiting', async () => {
  const chat = openChat({ async *agent() {}, channel: waiting, now: () => 1_767_225_000_000 });
  for (let time = 1; time <= 12; time++) await chat.say('a', { text: '/stop', secret: `token ${time}` });
  await soon(() => chat.read('a')).toContain('silence for token 12');
  expect(chat.read('a').filter((content) => content.startsWith('silence'))).toEqual([
    'silence for token 11',
    'silence for token 12',
  ]);
});

it('messages that are answered together leave no platform waiting for a reply of their own', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const chat = openChat({
    async *agent({ message }) {
      if (message === 'first') await held;
      yield { type: 'text', delta: message.replaceAll(/\s+/g, '+') };
    },
    rules: { whenBusy: 'steer' },
    channel: waiting,
  });
  await chat.say('a', { text: 'first', secret: 'token 1' });
  await chat.say('a', { text: 'second', secret: 'token 2' });
  await chat.say('a', { text: 'third', secret: 'token 3' });
  go();
  await soon(() => chat.read('a')).toEqual(['first', 'second+third', 'silence for token 3']);
  expect(chat.secrets('a')).toEqual(['token 1', 'token 2', 'token 3']);
});

it('what a stop ends leaves no platform waiting, and what another person asked for goes on', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const chat = openChat({
    async *agent({ message }) {
      if (message === 'first') await held;
      yield { type: 'text', delta: message };
    },
    channel: { ...waiting, whenSilent: (secret: string) => ({ chat: 'group', content: `silence for ${secret}` }) },
  });
  await chat.say('group', { text: 'first', secret: 'token 1', person: 'bo' });
  await chat.say('group', { text: 'second', secret: 'token 2' });
  await chat.say('group', { text: 'third', secret: 'token 3' });
  await chat.say('group', { text: '/stop', secret: 'token 4' });
  await soon(() => chat.read('group').slice(-2)).toEqual(['silence for token 2', 'silence for token 3']);
  expect(chat.secrets('group').at(0)).toBe('token 4');
  go();
  await soon(() => chat.read('group').at(-1)).toBe('first');
});

it('a turn that runs and is stopped leaves no platform waiting, nor does one of a conversation that begins anew', async () => {
  const chat = openChat({
    async *agent(_turn, { signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
    channel: waiting,
  });
  for (const [place, word] of ['/stop', '/reset'].entries()) {
    await chat.say('a', { text: 'go', secret: `token ${place}` });
    await chat.say('a', { text: 'and this', secret: `waiting ${place}` });
    await chat.say('a', { text: word, secret: 'of the command' });
    await soon(() => chat.read('a')).toContain(`silence for token ${place}`);
    await soon(() => chat.read('a')).toContain(`silence for waiting ${place}`);
  }
});

it('a turn that is set aside leaves no platform waiting', async () => {
  const chat = openChat({
    async *agent() {
      yield { type: 'text', delta: 'words' };
    },
    rules: { maxAttempts: 1 },
    channel: {
      ...waiting,
      print() {
        throw new Error('no paper');
      },
    },
  });
  await chat.say('a', { text: 'go', secret: 'token' });
  await soon(() => chat.read('a')).toEqual(['silence for token']);
});

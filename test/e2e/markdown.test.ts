import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/emulators/telegram/index.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

let people = 0;

/** Delivers a turn to a new person through the Bot API; gives what their chat shows, and the calls that brought it. */
async function onTelegram(turn: object, count = 1): Promise<Message[]> {
  const { telegram } = service;
  const person = telegram.person(`Reader ${++people}`);
  telegram.sendText(person, person, 'silence');
  const pushed = await service.post('/v1/turns', {
    to: { channel: 'telegram', address: { chat_id: person.id } },
    turn,
    answers: 'anyone',
  });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(202);
  const ofBot = () => telegram.messages(person).filter((message) => message.from?.id === telegram.bot.id);
  await expect.poll(() => ofBot().length, { timeout: 10_000, interval: 10 }).toBeGreaterThanOrEqual(count);
  return ofBot();
}

interface Payload {
  text?: string;
  content?: string;
  blocks?: { type: string; text?: { text: string } }[];
  components?: unknown[];
  allowed_mentions?: unknown;
}

const CONTEXTS: Readonly<Record<string, object>> = {
  slack: { channel: 'C012345' },
  discord: { channel_id: '123456789012345678' },
  email: { address: 'ann@acme.example' },
};

async function rendered(channel: string, turn: object): Promise<Payload[]> {
  const answer = await service.post('/v1/render', { channel, turn, context: CONTEXTS[channel] });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { payloads: Payload[] }).payloads;
}

const QUESTION = { prompt: 'Go on?', choices: [{ value: 'y', label: 'Yes' }] };

describe('Markdown on Telegram, through the Bot API', () => {
  it('arrives with its formatting', async () => {
    const [message] = await onTelegram({
      text: '# Plan\n\n**bold** [docs](https://a.example/x?y=1&z=2)\n\n```js\na < b\n```',
    });
    expect(message?.text).toBe('Plan\n\nbold docs\n\na < b');
    expect(message?.entities).toEqual([
      { type: 'bold', offset: 0, length: 4 },
      { type: 'bold', offset: 6, length: 4 },
      { type: 'text_link', offset: 11, length: 4, url: 'https://a.example/x?y=1&z=2' },
      { type: 'pre', offset: 17, length: 5, language: 'js' },
    ]);
  });

  it('takes every punctuation, and shows what was written [CH-19]', async () => {
    const text = 'Done --- really! (yes) a.b-c {d} = e + f | g ~ #h';
    expect((await onTelegram({ text }))[0]?.text).toBe(text);
    expect((await onTelegram({ text: 'a\n\n---\n\nb. (c)!' }))[0]?.text).toBe('a\n\n---\n\nb. (c)!');
  });

  it('shows HTML as it was written [CH-21]', async () => {
    const text = '<h1> <name>, a < b && c, &amp;';
    expect((await onTelegram({ text }))[0]?.text).toBe('<h1> <name>, a < b && c, &');
    expect((await onTelegram({ text: `**x** ${text}` }))[0]?.text).toBe('x <h1> <name>, a < b && c, &');
  });

  it('is sent once more as words where the platform cannot read it [CH-22]', async () => {
    service.telegram.failNext('sendMessage', {
      error_code: 400,
      description: "Bad Request: can't parse entities: Unsupported start tag",
    });
    const [message] = await onTelegram({ text: '**bold** and [docs](https://a.example/x)' });
    expect(message?.text).toBe('bold and docs (https://a.example/x)');
  });

  it('keeps every character of a plain text over all messages [CH-23]', async () => {
    const text = `a${'🙂'.repeat(4096)}`;
    const messages = await onTelegram({ text }, 3);
    expect(messages.map((message) => message.text ?? '').join('')).toBe(text);
    for (const message of messages) expect(message.text?.length).toBeLessThanOrEqual(4096);
  });

  it('opens a block of code again in every message [CH-26]', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `const line${at} = ${at} < 1;`);
    for (const info of ['ts', `ts ${'x'.repeat(300)}`]) {
      const messages = await onTelegram({ text: `\`\`\`${info}\n${lines.join('\n')}\n\`\`\`` }, 2);
      expect(messages.map((message) => message.text).join('\n')).toBe(lines.join('\n'));
      for (const { text = '', entities } of messages) {
        expect(entities).toEqual([{ type: 'pre', offset: 0, length: text.length, language: 'ts' }]);
      }
    }
  });

  it('leaves right-to-left text unchanged [CH-65]', async () => {
    expect((await onTelegram({ text: 'מה שלומך?' }))[0]?.text).toBe('מה שלומך?');
    expect((await onTelegram({ text: '**מה** שלומך?' }))[0]?.text).toBe('מה שלומך?');
  });

  it('shows marks that were escaped [CH-78]', async () => {
    const [message] = await onTelegram({ text: 'You said: \\*foo\\* \\_bar\\_ \\~baz\\~, 2 * 3, snake_case' });
    expect(message?.text).toBe('You said: *foo* _bar_ ~baz~, 2 * 3, snake_case');
    expect(message?.entities ?? []).toEqual([]);
  });

  it('shows the words of a label, and links nothing of them [CH-78, HI-38]', async () => {
    const choices = [
      { value: 'a', label: '[free](https://evil.example)' },
      { value: 'b', label: '*bold* <b>' },
    ];
    const [message] = await onTelegram({ text: 'Choose.', clarification: { prompt: 'Which?', choices } });
    expect(message?.text).toBe('Choose.\n\nWhich?\n1. [free](https://evil.example)\n2. *bold* <b>');
    // The platform finds the written-out URL by itself.
    expect(message?.entities?.map(({ type }) => type)).toEqual(['url']);
    expect(message?.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual([
      '[free](https://evil.example)',
      '*bold* <b>',
    ]);
  });

  it('brings buttons with the last message alone', async () => {
    const text = Array.from({ length: 300 }, (_, at) => `- item **${at}** of a long list`).join('\n');
    // 100 formatted pieces in each of the first ones.
    const messages = await onTelegram({ text, clarification: QUESTION }, 4);
    const rows = messages.map((message) => message.reply_markup?.inline_keyboard.length ?? 0);
    expect(rows).toEqual([0, 0, 0, 1]);
    const shown = messages.map((message) => message.text).join('\n');
    for (let at = 0; at < 300; at++) expect(shown).toContain(`• item ${at} of`);
  });
});

describe('Markdown on Slack', () => {
  it('fills several sections with a long paragraph [CH-36]', async () => {
    for (const text of ['x'.repeat(3001), `**a** ${'word '.repeat(700)}`]) {
      const [payload] = await rendered('slack', { text, clarification: QUESTION });
      const sections = payload?.blocks?.filter(({ type }) => type === 'section') ?? [];
      expect(sections.length).toBeGreaterThan(1);
      for (const section of sections) expect(section.text?.text.length).toBeLessThanOrEqual(3000);
    }
  });

  it('posts nothing where there is nothing to say [CH-38]', async () => {
    for (const text of ['', ' \n ', '\u200b']) expect(await rendered('slack', { text })).toEqual([]);
    const [payload] = await rendered('slack', { text: ' ', clarification: QUESTION });
    for (const { text } of payload?.blocks ?? []) expect(text?.text.trim()).not.toBe('');
  });

  it('pings nobody [CH-42]', async () => {
    const text = 'if a < b && b > c: <@U012> <!channel>';
    const escaped = 'if a &lt; b &amp;&amp; b &gt; c: &lt;@U012&gt; &lt;!channel&gt;';
    expect((await rendered('slack', { text }))[0]?.text).toBe(escaped);
    expect((await rendered('slack', { text: `**x** ${text}` }))[0]?.text).toBe(`*x* ${escaped}`);
    expect((await rendered('slack', { text: '[<!channel>](https://a.example)' }))[0]?.text).toBe(
      '<https://a.example|&lt;!channel&gt;>',
    );
  });
});

describe('Markdown on Discord', () => {
  it('is messages of at most 2000 characters, buttons on the last [CH-53]', async () => {
    const payloads = await rendered('discord', { text: `**a** ${'word '.repeat(900)}`, clarification: QUESTION });
    expect(payloads.length).toBeGreaterThan(2);
    for (const { content = '' } of payloads) expect(content.length).toBeLessThanOrEqual(2000);
    expect(payloads.map(({ components }) => components?.length ?? 0)).toEqual([...payloads.slice(1).map(() => 0), 1]);
  });

  it('pings nobody, and keeps the numbers of a list [CH-58]', async () => {
    const [payload] = await rendered('discord', { text: '@everyone <@&1>\n\n2. two\n5. five' });
    expect(payload).toEqual({
      content: '\\@everyone \\<@&1\\>\n\n2\\. two\n5\\. five',
      allowed_mentions: { parse: [] },
    });
  });
});

describe('Markdown in a mail', () => {
  it('is words, with the URLs of its links', async () => {
    const [payload] = await rendered('email', {
      text: '## Plan\n\n**Go** to [the docs](https://a.example/x).\n\n- [x] done',
    });
    expect(payload?.text).toBe('Plan\n\nGo to the docs (https://a.example/x).\n\n[x] done');
  });
});

import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeCallback } from '../../src/callback/data.ts';
import { REPLIES, startTestService, type TestService } from './service.ts';

const oraclesUrl = new URL('../../../shared/specs/oracles.mjs', import.meta.url);
const isSharedHere = existsSync(oraclesUrl);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    formation: `${REPLIES}  docs: { url: "https://docs.acme.example/a?b=c&d=%20e#f" }\n`,
  });
});
afterAll(() => service.end());

type Payload = Record<string, never> & { text?: string; content?: string };
interface Rendered {
  payloads: Payload[];
  notes: { code: string; message: string }[];
}

async function render(channel: string, turn: unknown, context: unknown = CONTEXTS[channel]): Promise<Rendered> {
  const answer = await service.post('/v1/render', { channel, turn, context });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const CONTEXTS: Record<string, object> = {
  telegram: { chat_id: 42, message_thread_id: 7 },
  slack: { channel: 'C012345', thread_ts: '1764467000.000100' },
  discord: { channel_id: '123456789012345678' },
  email: { address: 'ann@acme.example', subject: 'Plans' },
};

/** Text as people write it, and as they should not. */
const anyText = (max: number) =>
  fc
    .array(
      fc.oneof(
        fc.lorem({ mode: 'sentences', maxCount: 5 }),
        fc.constantFrom(
          '👩‍👩‍👧‍👦',
          'é̂̃',
          'שלום עולם?',
          'مرحبا',
          '🙂',
          '<b>&amp;</b>',
          '*_~`|',
          '<!channel> <@U012>',
          '@everyone',
          '\n\n',
          '\t',
          '1. one\n2. two',
          '```js\ncode',
          '\u202e',
          '\u0000',
          '- x\n  - y',
        ),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
      ),
      { maxLength: 40 },
    )
    .map((pieces) => {
      const text = pieces.join(' ');
      return text.repeat(Math.max(1, Math.floor(max / Math.max(1, text.length) / 4))).slice(0, max);
    });

const label = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 500 }),
  fc.lorem({ maxCount: 4 }),
  fc.constantFrom('Yes', 'Yes', '是', '👩‍👩‍👧‍👦'.repeat(40), 'נסה שוב', ' padded ', 'a'.repeat(76), '1', '2.'),
);
const url = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    'http://localhost:3000/x',
    'https://10.0.0.1/a',
    "https://acme.example/(x)_[y]?q=a|b&c=%22'*~",
    `https://acme.example/${'p'.repeat(700)}`,
    'https://münchen.example/straße',
    'http://[::1]/',
    'https://a/b',
  ),
);
const choices = fc.array(fc.record({ value: label, label }, { requiredKeys: ['value'] }), { maxLength: 25 });
const turns = fc.record(
  {
    text: anyText(20_000),
    clarification: fc.record(
      { prompt: anyText(300), choices, multi: fc.boolean() },
      { requiredKeys: ['prompt', 'choices'] },
    ),
    credential_choice: fc.record({ service: fc.constant('github'), accounts: choices }),
    credential_redirect: fc.record({ service: fc.constantFrom('github', 'docs', 'unknown') }),
    tool_results: fc.array(
      fc.record({
        tool: fc.constant('t'),
        result: fc.record({ _link: fc.record({ label, url, hint: label }, { requiredKeys: ['url'] }) }),
      }),
      { maxLength: 6 },
    ),
    mcp_results: fc.array(
      fc.record({
        server: fc.constant('s'),
        tool: label,
        result: fc.record({ content: fc.constant([{ type: 'resource', resource: { uri: 'ui://a/b', text: '<p>' } }]) }),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['text'] },
);

/** What a person can see and press, over all parts. */
function offered(channel: string, payloads: Payload[]) {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node === 'string') {
      const callback = decodeCallback(node);
      if (callback) found.push(`${callback.id}#${callback.index}`);
    } else if (typeof node === 'object' && node !== null) Object.values(node).forEach(walk);
  };
  payloads.forEach(walk);
  const text = payloads.map((payload) => (channel === 'discord' ? payload.content : payload.text) ?? '').join('\n');
  return { pressable: new Set(found), text };
}

describe.skipIf(!isSharedHere)(
  'whatever an agent says, every platform takes it (skipped where the specifications are missing)',
  () => {
    let oracles: Record<string, (...given: unknown[]) => string[]>;
    beforeAll(async () => {
      const { default: Ajv } = await import('ajv/dist/2020.js');
      const { default: addFormats } = await import('ajv-formats');
      const { makeOracles } = await import(oraclesUrl.href);
      oracles = makeOracles({ Ajv, addFormats });
    });
    const verdict: Record<string, (payload: Payload) => string[]> = {
      telegram: (payload) => oracles.telegram?.('sendMessage', payload) ?? ['no oracle'],
      slack: (payload) => oracles.slackMessage?.(payload) ?? ['no oracle'],
      discord: (payload) => oracles.discordMessage?.(payload) ?? ['no oracle'],
      email: (payload) => (typeof payload.text === 'string' && payload.text !== '' ? [] : ['no text']),
    };

    it.each(Object.keys(CONTEXTS))(
      '%s accepts 500 random turns, and every choice is a button or a numbered line [MUXI-31, MUXI-37, MUXI-38]',
      async (channel) => {
        await fc.assert(
          fc.asyncProperty(turns, async (turn) => {
            const { payloads } = await render(channel, turn);
            for (const payload of payloads) expect(verdict[channel]?.(payload)).toEqual([]);
            const { pressable, text } = offered(channel, payloads);
            for (const asked of [turn.clarification?.choices, turn.credential_choice?.accounts]) {
              const distinct = new Set((asked ?? []).map(({ value }) => value).filter((value) => value !== ''));
              for (let number = 1; number <= distinct.size; number++) {
                const isPressable = [...pressable].some((callback) => callback.endsWith(`#${number - 1}`));
                // A delimiter may be escaped where text is Markdown.
                const isNumbered = new RegExp(`^\\s*${number}\\\\?[.)]`, 'm').test(text);
                expect(isPressable || isNumbered, `choice ${number} on ${channel}`).toBe(true);
              }
            }
          }),
          { numRuns: 500 },
        );
      },
      120_000,
    );
  },
);

describe('rendering', () => {
  it('keeps the text equal over all parts [CH-23]', async () => {
    const text = `a${'🙂'.repeat(4096)}`;
    const { payloads } = await render('telegram', { text });
    expect(payloads.map((payload) => payload.text?.length ?? 0).every((length) => length <= 4096)).toBe(true);
    expect(payloads.map((payload) => payload.text).join('')).toBe(text);
  });

  it('takes ready-made widgets beside a text, and ignores a type it does not know [MUXI-9]', async () => {
    const ui = [
      {
        type: 'options',
        id: 'ui_0123456789ABCDEFGHIJK',
        prompt: 'Go?',
        options: [{ value: 'y', label: 'Yes' }],
        multi: false,
        extra: 1,
      },
      { type: 'hologram', id: 'ui_1123456789ABCDEFGHIJK' },
    ];
    const answer = await service.post('/v1/render', { channel: 'telegram', ui, text: 'Go?', context: { chat_id: 1 } });
    const { payloads, notes } = answer.body as Rendered;
    expect(payloads).toEqual([
      {
        chat_id: 1,
        text: 'Go?\n\n1. Yes',
        parse_mode: 'HTML',
        reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'ui_0123456789ABCDEFGHIJK#0' }]] },
      },
    ]);
    expect(notes.map((note) => note.code)).toEqual(['widget_unknown']);
  });

  it('prints for the address as it will be used: no General topic, no line break in a subject [CH-12, CH-73]', async () => {
    const { payloads } = await render('telegram', { text: 'x' }, { chat_id: 42, message_thread_id: 1 });
    expect(payloads).toEqual([{ chat_id: 42, text: 'x', parse_mode: 'HTML' }]);
    const mail = await render(
      'email',
      { text: 'x' },
      { address: 'a@acme.example', subject: 'S\r\nBcc: evil@acme.example' },
    );
    expect(JSON.stringify(mail.payloads)).not.toMatch(/\\r|\\n/);
  });

  it('prints for channels that are not configured, and for one whose address is unknown', async () => {
    for (const channel of ['slack', 'discord', 'email']) {
      const { payloads } = await render(channel, { text: 'hello' }, {});
      expect(payloads).toHaveLength(1);
    }
    expect((await render('web', { text: 'hello' }, {})).payloads).toEqual([{ content: 'hello' }]);
  });

  it('more than 25 choices make no widget, a complete text and a note [MUXI-24, CH-56]', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ value: `v${index}`, label: `Option ${index + 1}` }));
    for (const channel of Object.keys(CONTEXTS)) {
      const { payloads, notes } = await render(channel, {
        text: 'Pick',
        clarification: { prompt: 'Pick', choices: many },
      });
      expect(offered(channel, payloads).pressable.size).toBe(0);
      expect(offered(channel, payloads).text).toMatch(/40\\?\. Option 40/);
      expect(notes.map((note) => note.code)).toContain('too_many_choices');
    }
  });
});

describe('a template with words of its own', () => {
  it('leaves room for them in every message [CH-23]', async () => {
    const own = await startTestService({
      formation: `${REPLIES}channels:\n  telegram: { token: "1:test", api_root: API_ROOT }\n`,
      transformers: {
        telegram:
          'name: telegram\nversion: "1"\nbody:\n  chat_id: "${{ context.chat_id }}"\n  text: "Acme says: ${{ response.content }}"\ncontent_transform: { format: plain, max_length: 4096, overflow: split }\n',
      },
    });
    try {
      const context = { chat_id: 1 };
      const answer = await own.post('/v1/render', {
        channel: 'telegram',
        turn: { text: 'word '.repeat(1000) },
        context,
      });
      const texts = (answer.body as Rendered).payloads.map((payload) => payload.text ?? '');
      expect(texts.length).toBe(2);
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(4096);
    } finally {
      await own.end();
    }
  });
});

describe('decoding callbacks', () => {
  it('reads what a web client posts, by value or by index [MUXI-26]', async () => {
    const posted = { message: 'Europe', user_id: 'ann', session_id: 's', ui_response: { id, value: 'eu' } };
    expect(await decode('web', posted)).toEqual({
      message: 'Europe',
      user_id: 'ann',
      ui_response: { id, value: 'eu' },
      context: { session_id: 's' },
    });
    expect(await decode('web', { ...posted, ui_response: { id, index: 1 } })).toMatchObject({
      ui_response: { id, index: 1 },
    });
  });

  const decode = async (channel: string, payload: unknown) =>
    (await service.post('/v1/callbacks/decode', { channel, payload })).body as { ui_response: unknown };
  const id = 'ui_0123456789ABCDEFGHIJK';

  it('reads the three paths [MUXI-33]', async () => {
    const from = { id: 7, is_bot: false, first_name: 'Ann' };
    const message = {
      message_id: 5,
      date: 1,
      chat: { id: 7, type: 'private' },
      reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: `${id}#1` }]] },
    };
    expect(
      await decode('telegram', {
        update_id: 1,
        callback_query: { id: '1', from, chat_instance: '1', data: `${id}#1`, message },
      }),
    ).toEqual({
      message: 'Yes',
      user_id: '7',
      ui_response: { id, index: 1 },
      context: { chat_id: 7 },
    });
    const slack = {
      type: 'block_actions',
      user: { id: 'U1' },
      channel: { id: 'C1' },
      actions: [{ type: 'button', action_id: 'x', value: `${id}#2`, text: { type: 'plain_text', text: 'No' } }],
    };
    expect(await decode('slack', slack)).toMatchObject({ message: 'No', user_id: 'U1', ui_response: { id, index: 2 } });
    const discord = {
      type: 3,
      channel_id: '9',
      user: { id: '8' },
      data: { custom_id: `${id}#0`, component_type: 2 },
      message: { components: [{ type: 1, components: [{ type: 2, label: 'Ok', custom_id: `${id}#0` }] }] },
    };
    expect(await decode('discord', discord)).toMatchObject({
      message: 'Ok',
      user_id: '8',
      ui_response: { id, index: 0 },
    });
  });

  it.each(['ui_abc#999', 'ui_abc#-1', 'ui_abc#1\n', 'ui_abc#1#2', 'not-ui#1', 'ui-abc#1', ''])(
    'foreign data %j gives no hint [HI-40, MUXI-32]',
    async (data) => {
      const from = { id: 7, is_bot: false, first_name: 'Ann' };
      const message = { message_id: 5, date: 1, chat: { id: 7, type: 'private' } };
      const read = await decode('telegram', {
        update_id: 1,
        callback_query: { id: '1', from, chat_instance: '1', data, message },
      });
      expect(read.ui_response).toBeNull();
    },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { telegram } from '../../../src/channels/telegram/index.ts';
import { createTelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { loadOracles, oraclesMissing } from '../contract/oracles.ts';

type Body = Record<string, unknown> & { text: string };

function accept(payload: unknown) {
  const accepted = telegram.acceptPayload?.(payload) ?? { fault: 'it takes none' };
  if ('fault' in accepted) throw new Error(accepted.fault);
  return { ...accepted, payloads: accepted.payloads as Body[], codes: accepted.notes.map(({ code }) => code) };
}

const faultOf = (payload: unknown) => {
  const accepted = telegram.acceptPayload?.(payload);
  return accepted && 'fault' in accepted ? accepted.fault : undefined;
};

const button = (text: string, action: object) => ({ text, ...action });
const keyboard = (...buttons: object[]) => ({ inline_keyboard: [buttons] });

describe('a finished payload for Telegram', () => {
  it('stays as it is when there is nothing to mend', () => {
    const payload = {
      chat_id: 42,
      text: 'Which <b>region</b>? "Yours" &amp; mine',
      parse_mode: 'HTML',
      disable_notification: true,
      reply_markup: keyboard(button('US', { callback_data: 'ui_abc#0' }), button('EU', { callback_data: 'ui_abc#1' })),
    };
    expect(accept(payload)).toEqual({ address: { chat_id: 42 }, payloads: [payload], notes: [], codes: [] });
  });

  it('goes to the chat and the topic that it names, however they are written', () => {
    expect(accept({ chat_id: '-1001', message_thread_id: '7', text: 'a' })).toMatchObject({
      address: { chat_id: -1001, message_thread_id: 7 },
      payloads: [{ chat_id: -1001, message_thread_id: 7, text: 'a' }],
    });
    expect(accept({ chat_id: '@Acme_News', message_thread_id: null, text: 'a' }).address).toEqual({
      chat_id: '@acme_news',
    });
  });

  it('is split when its text is too long, with the buttons on the last message and the reply on the first', () => {
    const text = `${'word '.repeat(800)}\n\n${'more '.repeat(800)}`;
    const { payloads, codes } = accept({
      chat_id: 1,
      text,
      reply_to_message_id: 5,
      protect_content: true,
      reply_markup: keyboard(button('Yes', { callback_data: 'a#0' })),
    });
    expect(payloads.map((one) => one.text).join('')).toBe(text);
    expect(payloads.map((one) => [one.reply_parameters !== undefined, one.reply_markup !== undefined])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(payloads.every((one) => one.protect_content === true)).toBe(true);
    expect(codes).toEqual(['text_split']);
  });

  it('keeps its markup over the cuts', () => {
    const { payloads } = accept({
      chat_id: 1,
      parse_mode: 'html',
      text: `<blockquote>${'one &lt;two&gt; '.repeat(400)}<a href="https://a.example/?a=1&b=2">${'link '.repeat(100)}</a></blockquote>`,
    });
    expect(payloads.length).toBe(2);
    for (const { text, parse_mode } of payloads) {
      expect(text).toMatch(/^<blockquote>[\s\S]*<\/blockquote>$/);
      expect(parse_mode).toBe('HTML');
    }
    expect(payloads[1]?.text).toContain('<a href="https://a.example/?a=1&amp;b=2">link');
  });

  it.each([
    ['<b>no end', 'no end'],
    ['a < b', 'a < b'],
    ['<h1>Head</h1> &amp; tail', 'Head & tail'],
    ['<b><i>crossed</b></i>', 'crossed'],
    ['<a href="https://a.example">link', 'link'],
    ['</b>', undefined],
  ])("goes in plain words when its HTML is none of Telegram's: %s", (text, words) => {
    if (words === undefined) expect(faultOf({ chat_id: 1, text, parse_mode: 'HTML' })).toMatch(/text is empty/);
    else {
      const { payloads, codes } = accept({ chat_id: 1, text, parse_mode: 'HTML' });
      expect(payloads).toEqual([{ chat_id: 1, text: words }]);
      expect(codes).toEqual(['text_replaced']);
    }
  });

  it('turns a button that Telegram does not take into a line with its number', () => {
    const { payloads, notes } = accept({
      chat_id: 1,
      text: 'Choose <i>one</i>',
      parse_mode: 'HTML',
      reply_markup: keyboard(
        button('Short', { callback_data: 'x#0' }),
        button('A & B', { callback_data: `x${'é'.repeat(40)}#1` }),
        button('Intranet', { url: 'http://intranet/' }),
        button('Docs', { url: 'https://docs.example/' }),
      ),
    });
    expect(payloads).toEqual([
      {
        chat_id: 1,
        text: 'Choose <i>one</i>\n\n2. A &amp; B\nIntranet: http://intranet/',
        parse_mode: 'HTML',
        reply_markup: keyboard(
          button('Short', { callback_data: 'x#0' }),
          button('Docs', { url: 'https://docs.example/' }),
        ),
      },
    ]);
    expect(notes).toEqual([
      {
        code: 'buttons_as_text',
        message: 'Buttons became text, since its callback_data has 83 bytes, Telegram takes 1 to 64.',
      },
      {
        code: 'link_as_text',
        message: 'Buttons became text, since Telegram takes only http and https URLs of public hosts in buttons.',
      },
    ]);
  });

  it('does not repeat the choices that its text lists already', () => {
    const { payloads } = accept({
      chat_id: 1,
      text: 'Which?\n1. One',
      reply_markup: keyboard(button('One', { callback_data: 'x'.repeat(65) })),
    });
    expect(payloads).toEqual([{ chat_id: 1, text: 'Which?\n1. One' }]);
  });

  it('lists what is beyond a hundred buttons, and breaks rows of more than eight', () => {
    const buttons = Array.from({ length: 120 }, (_, at) => button(`B${at}`, { callback_data: `x#${at}` }));
    const { payloads, codes } = accept({ chat_id: 1, text: 'Many', reply_markup: { inline_keyboard: [buttons] } });
    const [{ text, reply_markup }] = payloads as [Body];
    const rows = (reply_markup as { inline_keyboard: unknown[][] }).inline_keyboard;
    expect([rows.flat().length, Math.max(...rows.map((row) => row.length))]).toEqual([100, 8]);
    expect(text.split('\n').slice(2)).toEqual(Array.from({ length: 20 }, (_, at) => `${at + 101}. B${at + 100}`));
    expect(codes).toEqual(['buttons_as_text']);
  });

  it('is made from its buttons when it has no text', () => {
    const { payloads, codes } = accept({
      chat_id: 1,
      text: ' ',
      reply_markup: JSON.stringify(
        keyboard(button('Yes', { callback_data: 'a#0' }), button('No', { callback_data: 'a#1' })),
      ),
    });
    expect(payloads[0]?.text).toBe('1. Yes\n2. No');
    expect(codes).toEqual(['text_empty']);
  });

  it('keeps keyboards of the other kinds', () => {
    for (const reply_markup of [
      { remove_keyboard: true },
      { force_reply: true, selective: true },
      { keyboard: [[{ text: 'Yes' }]], resize_keyboard: true },
    ]) {
      expect(accept({ chat_id: 1, text: 'a', reply_markup }).payloads[0]?.reply_markup).toEqual(reply_markup);
    }
    expect(accept({ chat_id: 1, text: 'a', reply_markup: { nonsense: true } }).codes).toEqual(['buttons_as_text']);
  });

  it('keeps entities as long as the text stays what they count in', () => {
    const entities = [{ type: 'bold', offset: 0, length: 2 }];
    expect(accept({ chat_id: 1, text: 'Hi Ann', entities }).payloads).toEqual([
      { chat_id: 1, text: 'Hi Ann', entities },
    ]);
    for (const wrong of [[{ type: 'bold', offset: 5, length: 9 }], [1], [{ type: 'bold', offset: -1, length: 2 }]]) {
      expect(accept({ chat_id: 1, text: 'Hi Ann', entities: wrong })).toMatchObject({
        payloads: [{ chat_id: 1, text: 'Hi Ann' }],
        codes: ['text_replaced'],
      });
    }
  });

  it.each<[unknown, string]>([
    [{ text: 'a' }, 'chat_id must be a chat id, e.g. 42 or -1001557, or a public @name.'],
    [{ chat_id: 'nobody', text: 'a' }, 'chat_id must be a chat id, e.g. 42 or -1001557, or a public @name.'],
    [{ chat_id: 1, message_thread_id: 'x', text: 'a' }, 'message_thread_id must be the number of a topic.'],
    [{ chat_id: 1 }, 'text is empty, so there is nothing to send.'],
    [{ chat_id: 1, text: '\u200b \n' }, 'text is empty, so there is nothing to send.'],
    [{ chat_id: 1, text: { a: 1 } }, 'text must be text.'],
    [
      { method: 'banChatMember', chat_id: 1, user_id: 2 },
      'method must be sendMessage, or absent: the body is that of a sendMessage call.',
    ],
    ['text', 'chat_id must be a chat id, e.g. 42 or -1001557, or a public @name.'],
  ])('is refused when it cannot be mended: %j', (payload, fault) => {
    expect(faultOf(payload)).toBe(fault);
  });

  it.each([
    ['tags without an end', '<b '.repeat(300_000)],
    ['an attribute without an end', `<a href="${'x'.repeat(1_000_000)}`],
    ['a million blanks in a tag', `<b${' a'.repeat(500_000)}`],
    ['deep nesting', `${'<b>'.repeat(100_000)}x${'</b>'.repeat(100_000)}`],
  ])('is read in a moment, whatever is in it: %s', (_what, text) => {
    const startedMs = performance.now();
    telegram.acceptPayload?.({ chat_id: 1, text, parse_mode: 'HTML' });
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

const label = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', 'Yes', '<b>', '三'.repeat(90), '\ud800'),
);
const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom('http://localhost/x', 'tg://user?id=1', 'ftp://a.example', 'https://a.example/ä b', ''),
);
const anyButton = fc.oneof(
  fc.record({
    text: label,
    callback_data: fc.oneof(
      fc.string({ minLength: 60, maxLength: 70, size: 'max' }),
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
    ),
  }),
  fc.record({ text: label, url }),
  fc.record({ text: label, url, callback_data: fc.string() }),
  fc.record({ text: label, copy_text: fc.record({ text: fc.string({ maxLength: 300 }) }) }),
  fc.record({ text: label, web_app: fc.record({ url }) }),
  fc.record({ text: label, style: fc.constantFrom('danger', 'loud'), callback_data: fc.constant('x') }),
  fc.record({ text: label, switch_inline_query: fc.string() }),
  fc.record({ text: label, pay: fc.constant(true) }),
  fc.anything(),
);
const tagged = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '<b>',
        '</b>',
        '<i>',
        '</i>',
        '<a href="https://a.example/?x=1&y">',
        '</a>',
        '&amp;',
        '&',
        '&#65;',
        '\n\n',
        'word '.repeat(900),
      ),
    ),
  )
  .map((pieces) => pieces.join(''));
const anyPayload = fc.record(
  {
    chat_id: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constant('-1001'), fc.constant('@acme_news')),
    message_thread_id: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(null)),
    text: fc
      .oneof(tagged, fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(9_000)), fc.integer())
      .map((text) => (typeof text === 'string' ? `a${text}` : text)),
    parse_mode: fc.constantFrom('HTML', 'html', 'wiki', ''),
    entities: fc.array(
      fc.record({
        type: fc.constantFrom('bold', 'italic'),
        offset: fc.integer({ min: -1, max: 9 }),
        length: fc.integer({ min: 0, max: 9 }),
      }),
    ),
    reply_markup: fc.oneof(
      fc.record({ inline_keyboard: fc.array(fc.array(anyButton, { maxLength: 12 }), { maxLength: 12 }) }),
      fc.record({ keyboard: fc.array(fc.array(fc.oneof(fc.string(), fc.record({ text: fc.string() })))) }),
      fc.anything(),
    ),
    disable_notification: fc.anything(),
    link_preview_options: fc.anything(),
    reply_parameters: fc.anything(),
    nonsense: fc.anything(),
  },
  { requiredKeys: ['chat_id', 'text'] },
);

describe('500 payloads of other runtimes for Telegram', () => {
  it.skipIf(oraclesMissing)('are none refused, as the Bot API describes itself', async () => {
    const oracles = await loadOracles();
    const run = (payload: unknown) => {
      for (const one of accept(payload).payloads) expect(oracles.telegram('sendMessage', one)).toEqual([]);
    };
    fc.assert(fc.property(anyPayload, run), { numRuns: 500, seed: 11 });
  });

  it('are none refused by the emulator', async () => {
    const emulator = await createTelegramEmulator();
    try {
      const ann = emulator.person('Ann');
      const sent = fc
        .sample(anyPayload, { numRuns: 500, seed: 12 })
        .flatMap(
          ({ message_thread_id: _, ...payload }) =>
            accept({ ...payload, reply_parameters: undefined, chat_id: ann.id }).payloads,
        );
      for (const payload of sent) {
        const response = await fetch(`${emulator.url}/bot1:test/sendMessage`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(payload),
        });
        expect([await response.json(), payload]).toMatchObject([{ ok: true }, {}]);
      }
    } finally {
      await emulator.close();
    }
  });
});

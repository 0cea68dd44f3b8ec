import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discord } from '../../../src/channels/discord/index.ts';
import { loadOracles, oraclesMissing } from '../contract/oracles.ts';

type Body = Record<string, unknown> & { content?: string; components?: { components: Record<string, unknown>[] }[] };

function accept(payload: unknown) {
  const accepted = discord.acceptPayload?.(payload) ?? { fault: 'it takes none' };
  if ('fault' in accepted) throw new Error(accepted.fault);
  return { ...accepted, payloads: accepted.payloads as Body[], codes: accepted.notes.map(({ code }) => code) };
}

const row = (...components: object[]) => ({ type: 1, components });
const button = (label: string, custom_id: string) => ({ type: 2, style: 1, label, custom_id });
const link = (label: string, url: string) => ({ type: 2, style: 5, label, url });
const options = (count: number) => Array.from({ length: count }, (_, at) => ({ label: `O${at}`, value: `x#${at}` }));

describe('a finished payload for Discord', () => {
  it('stays as it is when there is nothing to mend, but for its channel, which is the address', () => {
    const body = {
      content: 'Which **region**?',
      embeds: [
        { title: 'Regions', description: 'Two of them', color: 255, fields: [{ name: 'a', value: 'b', inline: true }] },
      ],
      components: [
        row(button('US', 'ui_abc#0'), button('EU', 'ui_abc#1'), link('Docs', 'https://docs.example/')),
        row({ type: 3, custom_id: 'ui_def', placeholder: 'Pick', min_values: 1, max_values: 2, options: options(3) }),
      ],
      allowed_mentions: { parse: [] },
      message_reference: { message_id: '5', fail_if_not_exists: false },
    };
    expect(accept({ channel_id: 42, ...body })).toEqual({
      address: { channel_id: '42' },
      payloads: [body],
      notes: [],
      codes: [],
    });
  });

  it('is split when its text is too long, with the components on the last message', () => {
    const content = 'word '.repeat(700);
    const { payloads, codes } = accept({ channel_id: '1', content, components: [row(button('Yes', 'a#0'))] });
    expect(payloads.map((one) => one.content).join('')).toBe(content);
    expect(payloads.map((one) => one.components !== undefined)).toEqual([false, true]);
    expect(codes).toEqual(['text_split']);
  });

  it('says in words what of its components Discord does not take', () => {
    const { payloads, codes } = accept({
      channel_id: '1',
      content: 'Choose',
      components: [
        row(
          button('Fine', 'x#0'),
          button('Too *long*', 'x'.repeat(101)),
          button('Twice', 'x#0'),
          link('Docs', 'ftp://docs.example'),
        ),
      ],
    });
    expect(payloads).toEqual([
      {
        content: 'Choose\n\n2. Too \\*long\\*\n3. Twice\nDocs: ftp://docs.example',
        components: [row(button('Fine', 'x#0'))],
      },
    ]);
    expect(codes).toEqual(['buttons_as_text', 'buttons_as_text', 'link_as_text']);
  });

  it('lists the options beyond twenty-five, and the rows beyond five', () => {
    const menu = accept({
      channel_id: '1',
      content: 'a',
      components: [row({ type: 3, custom_id: 'x', options: options(27) })],
    });
    expect(menu.payloads[0]?.content).toBe('a\n\n26. O25\n27. O26');
    const rows = Array.from({ length: 7 }, (_, at) => row(button(`B${at}`, `x#${at}`)));
    const many = accept({ channel_id: '1', content: 'a', components: rows }).payloads[0];
    expect([many?.components?.length, many?.content]).toEqual([5, 'a\n\nB5\nB6']);
  });

  it('breaks a row of more than five buttons', () => {
    const buttons = Array.from({ length: 7 }, (_, at) => button(`B${at}`, `x#${at}`));
    const { payloads } = accept({ channel_id: '1', content: 'a', components: [row(...buttons)] });
    expect(payloads[0]?.components?.map(({ components }) => components.length)).toEqual([5, 2]);
  });

  it('never allows more mentions than it names', () => {
    const { payloads } = accept({
      channel_id: '1',
      content: '@everyone',
      allowed_mentions: { parse: ['users', 'roles', 'all'], users: ['7', '7', 'x'] },
    });
    expect(payloads[0]?.allowed_mentions).toEqual({ parse: ['roles'], users: ['7'] });
  });

  it.each<[unknown, RegExp]>([
    [{ content: 'a' }, /^channel_id must be an id as Discord gives it/],
    [{ channel_id: 'general', content: 'a' }, /^channel_id must be an id/],
    [{ channel_id: '1' }, /^content and embeds are empty/],
    [{ channel_id: '1', embeds: [{ color: 1 }] }, /^content and embeds are empty/],
    [{ channel_id: '1', content: {} }, /^content must be text/],
  ])('is refused when it cannot be mended: %j', (payload, fault) => {
    expect(discord.acceptPayload?.(payload)).toEqual({ fault: expect.stringMatching(fault) });
  });
});

const words = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', 'Yes', 'x'.repeat(101), 'word '.repeat(450), '@everyone *', '\ud800'),
);
const id = fc.oneof(fc.constantFrom('a', 'b', ''), fc.string({ minLength: 97, maxLength: 103, size: 'max' }));
const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom('javascript:x', 'https://a.example/ä', `https://a.example/${'x'.repeat(600)}`),
);
const manyOptions = fc.integer({ min: 24, max: 27 }).map(options);
const component = fc.oneof(
  fc.record({
    type: fc.constant(2),
    style: fc.integer({ min: 0, max: 6 }),
    label: words,
    custom_id: id,
    emoji: fc.anything(),
  }),
  fc.record({ type: fc.constant(2), style: fc.constant(5), label: words, url }),
  fc.record({
    type: fc.constant(3),
    custom_id: id,
    placeholder: words,
    min_values: fc.integer(),
    max_values: fc.integer(),
    options: fc.oneof(
      fc.array(fc.record({ label: words, value: id, description: words, default: fc.boolean() }), { maxLength: 5 }),
      manyOptions,
    ),
  }),
  fc.record({ type: fc.integer({ min: 4, max: 9 }), custom_id: id }),
  fc.anything(),
);
const embed = fc.oneof(
  fc.record({
    title: words,
    description: fc.oneof(words, fc.constant('d'.repeat(4_100))),
    url,
    color: fc.integer(),
    fields: fc.array(fc.record({ name: words, value: words }), { maxLength: 3 }),
    footer: fc.record({ text: words }),
    image: fc.record({ url }),
  }),
  fc.anything(),
);
const anyPayload = fc.record({
  channel_id: fc.constantFrom('1', 7),
  content: words.map((said) => `a${said}`),
  components: fc.oneof(
    fc.array(fc.record({ type: fc.constant(1), components: fc.array(component, { maxLength: 7 }) }), { maxLength: 7 }),
    fc.anything(),
  ),
  embeds: fc.oneof(fc.array(embed, { maxLength: 12 }), fc.anything()),
  allowed_mentions: fc.oneof(
    fc.anything(),
    fc.record({ parse: fc.constantFrom(['users'], ['everyone', 'x']), users: fc.constantFrom(['1'], []) }),
  ),
  flags: fc.integer(),
  message_reference: fc.anything(),
});

describe('500 payloads of other runtimes for Discord', () => {
  it.skipIf(oraclesMissing)('are none refused, as Discord describes itself', async () => {
    const oracles = await loadOracles();
    const run = (payload: unknown) => {
      for (const one of accept(payload).payloads) expect(oracles.discordMessage(one)).toEqual([]);
    };
    fc.assert(fc.property(anyPayload, run), { numRuns: 500, seed: 31 });
  });
});

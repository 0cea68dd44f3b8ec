import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slack } from '../../../src/channels/slack/index.ts';
import { loadOracles, oraclesMissing } from '../contract/oracles.ts';

type Block = Record<string, unknown> & { elements?: Record<string, unknown>[]; text?: { text: string } };
type Body = Record<string, unknown> & { text?: string; blocks?: Block[] };

function accept(payload: unknown) {
  const accepted = slack.acceptPayload?.(payload) ?? { fault: 'it takes none' };
  if ('fault' in accepted) throw new Error(accepted.fault);
  return { ...accepted, payloads: accepted.payloads as Body[], codes: accepted.notes.map(({ code }) => code) };
}

const plain = (text: string) => ({ type: 'plain_text', text });
const button = (text: string, more: object) => ({ type: 'button', text: plain(text), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });

describe('a finished payload for Slack', () => {
  it('stays as it is when there is nothing to mend', () => {
    const payload = {
      channel: 'C0123',
      thread_ts: '1767326125.870439',
      text: 'Which region?',
      blocks: [
        { type: 'section', block_id: 'q', text: { type: 'mrkdwn', text: '*Which* region?' } },
        {
          ...actions(
            button('US', { action_id: 'a', value: 'ui_abc#0' }),
            button('EU', { action_id: 'b', value: 'ui_abc#1' }),
          ),
          block_id: 'w',
        },
        { type: 'divider' },
      ],
    };
    expect(accept(payload)).toEqual({
      address: { channel: 'C0123', thread_ts: '1767326125.870439' },
      payloads: [payload],
      notes: [],
      codes: [],
    });
  });

  it('goes to the workspace that it names, which is no part of the body', () => {
    expect(accept({ channel: 'C1', team: 'T1', text: 'a' })).toMatchObject({
      address: { channel: 'C1', team: 'T1' },
      payloads: [{ channel: 'C1', text: 'a' }],
    });
    expect(accept({ channel: 'C1', team: 'T1', text: 'a' }).payloads[0]).not.toHaveProperty('team');
  });

  it('may be a file, when it is one that can be sent', () => {
    const file = { name: 'a.txt', mime: 'text/plain', data: 'YQ==' };
    expect(accept({ channel: 'C1', file }).payloads).toEqual([{ channel: 'C1', file }]);
    for (const wrong of [{ data: 5 }, { data: undefined }, { name: 7 }, { mime: null }, { data: undefined, url: {} }]) {
      expect(() => accept({ channel: 'C1', file: { ...file, ...wrong } }), JSON.stringify(wrong)).toThrow(
        'text and blocks are empty, so there is nothing to send.',
      );
    }
  });

  it('is split when its text is too long', () => {
    const text = 'word '.repeat(1_500);
    const { payloads, codes } = accept({ channel: 'C1', text });
    expect(payloads.map((one) => one.text).join('')).toBe(text);
    expect(payloads.map(({ text: part = '' }) => part.length <= 4_000)).toEqual([true, true]);
    expect(codes).toEqual(['text_split']);
  });

  it('says in words what of its buttons Slack does not take', () => {
    const { payloads, codes } = accept({
      channel: 'C1',
      blocks: [
        actions(
          button('Fine', { action_id: 'x', value: '1' }),
          button('Too <long>', { value: 'v'.repeat(2_001) }),
          button('L'.repeat(80), { action_id: 'x', value: '3' }),
          button('Docs', { url: 'javascript:alert(1)' }),
        ),
      ],
    });
    expect(payloads[0]?.blocks).toEqual([
      actions(button('Fine', { action_id: 'x', value: '1' }), button(`${'L'.repeat(74)}…`, { value: '3' })),
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `2. Too &lt;long&gt;\n3. ${'L'.repeat(80)}\nDocs: javascript:alert(1)` },
      },
    ]);
    expect(codes).toEqual(['buttons_as_text', 'label_clipped', 'buttons_as_text']);
  });

  it('becomes several messages when it has too many blocks, and several rows when they are too full', () => {
    const blocks = Array.from({ length: 60 }, (_, at) => ({ type: 'section', text: plain(`${at}`) }));
    const { payloads } = accept({ channel: 'C1', text: 'Many', blocks });
    expect(payloads.map((one) => [one.text, one.blocks?.length])).toEqual([
      ['Many', 50],
      [undefined, 10],
    ]);
    const many = Array.from({ length: 30 }, (_, at) => button(`${at}`, { value: `${at}` }));
    expect(
      accept({ channel: 'C1', blocks: [actions(...many)] }).payloads[0]?.blocks?.map(
        ({ elements }) => elements?.length,
      ),
    ).toEqual([25, 5]);
  });

  it('tells in words what a block says that is larger than a message', () => {
    const rows = Array.from({ length: 900 }, (_, at) => [{ type: 'raw_text', text: `cell ${at}` }]);
    const { payloads, codes } = accept({ channel: 'C1', text: 'a', blocks: [{ type: 'table', rows }] });
    const shown = payloads
      .flatMap(({ blocks = [] }) => blocks.map(({ text: { text } = { text: '' } }) => text))
      .join('\n');
    expect([shown.includes('cell 0'), shown.includes('cell 899'), codes]).toEqual([true, true, ['buttons_as_text']]);
  });

  it.each<[unknown, string]>([
    [{ text: 'a' }, 'channel must be an id as Slack gives it, e.g. C0123ABCD.'],
    [{ channel: '#general', text: 'a' }, 'channel must be an id as Slack gives it, e.g. C0123ABCD.'],
    [
      { channel: 'C1', thread_ts: 17.5, text: 'a' },
      'thread_ts must be a message timestamp as a string, e.g. "1767326125.870439".',
    ],
    [{ channel: 'C1', blocks: [{ type: 'nonsense' }] }, 'text and blocks are empty, so there is nothing to send.'],
    [{ channel: 'C1', text: [] }, 'text must be text.'],
  ])('is refused when it cannot be mended: %j', (payload, fault) => {
    expect(slack.acceptPayload?.(payload)).toEqual({ fault });
  });
});

const words = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', 'Yes', 'x'.repeat(76), 'word '.repeat(900), '<!channel> & more', '\ud800'),
);
const text = fc.oneof(fc.record({ type: fc.constantFrom('plain_text', 'mrkdwn'), text: words }), words, fc.anything());
const id = fc.oneof(fc.constantFrom('a', 'b'), fc.string({ minLength: 250, maxLength: 260, size: 'max' }));
const value = fc.oneof(
  fc.constantFrom('ui_a#0', '', 'same'),
  fc.string({ minLength: 145, maxLength: 155, size: 'max' }),
  fc.constant('v'.repeat(2_001)),
  fc.integer(),
);
const url = fc.oneof(fc.webUrl(), fc.constantFrom('javascript:x', 'https://a.example/ä', 'http://intranet/'));
const option = fc.record({ text, value });
const manyOptions = fc
  .integer({ min: 99, max: 102 })
  .map((count) =>
    Array.from({ length: count }, (_, at) => ({ text: { type: 'plain_text', text: `${at}` }, value: `${at}` })),
  );
const element = fc.oneof(
  fc.record({ type: fc.constant('button'), text, action_id: id, value, style: fc.constantFrom('primary', 'loud') }),
  fc.record({ type: fc.constant('button'), text, url }),
  fc.record({
    type: fc.constantFrom('static_select', 'multi_static_select', 'radio_buttons', 'checkboxes', 'overflow'),
    action_id: id,
    placeholder: text,
    options: fc.oneof(
      { weight: 9, arbitrary: fc.array(option, { maxLength: 6 }) },
      { weight: 1, arbitrary: manyOptions },
    ),
  }),
  fc.record({ type: fc.constant('image'), image_url: url, alt_text: words }),
  fc.anything(),
);
const block = fc.oneof(
  fc.record(
    { type: fc.constant('section'), block_id: id, text, fields: fc.array(text, { maxLength: 15 }), accessory: element },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('actions'), block_id: id, elements: fc.array(element, { maxLength: 28 }) }),
  fc.record({ type: fc.constant('context'), elements: fc.array(fc.oneof(text, element), { maxLength: 15 }) }),
  fc.record({
    type: fc.constantFrom('header', 'markdown', 'divider', 'image', 'nonsense'),
    text,
    image_url: url,
    alt_text: words,
  }),
  fc.anything(),
);
const anyPayload = fc.record({
  channel: fc.constantFrom('C0123', 'D9', ' C1 '),
  text: words.map((said) => `a${said}`),
  blocks: fc.oneof(
    { weight: 9, arbitrary: fc.array(block, { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.integer({ min: 49, max: 52 }).map((count) => Array(count).fill({ type: 'divider' })) },
    { weight: 1, arbitrary: fc.anything() },
  ),
  mrkdwn: fc.anything(),
});

describe('500 payloads of other runtimes for Slack', () => {
  it.skipIf(oraclesMissing)('are none refused, as Block Kit describes itself', async () => {
    const oracles = await loadOracles();
    const run = (payload: unknown) => {
      for (const one of accept(payload).payloads) expect(oracles.slackMessage(one)).toEqual([]);
    };
    fc.assert(fc.property(anyPayload, run), { numRuns: 500, seed: 21 });
  });
});

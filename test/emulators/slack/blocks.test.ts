import { describe, expect, it } from 'vitest';
import { checkBlocks, checkView } from '../../../src/emulators/slack/blocks/check.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const button = (fields: object = {}) => ({ type: 'button', text: plain('Go'), ...fields });
const actions = (...elements: object[]) => [{ type: 'actions', elements }];
const option = { text: plain('One'), value: '1' };
const select = (fields: object) => ({ type: 'static_select', action_id: 'a', ...fields });
const section = (fields: object) => [{ type: 'section', ...fields }];
const times = (count: number, what: object) => Array.from({ length: count }, () => what);

describe('what Slack takes', () => {
  it.each([
    ['a section', section({ text: { type: 'mrkdwn', text: 'x'.repeat(3000) } })],
    ['25 buttons', actions(...times(25, button()))],
    ['50 blocks', times(50, { type: 'divider' })],
    ['a link button', actions(button({ url: 'https://a.example/x?y=1' }))],
    ['a menu in actions', actions(select({ options: times(100, option) }))],
    [
      'several picks beside a text',
      section({ text: plain('x'), accessory: { type: 'multi_static_select', options: [option] } }),
    ],
    [
      'the same action_id in two blocks',
      [...actions(button({ action_id: 'a' })), ...actions(button({ action_id: 'a' }))],
    ],
  ])('%s', (_what, blocks) => {
    expect(checkBlocks(blocks, 'message')).toEqual([]);
  });
});

describe('what Slack refuses, in its words', () => {
  it.each<[string, object[], string[]]>([
    [
      'a text of 3,001 characters',
      section({ text: { type: 'mrkdwn', text: 'x'.repeat(3001) } }),
      ['must be less than 3001 characters [json-pointer:/blocks/0/text/text]'],
    ],
    [
      'a blank text [CH-38]',
      section({ text: { type: 'mrkdwn', text: ' ' } }),
      ['must be more than 0 characters [json-pointer:/blocks/0/text/text]'],
    ],
    ['a section of nothing', section({}), ['must define either `text` or `fields` [json-pointer:/blocks/0]']],
    [
      '26 buttons',
      actions(...times(26, button())),
      ['no more than 25 items allowed [json-pointer:/blocks/0/elements]'],
    ],
    ['51 blocks', times(51, { type: 'divider' }), ['no more than 50 items allowed [json-pointer:/blocks]']],
    [
      'a disabled button [CH-49]',
      actions(button({ disabled: true })),
      ['invalid additional property: disabled [json-pointer:/blocks/0/elements/0]'],
    ],
    [
      'a button of 76 characters',
      actions(button({ text: plain('x'.repeat(76)) })),
      ['must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]'],
    ],
    [
      'a value of 2,001 characters',
      actions(button({ value: 'x'.repeat(2001) })),
      ['must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]'],
    ],
    [
      'mrkdwn on a button',
      actions(button({ text: { type: 'mrkdwn', text: 'x' } })),
      ['unsupported type: mrkdwn [json-pointer:/blocks/0/elements/0/text/type]'],
    ],
    [
      'a button style of its own',
      actions(button({ style: 'default' })),
      ['must be a valid enum value [json-pointer:/blocks/0/elements/0/style]'],
    ],
    [
      'one action_id twice in a block [CH-40]',
      actions(button({ action_id: 'a' }), button({ action_id: 'a' })),
      ['`action_id` already exists [json-pointer:/blocks/0/elements/1/action_id]'],
    ],
    [
      'one block_id twice',
      times(2, { type: 'divider', block_id: 'b' }),
      ['`block_id` already exists [json-pointer:/blocks/1/block_id]'],
    ],
    [
      'several picks in actions',
      actions({ type: 'multi_static_select', options: [option] }),
      ['unsupported type: multi_static_select [json-pointer:/blocks/0/elements/0/type]'],
    ],
    [
      'a menu without options',
      actions(select({})),
      ['must define either `options` or `option_groups` [json-pointer:/blocks/0/elements/0]'],
    ],
    [
      '101 options',
      actions(select({ options: times(101, option) })),
      ['no more than 100 items allowed [json-pointer:/blocks/0/elements/0/options]'],
    ],
    [
      'an option with a value of 151 characters',
      actions(select({ options: [{ ...option, value: 'x'.repeat(151) }] })),
      ['must be less than 151 characters [json-pointer:/blocks/0/elements/0/options/0/value]'],
    ],
    ...(['radio_buttons', 'checkboxes'] as const).map((type): [string, object[], string[]] => [
      `11 ${type}`,
      actions({ type, options: times(11, option) }),
      ['no more than 10 items allowed [json-pointer:/blocks/0/elements/0/options]'],
    ]),
    [
      'an overflow menu of 6',
      actions({ type: 'overflow', options: times(6, option) }),
      ['no more than 5 items allowed [json-pointer:/blocks/0/elements/0/options]'],
    ],
    ['a block of no known type', [{ type: 'poll' }], ['unsupported type: poll [json-pointer:/blocks/0/type]']],
    ['an alert outside a modal', [{ type: 'alert' }], ['unsupported type: alert [json-pointer:/blocks/0/type]']],
    ['a string for a block', ['x' as unknown as object], ['missing required field: type [json-pointer:/blocks/0]']],
  ])('%s', (_what, blocks, faults) => {
    expect(checkBlocks(blocks, 'message')).toEqual(faults);
  });

  it('lists every fault', () => {
    const blocks = actions(button({ disabled: true, value: '' }), { type: 'lever' });
    expect(checkBlocks(blocks, 'message')).toEqual([
      'invalid additional property: disabled [json-pointer:/blocks/0/elements/0]',
      'must be more than 0 characters [json-pointer:/blocks/0/elements/0/value]',
      'unsupported type: lever [json-pointer:/blocks/0/elements/1/type]',
    ]);
  });

  it('a modal with a field and no submit button, or with a long title', () => {
    const input = { type: 'input', label: plain('x'), element: { type: 'plain_text_input' } };
    expect(checkView({ type: 'modal', title: plain('x'.repeat(25)), blocks: [input] })).toEqual([
      'must be less than 25 characters [json-pointer:/view/title/text]',
      'missing required field: submit [json-pointer:/view]',
    ]);
  });
});

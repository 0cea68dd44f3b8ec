import { beforeAll, describe, expect, it } from 'vitest';
import type { Block } from '../../../src/channels/slack/block-kit.ts';
import { slackUi } from '../../../src/channels/slack/blocks.ts';
import { slack } from '../../../src/channels/slack/index.ts';
import type { Affordance } from '../../../src/protocol/affordance.ts';
import { slackPrinting } from '../contract/channels.ts';
import { loadOracles, type Oracles, oraclesMissing } from '../contract/oracles.ts';
import { choice, idOf, labels, link, prefill } from '../contract/widgets.ts';

function printed(affordances: readonly Affordance[], text = 'Pick') {
  const { parts, notes } = slack.print(affordances, text, slack.content);
  return {
    contents: parts.map((part) => part.content),
    blocks: (parts.at(-1)?.ui.blocks ?? []) as Block[],
    codes: notes.map(({ code }) => code),
  };
}

const id = 'ui_widget_number_0000000';

describe('blocks', () => {
  it('carry the text too, since Slack hides it beside them [MUXI-36]', () => {
    expect(printed([choice(['Yes', 'No'])], 'a < b').blocks).toEqual([
      { type: 'section', text: { type: 'mrkdwn', text: 'a &lt; b' } },
      {
        type: 'actions',
        block_id: id,
        elements: [
          { type: 'button', text: { type: 'plain_text', text: 'Yes' }, action_id: `${id}#0`, value: `${id}#0` },
          { type: 'button', text: { type: 'plain_text', text: 'No' }, action_id: `${id}#1`, value: `${id}#1` },
        ],
      },
    ]);
  });

  it('hold five options as buttons, more as a menu that shows the question', () => {
    expect(printed([choice(labels(5))]).blocks[1]).toMatchObject({ type: 'actions' });
    const { blocks, codes } = printed([choice(labels(6), { prompt: 'Which <one>?' })]);
    expect(blocks[1]).toMatchObject({
      type: 'actions',
      block_id: id,
      elements: [{ type: 'static_select', action_id: id, placeholder: { text: 'Which <one>?' } }],
    });
    expect(slackPrinting.picks({ blocks })).toEqual([0, 1, 2, 3, 4, 5].map((at) => `${id}#${at}`));
    expect(codes).toEqual(['buttons_as_select']);
  });

  it('hold a choice of several as checkboxes, with a button that sends them', () => {
    const { blocks, codes } = printed([choice(['a', 'b'], { multi: true, prompt: ' ' })]);
    expect(blocks.slice(1)).toEqual([
      {
        type: 'actions',
        block_id: id,
        elements: [
          {
            type: 'checkboxes',
            action_id: id,
            options: [
              { text: { type: 'plain_text', text: 'a' }, value: `${id}#0` },
              { text: { type: 'plain_text', text: 'b' }, value: `${id}#1` },
            ],
          },
          {
            type: 'button',
            text: { type: 'plain_text', text: 'Done' },
            action_id: `${id}#ok`,
            value: `${id}#ok`,
            style: 'primary',
          },
        ],
      },
    ]);
    expect(codes).toEqual([]);
  });

  it('ask each question again beside its checkboxes where there are several', () => {
    const { blocks } = printed([
      choice(['a', 'b'], { multi: true, prompt: 'Which <one>?' }),
      choice(['c', 'd'], { multi: true, prompt: ' ', widgetId: idOf(2) }),
    ]);
    expect(blocks.slice(1)).toMatchObject([
      {
        type: 'section',
        block_id: id,
        text: { type: 'mrkdwn', text: 'Which &lt;one&gt;?' },
        accessory: { type: 'checkboxes', action_id: id },
      },
      { type: 'actions', block_id: `${id}#ok`, elements: [{ type: 'button', value: `${id}#ok` }] },
      { type: 'section', text: { type: 'mrkdwn', text: 'Choose:' }, accessory: { type: 'checkboxes' } },
      { type: 'actions', elements: [{ type: 'button' }] },
    ]);
  });

  it('hold more than ten of several as a menu, never in an actions block', () => {
    const typesOf = (count: number) =>
      printed([choice(labels(count), { multi: true })]).blocks.map((block) =>
        block.type === 'section' ? block.accessory?.type : block.elements.map(({ type }) => type),
      );
    expect(typesOf(10)).toEqual([undefined, ['checkboxes', 'button']]);
    expect(typesOf(11)).toEqual([undefined, 'multi_static_select', ['button']]);
  });

  it('never hold the choices of several without the button that sends them', () => {
    const all = Array.from({ length: 30 }, (_, at) => choice(['a', 'b'], { multi: true, widgetId: idOf(at) }));
    const { blocks, codes } = printed(all);
    const pickers = blocks.filter((block) => block.type === 'section' && block.accessory !== undefined);
    expect(blocks.length).toBe(1 + 2 * pickers.length);
    expect(pickers.length).toBeGreaterThan(10);
    expect(codes).toEqual(Array.from({ length: 30 - pickers.length }, () => 'buttons_as_text'));
  });

  it('clip a label to 75 characters at a grapheme and keep its value [CH-39]', () => {
    const { blocks, codes } = printed([choice([`${'a'.repeat(73)}👨‍👩‍👧 and more words`])]);
    expect(blocks[1]).toMatchObject({ elements: [{ text: { text: `${'a'.repeat(73)}…` }, value: `${id}#0` }] });
    expect(codes).toEqual(['label_clipped']);
  });

  it('have an id of their own each, also where widgets have not [CH-40]', () => {
    const { blocks } = printed([choice(['a']), choice(['b']), choice(['c'])]);
    expect(blocks.map((block) => block.block_id)).toEqual([undefined, id, `${id}:1`, `${id}:2`]);
  });

  it('keep up to 25 links together, each with an action id of its own', () => {
    const { blocks } = printed(Array.from({ length: 26 }, (_, at) => link(`https://a.example/${at}`)));
    expect(blocks.slice(1).map((block) => 'elements' in block && block.elements.length)).toEqual([25, 1]);
    expect(new Set(slackPrinting.picks({ blocks })).size).toBe(0);
    const actions = blocks[1] !== undefined && 'elements' in blocks[1] ? blocks[1].elements : [];
    expect(new Set(actions.map(({ action_id }) => action_id)).size).toBe(25);
    expect(actions[0]).toEqual({
      type: 'button',
      text: { type: 'plain_text', text: 'Open' },
      action_id: 'link:0',
      url: 'https://a.example/0',
    });
  });

  it('are absent where nothing can be pressed [MUXI-34]', () => {
    expect(slack.print([link('ftp://a.example')], 'Open: ftp://a.example', slack.content).parts).toEqual([
      { content: 'Open: ftp://a.example', ui: {} },
    ]);
  });

  it('leave the widgets as text that pass the size of a message', () => {
    const wide = (at: number) =>
      choice(
        labels(25).map((label) => label.padEnd(75, 'x')),
        { widgetId: idOf(at) },
      );
    const { blocks, codes } = printed([wide(0), wide(1), wide(2), choice(['Yes'], { widgetId: idOf(3) })]);
    expect(blocks.map((block) => block.block_id)).toEqual([undefined, idOf(0), idOf(1), idOf(3)]);
    expect(codes).toEqual(['buttons_as_select', 'buttons_as_select', 'buttons_as_text']);
  });

  it('never count less than their JSON has', () => {
    const quotes = '"\\'.repeat(30);
    for (const affordances of [
      [choice([quotes, 'b'])],
      [
        choice(
          labels(25).map(() => quotes),
          { prompt: quotes },
        ),
      ],
      [link(`https://a.example/${'x'.repeat(2_000)}`, { label: quotes }), link('https://a.example')],
      [choice(['a']), link('https://a.example'), choice(['b'])],
      [choice([quotes], { multi: true })],
      [prefill('/buy 1'), prefill('"\\'.repeat(120), { label: quotes }), link('https://a.example')],
    ]) {
      const { blocks, jsonChars } = slackUi(affordances, { words: [], notes: [] });
      expect(jsonChars + 2).toBeGreaterThanOrEqual(JSON.stringify(blocks).length);
    }
  });
});

describe('the text in Slack', () => {
  it('is one message of up to 4000 characters, counted as escaped', () => {
    expect(printed([], 'x'.repeat(4000)).contents).toHaveLength(1);
    expect(printed([], '&'.repeat(801)).contents).toEqual(['&amp;'.repeat(800), '&amp;']);
  });

  it('fills several sections when it is long [CH-36]', () => {
    const { blocks } = printed([choice(['Yes'])], 'x'.repeat(3001));
    expect(blocks.map((block) => ('text' in block ? block.text.text.length : 0))).toEqual([3000, 1, 0]);
  });

  it('pings nobody, in any format [CH-42, HI-38]', () => {
    for (const format of ['plain', 'html', 'mrkdwn', 'markdown'] as const) {
      const { parts } = slack.print([choice(['<!channel>'])], '<!channel> <@U012>', { ...slack.content, format });
      expect(parts[0]?.content).toBe('&lt;!channel&gt; &lt;@U012&gt;');
    }
  });

  it('goes ahead in messages of its own where menus leave it no room', () => {
    const wide = [0, 1].map((at) =>
      choice(
        labels(25).map((label) => label.padEnd(75, 'x')),
        { widgetId: idOf(at) },
      ),
    );
    const { contents, blocks } = printed(wide, 'word '.repeat(1_300));
    expect(contents.length).toBe(3);
    expect(JSON.stringify(blocks).length).toBeLessThan(12_500);
  });

  describe.skipIf(oraclesMissing)('beside the largest menus', () => {
    let oracles: Oracles;
    beforeAll(async () => {
      oracles = await loadOracles();
    });

    it('is accepted, whatever characters it has', () => {
      for (const character of ['"', '\\', '\n\n.', '&', '🙂', 'x ']) {
        for (let widgets = 1; widgets <= 8; widgets++) {
          const all = Array.from({ length: widgets }, (_, at) =>
            choice(
              labels(4 + at * 3).map((label) => `${label}${character.repeat(40)}`),
              { widgetId: idOf(at) },
            ),
          );
          const { parts } = slack.print(all, character.repeat(9_000), slack.content);
          for (const part of parts) expect(oracles.slackMessage(slackPrinting.wrap(part))).toEqual([]);
        }
      }
    });
  });
});

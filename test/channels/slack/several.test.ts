import { describe, expect, it } from 'vitest';
import { slack } from '../../../src/channels/slack/index.ts';
import { choice, labels } from '../contract/widgets.ts';
import { type Connected, connected, postTo, signed } from './connected.ts';

const NOW = '1767225000';
const ID = 'ui_widget_number_0000000';

const question = (count: number) =>
  slack.print([choice(labels(count), { multi: true })], 'Which?', slack.content).parts[0]?.ui.blocks;
const option = (at: number) => ({ text: { type: 'plain_text', text: `Option ${at + 1}` }, value: `${ID}#${at}` });

function payload(action: object, picked: number[], more: object = {}) {
  return {
    type: 'block_actions',
    user: { id: 'U1', name: 'ann', team_id: 'T1' },
    team: { id: 'T1' },
    channel: { id: 'D1' },
    container: { type: 'message', message_ts: '1767225000.000100', channel_id: 'D1' },
    message: { ts: '1767225000.000100', blocks: question(3) },
    state: { values: { [ID]: { [ID]: { type: 'checkboxes', selected_options: picked.map(option) } } } },
    actions: [{ action_ts: '1767225001.0001', ...action }],
    ...more,
  };
}

const ticked = (picked: number[], more: object = {}) =>
  payload({ type: 'checkboxes', action_id: ID, block_id: ID, selected_options: picked.map(option) }, picked, more);
const done = (picked: number[], more: object = {}) =>
  payload({ type: 'button', action_id: `${ID}#ok`, block_id: `${ID}#ok`, value: `${ID}#ok` }, picked, more);

async function post(app: Connected, body: object) {
  const form = `payload=${encodeURIComponent(JSON.stringify(body))}`;
  expect(await postTo(app.connection, 'interactions', signed(form, NOW))).toEqual({ status: 200 });
  return app.host.inbounds.map(({ event }) => event);
}

describe('a question that takes several', () => {
  it('is answered by the press of its button, with all that stands ticked', async () => {
    const app = await connected();
    expect(await post(app, done([2, 0]))).toEqual([
      {
        type: 'press',
        data: [`${ID}#2`, `${ID}#0`],
        label: 'Option 3, Option 1',
        messageId: 'D1:1767225000.000100',
        mayBeMessage: true,
      },
    ]);
  });

  it.each<[string, object]>([
    ['one more', ticked([0, 1])],
    ['the last one taken back', ticked([])],
    ['where one person alone sees it', ticked([0], { message: undefined, container: ephemeral() })],
  ])('is not answered by a tick, which nobody is told of: %s', async (_what, body) => {
    const app = await connected();
    expect(await post(app, body)).toEqual([]);
    expect(app.slack.calls).toEqual([]);
    expect(slack.decode(body)).toMatchObject({ ui_response: null });
  });

  it.each<[string, object]>([
    ['nothing ticked', done([])],
    ['nothing told of the state', done([], { state: undefined })],
    ['only another question ticked', done([], { state: { values: { x: { ui_other: { selected_options: [] } } } } })],
  ])('asks for a choice when its button is pressed with %s', async (_what, body) => {
    const app = await connected();
    expect(await post(app, body)).toEqual([{ type: 'step', widgetId: ID, isShowable: true }]);
    expect(slack.decode(body)).toMatchObject({ ui_response: null });
  });

  it('decodes to the options in the order in which Slack tells them', () => {
    expect(slack.decode(done([2, 0]))).toMatchObject({
      message: 'Option 3, Option 1',
      ui_response: { id: ID, index: [2, 0] },
    });
  });

  it('loses its checkboxes and its button once it is answered', async () => {
    const app = await connected();
    const answered = [{ widgetId: ID, label: 'Option 1, Option 3' }];
    expect(
      app.connection.showAnswered({ payload: { channel: 'D1', text: 'Which?', blocks: question(3) }, answered }),
    ).toEqual({
      channel: 'D1',
      text: 'Which?\n\n✓ Option 1, Option 3',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: 'Which?' } },
        { type: 'section', text: { type: 'mrkdwn', text: '✓ Option 1, Option 3' } },
      ],
    });
  });
});

function ephemeral() {
  return { type: 'message', message_ts: '1767225000.000100', channel_id: 'D1', is_ephemeral: true };
}

describe('an edit that shows an answer', () => {
  const answered = [{ widgetId: ID, label: 'Option 1' }];

  it.each([
    ['3986 letters', 'x'.repeat(3986), true],
    ['3987 letters', 'x'.repeat(3987), false],
    ['1329 characters of three bytes', '地'.repeat(1329), false],
    ['ampersands that count as five', '&amp;'.repeat(797), true],
  ])('has the whole text where that has no more than 4000 bytes with it: %s', async (_what, text, isWhole) => {
    const { connection } = await connected();
    const edit = connection.showAnswered({ payload: { channel: 'D1', text, blocks: question(3) }, answered });
    expect(edit).toMatchObject({ text: isWhole ? `${text}\n\n✓ Option 1` : '✓ Option 1' });
    const wordsOnly = connection.showAnswered({ payload: { channel: 'D1', text }, answered });
    expect(wordsOnly).toEqual(isWhole ? { channel: 'D1', text: `${text}\n\n✓ Option 1` } : undefined);
  });

  it('has as many of the first lines as there is room for where the text is longer', async () => {
    const { connection } = await connected();
    const text = ['Which?', '地'.repeat(1_300), '地'.repeat(33)].join('\n');
    const edit = connection.showAnswered({ payload: { channel: 'D1', text, blocks: question(3) }, answered });
    expect(edit).toMatchObject({ text: `Which?\n${'地'.repeat(1_300)}\n…\n\n✓ Option 1` });
    expect(JSON.stringify(edit)).not.toContain('"type":"button"');
  });
});

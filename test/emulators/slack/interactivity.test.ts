import { expect, it } from 'vitest';
import type { SlackEmulator } from '../../../src/emulators/slack/index.ts';
import { type Heard, listeningApp } from './listening.ts';
import { eventually, post, result, running } from './running.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const option = (value: string) => ({ text: plain(value.toUpperCase()), value });
const options = ['a', 'b', 'c'].map(option);

const BLOCKS = [
  {
    type: 'actions',
    block_id: 'buttons',
    elements: [
      { type: 'button', action_id: 'go', text: plain('Go'), value: 'gone' },
      { type: 'button', action_id: 'link', text: plain('Open'), url: 'https://a.example/' },
    ],
  },
  {
    type: 'section',
    block_id: 'menu',
    text: plain('One of'),
    accessory: { type: 'static_select', action_id: 'one', options },
  },
  {
    type: 'section',
    block_id: 'menus',
    text: plain('Some of'),
    accessory: { type: 'multi_static_select', action_id: 'some', options, max_selected_items: 2 },
  },
  {
    type: 'input',
    block_id: 'boxes',
    label: plain('Also'),
    element: { type: 'checkboxes', action_id: 'also', options, initial_options: [option('c')] },
  },
];

async function asked(): Promise<{
  emulator: SlackEmulator;
  ann: { id: string };
  message: { channel: string; ts: string };
  heard: Heard[];
}> {
  const emulator = await running();
  const channel = emulator.channel('general').id;
  const { ts } = await result<{ ts: string }>(emulator, 'chat.postMessage', { channel, text: 'Well?', blocks: BLOCKS });
  const { heard } = await listeningApp(emulator);
  return { emulator, ann: emulator.person('Ann'), message: { channel, ts }, heard };
}

it('tells a press with the button, the message, the state of the rest and an address to answer', async () => {
  const { emulator, ann, message, heard } = await asked();
  expect(await emulator.press(ann, message, 0)).toEqual({ isSent: true, isAcked: true, status: 200, body: '' });
  expect(heard[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(heard[0]?.json).toMatchObject({
    type: 'block_actions',
    user: { id: ann.id, team_id: emulator.firstWorkspace.team.id },
    container: { type: 'message', message_ts: message.ts, channel_id: message.channel, is_ephemeral: false },
    channel: { id: message.channel, name: 'general' },
    message: { ts: message.ts, text: 'Well?', blocks: BLOCKS },
    actions: [{ type: 'button', block_id: 'buttons', action_id: 'go', value: 'gone', text: plain('Go') }],
    response_url: expect.stringContaining('/actions/'),
    trigger_id: expect.any(String),
  });
  expect(heard[0]?.json.state?.values).toEqual({
    menu: { one: { type: 'static_select', selected_option: null } },
    menus: { some: { type: 'multi_static_select', selected_options: [] } },
    boxes: { also: { type: 'checkboxes', selected_options: [option('c')] } },
  });
});

it('tells a press on a link button too', async () => {
  const { emulator, ann, message, heard } = await asked();
  await emulator.press(ann, message, 'link');
  expect(heard[0]?.json.actions).toMatchObject([{ action_id: 'link', url: 'https://a.example/' }]);
});

it('tells a pick in a menu, several, and a pick that is taken back', async () => {
  const { emulator, ann, message, heard } = await asked();
  await emulator.select(ann, message, 'one', ['b']);
  await emulator.select(ann, message, 'some', [0, 2]);
  await emulator.select(ann, message, 'one', []);
  expect(heard.map(({ json }) => json.actions?.[0])).toMatchObject([
    { type: 'static_select', action_id: 'one', selected_option: option('b') },
    { type: 'multi_static_select', action_id: 'some', selected_options: [option('a'), option('c')] },
    { type: 'static_select', action_id: 'one', selected_option: null },
  ]);
});

it('keeps what is put into an input block until a button is pressed, for each person', async () => {
  const { emulator, ann, message, heard } = await asked();
  expect(await emulator.select(ann, message, 'also', ['a', 'b'])).toEqual({ isSent: false, isAcked: false });
  expect(heard).toEqual([]);
  await emulator.press(ann, message, 'go');
  await emulator.press(emulator.person('Bob'), message, 'go');
  const boxes = heard.map(({ json }) => json.state?.values.boxes?.also?.selected_options);
  expect(boxes).toEqual([[option('a'), option('b')], [option('c')]]);
});

it('lets nobody do what the app does not show', async () => {
  const { emulator, ann, message } = await asked();
  const misuses = [
    () => emulator.press(ann, message, 'nothing'),
    () => emulator.press(ann, message, 2),
    () => emulator.select(ann, message, 'one', ['z']),
    () => emulator.select(ann, message, 'one', ['a', 'b']),
    () => emulator.select(ann, message, 'some', ['a', 'b', 'c']),
    () => emulator.press(ann, { ...message, ts: '1.000000' }, 0),
  ];
  for (const misuse of misuses) await expect(misuse()).rejects.toThrow(/no |Only one|At most/);
});

it('lets a person press what an edit has taken away, as they still see it', async () => {
  const { emulator, ann, message, heard } = await asked();
  const [asSeen] = emulator.messages(message.channel);
  await result(emulator, 'chat.update', { ...message, text: 'Done.', blocks: [] });
  await expect(emulator.press(ann, message, 'go')).rejects.toThrow('There is no element go');
  await emulator.press(ann, message, 'go', asSeen);
  const actions = await eventually(() => heard.find(({ json }) => json.type === 'block_actions'));
  expect(actions.json.actions).toMatchObject([{ action_id: 'go', value: 'gone' }]);
});

it('tells where an ephemeral message was, without the message; its address alone changes and deletes it', async () => {
  const { emulator, ann, message, heard } = await asked();
  const { channel } = message;
  emulator.sendText(ann, channel, 'here');
  await result(emulator, 'chat.postEphemeral', { channel, user: ann.id, text: 'Well?', blocks: BLOCKS });
  const ts = emulator.ephemerals(channel)[0]?.message.ts ?? '';
  await expect(emulator.press(emulator.person('Bob'), { channel, ts }, 'go')).rejects.toThrow('sees no message');
  await emulator.press(ann, { channel, ts }, 'go');
  const { json } = await eventually(() => heard.find(({ json }) => json.type === 'block_actions'));
  expect(json.container).toMatchObject({ is_ephemeral: true, message_ts: ts });
  expect(json).not.toHaveProperty('message');
  await post(json.response_url ?? '', { replace_original: true, text: 'Thanks.' });
  expect(emulator.ephemerals(channel).map(({ message: shown }) => shown.text)).toEqual(['Thanks.']);
  await post(json.response_url ?? '', { delete_original: true });
  expect(emulator.ephemerals(channel)).toEqual([]);
});

it('lets the app answer at the address of a press: to one, to all, or in the place of the message', async () => {
  const { emulator, ann, message, heard } = await asked();
  await emulator.press(ann, message, 'go');
  const url = heard[0]?.json.response_url ?? '';
  expect(await (await post(url, { text: 'to one' })).json()).toEqual({ ok: true });
  await post(url, { text: 'to all', response_type: 'in_channel' });
  await post(url, { text: 'instead', replace_original: true });
  expect(emulator.ephemerals(message.channel)).toMatchObject([{ to: ann.id, message: { text: 'to one' } }]);
  const shown = emulator.messages(message.channel);
  expect(shown.map(({ text }) => text)).toEqual(['instead', 'to all']);
  expect(shown[0]).toMatchObject({ ts: message.ts });
  expect(shown[0]).not.toHaveProperty('blocks');
});

it('takes five answers at an address, within thirty minutes, and checks what they say', async () => {
  let nowMs = 1_700_000_000_000;
  const emulator = await running({ now: () => nowMs });
  const channel = emulator.channel('general').id;
  const { heard } = await listeningApp(emulator);
  const ann = emulator.person('Ann');
  await emulator.slashCommand(ann, channel, '/ask');
  const url = heard[0]?.json.response_url ?? '';
  const answers = [];
  for (let count = 0; count < 6; count++) answers.push(await post(url, { text: `${count}` }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404]);
  expect(await answers[5]?.json()).toEqual({ ok: false, error: 'used_url' });

  await emulator.slashCommand(ann, channel, '/ask');
  const next = heard.at(-1)?.json.response_url ?? '';
  const refused = await post(next, { text: '' });
  expect([refused.status, await refused.json()]).toEqual([400, { ok: false, error: 'no_text' }]);
  const notJson = await fetch(next, { method: 'POST', body: 'x' });
  expect([notJson.status, await notJson.json()]).toEqual([400, { ok: false, error: 'invalid_post_type' }]);
  nowMs += 30 * 60_000 + 1;
  const late = await post(next, { text: 'late' });
  expect([late.status, await late.json()]).toEqual([404, { ok: false, error: 'expired_url' }]);
});

it('tells a slash command as a form, and shows the answer to the one who asked', async () => {
  const emulator = await running();
  const channel = emulator.channel('general');
  const { heard } = await listeningApp(emulator, () => ({ body: '{"text":"Because."}' }));
  const ann = emulator.person('Ann');
  expect(await emulator.slashCommand(ann, channel, '/ask', 'why & how')).toMatchObject({ isAcked: true });
  expect(heard[0]?.json).toMatchObject({
    command: '/ask',
    text: 'why & how',
    user_id: ann.id,
    channel_id: channel.id,
    channel_name: 'general',
    is_enterprise_install: 'false',
    response_url: expect.stringContaining('/commands/'),
  });
  expect(emulator.ephemerals(channel)).toMatchObject([{ to: ann.id, message: { text: 'Because.' } }]);
});

it('lets an act fail when the app does not answer in time', async () => {
  const emulator = await running({ ackTimeoutMs: 50 });
  await listeningApp(emulator, () => 'never');
  const result = await emulator.slashCommand(emulator.person('Ann'), emulator.channel('general'), '/ask');
  expect(result).toMatchObject({ isAcked: false, status: 0 });
});

it('tells what is typed into a field at once only where its block dispatches', async () => {
  const emulator = await running();
  const channel = emulator.channel('general').id;
  const field = (block_id: string, dispatch_action: boolean) => ({
    type: 'input',
    block_id,
    dispatch_action,
    label: plain('Words'),
    element: { type: 'plain_text_input', action_id: block_id },
  });
  const blocks = [field('quiet', false), field('loud', true)];
  const { ts } = await result<{ ts: string }>(emulator, 'chat.postMessage', { channel, text: 'x', blocks });
  const { heard } = await listeningApp(emulator);
  const ann = emulator.person('Ann');
  expect(await emulator.typeInto(ann, { channel, ts }, 'quiet', 'one')).toMatchObject({ isSent: false });
  expect(await emulator.typeInto(ann, { channel, ts }, 'loud', 'two')).toMatchObject({ isSent: true, isAcked: true });
  expect(heard.map(({ json }) => json.actions?.[0])).toMatchObject([{ action_id: 'loud', value: 'two' }]);
  expect(heard[0]?.json.state?.values).toMatchObject({ quiet: { quiet: { value: 'one' } } });
});

import { App, type BlockAction, type ButtonAction, LogLevel } from '@slack/bolt';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SlackEmulator } from '../../../src/emulators/slack/index.ts';
import { eventually, running } from './running.ts';

const logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
};

/** An app as its documentation writes it, over HTTP or Socket Mode; only the root of the API is another. */
async function startApp(emulator: SlackEmulator, way: 'http' | 'socket'): Promise<App> {
  const common = { token: emulator.firstWorkspace.botToken, clientOptions: { slackApiUrl: emulator.apiUrl }, logger };
  if (way === 'socket') {
    const app = new App({ ...common, socketMode: true, appToken: emulator.app.appToken });
    await app.start();
    onTestFinished(async () => {
      await app.stop();
    });
    return app;
  }
  const app = new App({ ...common, signingSecret: emulator.app.signingSecret });
  const server = await app.start(0);
  onTestFinished(async () => {
    await app.stop();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}/slack/events`;
  expect(await emulator.setRequestUrls({ events: url, interactions: url, commands: url })).toEqual({
    isVerified: true,
  });
  return app;
}

const ASK = [
  { type: 'section', text: { type: 'mrkdwn', text: 'Which *region*?' } },
  {
    type: 'actions',
    elements: [
      { type: 'button', text: { type: 'plain_text', text: 'US' }, action_id: 'pick_us', value: 'us' },
      { type: 'button', text: { type: 'plain_text', text: 'EU' }, action_id: 'pick_eu', value: 'eu' },
    ],
  },
];

describe.each(['http', 'socket'] as const)('a Bolt app over %s', (way) => {
  it('hears a message, asks with buttons, takes the press and edits its message', async () => {
    const emulator = await running();
    const app = await startApp(emulator, way);
    app.message('deploy', async ({ say }) => {
      await say({ text: 'Which region?', blocks: ASK });
    });
    app.action<BlockAction<ButtonAction>>('pick_eu', async ({ ack, action, body, client, respond }) => {
      await ack();
      const [channel, ts] = [body.channel?.id ?? '', body.message?.ts ?? ''];
      await client.chat.update({ channel, ts, text: `Deploying to ${action.value}.`, blocks: [] });
      await respond({ text: 'Only you see this.', response_type: 'ephemeral', replace_original: false });
    });

    const ann = emulator.person('Ann');
    const dm = emulator.dm(ann);
    emulator.sendText(ann, dm, 'deploy');
    const asked = await eventually(() => emulator.messages(dm).find(({ bot_id }) => bot_id));
    expect(asked.blocks?.map(({ type }) => type)).toEqual(['section', 'actions']);
    expect(await emulator.press(ann, { channel: dm, ts: asked.ts }, 'pick_eu')).toMatchObject({ isAcked: true });
    await eventually(() => emulator.ephemerals(dm).length === 1);
    expect(emulator.messages(dm).map(({ text }) => text)).toEqual(['deploy', 'Deploying to eu.']);
    expect(emulator.messages(dm, { as: ann }).map(({ text }) => text)).toEqual([
      'deploy',
      'Deploying to eu.',
      'Only you see this.',
    ]);
  });

  it('answers a slash command and opens a modal with its trigger', async () => {
    const emulator = await running();
    const app = await startApp(emulator, way);
    app.command('/ask', async ({ ack, command, client }) => {
      await ack(`You asked ${command.text}.`);
      const title = { type: 'plain_text' as const, text: 'Ask' };
      const label = { type: 'plain_text' as const, text: 'Words' };
      await client.views.open({
        trigger_id: command.trigger_id,
        view: {
          type: 'modal',
          callback_id: 'ask',
          title,
          submit: title,
          blocks: [{ type: 'input', block_id: 'b', label, element: { type: 'plain_text_input', action_id: 'words' } }],
        },
      });
    });
    const submitted: unknown[] = [];
    app.view('ask', async ({ ack, view }) => {
      submitted.push(view.state.values);
      await ack();
    });

    const ann = emulator.person('Ann');
    const channel = emulator.channel('general');
    expect(await emulator.slashCommand(ann, channel, '/ask', 'why')).toMatchObject({ isAcked: true });
    expect(emulator.messages(channel, { as: ann }).map(({ text }) => text)).toEqual(['You asked why.']);
    expect(emulator.messages(channel)).toEqual([]);
    const view = await eventually(() => emulator.views(ann)[0]);
    expect(await emulator.fillInView(ann, view.id, 'words', 'hello')).toMatchObject({ isSent: false });
    expect(await emulator.submitView(ann, view.id)).toMatchObject({ isAcked: true });
    expect(submitted).toEqual([{ b: { words: { type: 'plain_text_input', value: 'hello' } } }]);
    expect(emulator.views(ann)).toEqual([]);
  });
});

it('lets the SDK upload a file and share it', async () => {
  const emulator = await running();
  const app = await startApp(emulator, 'socket');
  const channel = emulator.channel('general');
  await app.client.files.uploadV2({
    channel_id: channel.id,
    filename: 'notes.txt',
    content: 'Some notes',
    initial_comment: 'Here they are',
  });
  const [message] = emulator.messages(channel);
  expect(message).toMatchObject({ text: 'Here they are', files: [{ name: 'notes.txt', size: 10 }] });
  const url = message?.files?.[0]?.url_private ?? '';
  const authorization = `Bearer ${emulator.firstWorkspace.botToken}`;
  expect(await (await fetch(url, { headers: { authorization } })).text()).toBe('Some notes');
});

it('names what is wrong with blocks where the SDK looks for it', async () => {
  const emulator = await running();
  const app = await startApp(emulator, 'socket');
  const channel = emulator.channel('general');
  const text = { type: 'mrkdwn' as const, text: 'x'.repeat(3001) };
  await expect(
    app.client.chat.postMessage({ channel: channel.id, text: 'x', blocks: [{ type: 'section', text }] }),
  ).rejects.toMatchObject({
    data: {
      error: 'invalid_blocks',
      response_metadata: { messages: ['[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]'] },
    },
  });
});

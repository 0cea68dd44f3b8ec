import { describe, expect, it } from 'vitest';
import { createSlackEmulator, type SlackEmulator } from '../../../src/emulators/slack/index.ts';
import { listeningApp } from '../../emulators/slack/listening.ts';
import { freePort } from '../../free-port.ts';
import { type Connected, connected } from './connected.ts';

const BUTTONS = [
  { type: 'section', text: { type: 'mrkdwn', text: 'Go?' } },
  {
    type: 'actions',
    block_id: 'ui_a',
    elements: [{ type: 'button', text: { type: 'plain_text', text: 'Yes' }, action_id: 'ui_a#0', value: 'ui_a#0' }],
  },
];

async function inChannel() {
  const app = await connected();
  return { app, channel: app.slack.channel('general').id };
}

const send = ({ connection }: Connected, payload: object) =>
  connection.deliver({ deliveryId: 'dlv_1', kind: 'send', payload, conversation: 'slack::C1' });

describe('a message', () => {
  it('goes out once, as it was printed, and gives where it is', async () => {
    const { app, channel } = await inChannel();
    const outcome = await send(app, { channel, text: 'Go?', blocks: BUTTONS });
    const [message] = app.slack.messages(channel);
    expect(outcome).toEqual({ status: 'delivered', receipt: `${channel}:${message?.ts}` });
    expect(message).toMatchObject({ text: 'Go?' });
    expect(app.slack.calls.map(({ method }) => method)).toEqual(['chat.postMessage']);
  });

  it('that names a file which cannot be sent pings nobody [CH-42]', async () => {
    const { app, channel } = await inChannel();
    const file = { name: '<!channel> & <@U1>.txt', mime: 'text/plain', url: 'https://files.example/?a=1&b=2' };
    expect(await send(app, { channel, file })).toMatchObject({
      status: 'delivered',
      notes: [{ code: 'file_as_text' }],
    });
    expect(app.slack.messages(channel).map(({ text }) => text)).toEqual([
      '&lt;!channel&gt; &amp; &lt;@U1&gt;.txt: https://files.example/?a=1&amp;b=2',
    ]);
  });

  it('waits as long as Slack asks, and makes no other call', async () => {
    const { app, channel } = await inChannel();
    app.slack.failNext('chat.postMessage', { retryAfterSec: 33 });
    expect(await send(app, { channel, text: 'hi' })).toEqual({ status: 'throttled', retryAfterMs: 33_000 });
    expect(app.slack.calls).toHaveLength(1);
  });

  it.each([
    ['channel_not_found', 'refused', 'Slack refused chat.postMessage: channel_not_found'],
    ['is_archived', 'refused', 'Slack refused chat.postMessage: is_archived'],
    ['token_revoked', 'unreached', expect.stringContaining('channels.slack.bot_token')],
    ['missing_scope', 'unreached', expect.stringContaining('lacks a right')],
    ['service_unavailable', 'unreached', 'Slack answered service_unavailable'],
    ['internal_error', 'unknown', 'Slack answered internal_error'],
  ])('that is answered with %s is %s', async (error, status, reason) => {
    const { app, channel } = await inChannel();
    app.slack.failNext('chat.postMessage', { error });
    expect(await send(app, { channel, text: 'hi' })).toEqual({ status, reason });
    expect(app.slack.calls).toHaveLength(1);
  });

  it('was surely not sent when nothing listens', async () => {
    const gone = await createSlackEmulator({ port: await freePort() });
    await gone.close();
    const app = await connected({ api_url: gone.apiUrl });
    expect(await send(app, { channel: 'C1', text: 'hi' })).toEqual({
      status: 'unreached',
      reason: 'Slack could not be reached (ECONNREFUSED)',
    });
  });

  it('is sent without the blocks that Slack refuses: its text says it all', async () => {
    const { app, channel } = await inChannel();
    const outcome = await send(app, { channel, text: 'Go?', blocks: [...BUTTONS, ...BUTTONS] });
    expect(outcome).toMatchObject({ status: 'delivered', notes: [{ code: 'buttons_as_text' }] });
    expect(app.slack.messages(channel).map(({ text }) => text)).toEqual(['Go?']);
  });

  it('to a workspace without a token is refused', async () => {
    const app = await connected({ bot_token: '', workspaces: { T1: { bot_token: 'xoxb-1' } } });
    const request = { deliveryId: 'd', kind: 'send' as const, payload: { channel: 'C1', text: 'hi' } };
    expect(await app.connection.deliver({ ...request, conversation: 'slack:T2:C1' })).toMatchObject({
      status: 'refused',
    });
  });
});

describe('an answered question', () => {
  const answered = [{ widgetId: 'ui_a', label: 'Yes & <!channel>' }];

  it('shows the answer where its buttons were [CH-42]', async () => {
    const { app, channel } = await inChannel();
    const payload = { channel, text: 'Go?', blocks: BUTTONS };
    const sent = await send(app, payload);
    const receipt = sent.status === 'delivered' ? (sent.receipt ?? '') : '';
    const edit = app.connection.showAnswered({ payload, answered });
    expect(
      await app.connection.deliver({
        deliveryId: 'd',
        kind: 'edit',
        payload: edit,
        targetReceipt: receipt,
        conversation: `slack::${channel}`,
      }),
    ).toEqual({ status: 'delivered', receipt });
    const [message] = app.slack.messages(channel);
    expect(message?.text).toBe('Go?\n\n✓ Yes &amp; &lt;!channel&gt;');
    expect(message?.blocks?.map(({ text }) => (text as { text: string }).text)).toEqual([
      'Go?',
      '✓ Yes &amp; &lt;!channel&gt;',
    ]);
  });

  it('that one person alone sees changes by the address that came with the press, then by a new message [CH-46]', async () => {
    const { app, channel } = await inChannel();
    const ann = app.slack.person('Ann');
    app.slack.sendText(ann, channel, 'hi');
    const payload = { channel, user: ann.id, text: 'Go?', blocks: BUTTONS };
    const sent = await send(app, payload);
    const receipt = sent.status === 'delivered' ? (sent.receipt ?? '') : '';
    const edit = app.connection.showAnswered({ payload, answered });
    const request = {
      deliveryId: 'd',
      kind: 'edit' as const,
      payload: edit,
      targetReceipt: receipt,
      conversation: `slack::${channel}`,
    };

    const { slack } = app;
    const ts = receipt.split(':')[1] ?? '';
    const url = await pressedWith(slack, { channel, ts }, ann.id);
    expect(await app.connection.deliver({ ...request, secret: url })).toMatchObject({ status: 'delivered' });
    expect(slack.ephemerals(channel).map(({ message }) => message.text)).toEqual([
      'Go?\n\n✓ Yes &amp; &lt;!channel&gt;',
    ]);
    expect(slack.calls.map(({ method }) => method)).not.toContain('chat.update');

    expect(await app.connection.deliver({ ...request, secret: `${slack.url}/actions/T1/9/gone` })).toMatchObject({
      status: 'delivered',
    });
    expect(slack.ephemerals(channel)).toHaveLength(2);
    expect(slack.messages(channel)).toHaveLength(1);
  });
});

/** The address that Slack gives with a press of the first button. */
async function pressedWith(slack: SlackEmulator, message: { channel: string; ts: string }, user: string) {
  const { heard } = await listeningApp(slack);
  await slack.press(user, message, 0);
  return String(heard[0]?.json.response_url);
}

import { describe, expect, it } from 'vitest';
import { slack } from '../../../src/channels/slack/index.ts';
import { prefill } from '../contract/widgets.ts';
import { type Connected, connected, postTo, signed } from './connected.ts';

const NOW = '1767225000';
const ID = 'ui_widget_number_0000000';
const SECRET_URL = 'https://hooks.slack.example/actions/T1/1/secret';

const buy = (command: string) => ({
  type: 'button',
  action_id: `${ID}#c0`,
  block_id: 'links:0',
  action_ts: '1767225001.0001',
  value: `${ID}#c0:${command}`,
  text: { type: 'plain_text', text: 'Buy &amp; hold' },
});

/** A press in the direct messages of a person of the emulator; `trigger` is one that Slack gave for it. */
function press(trigger: string, command = '/buy 100 BTC', more: object = {}) {
  return {
    type: 'block_actions',
    user: { id: 'U1', name: 'ann', team_id: 'T1' },
    team: { id: 'T1' },
    channel: { id: 'D1' },
    container: { type: 'message', message_ts: '1767225000.000100', channel_id: 'D1' },
    message: { ts: '1767225000.000100', blocks: [{ type: 'actions', block_id: 'links:0', elements: [buy(command)] }] },
    trigger_id: trigger,
    actions: [buy(command)],
    ...more,
  };
}

function submission(text: string, metadata: object | string, more: object = {}) {
  return {
    type: 'view_submission',
    team: { id: 'T1' },
    user: { id: 'U1', name: 'ann', team_id: 'T1' },
    trigger_id: '1.2.abc',
    token: 'an old token',
    view: {
      id: 'V1',
      callback_id: 'footbridge_prefill',
      private_metadata: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
      state: { values: { command: { command: { type: 'plain_text_input', value: text } } } },
      ...more,
    },
  };
}

async function post(app: Connected, payload: object) {
  const form = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  expect(await postTo(app.connection, 'interactions', signed(form, NOW))).toEqual({ status: 200 });
}

/** The forms that the app opened, or tried to, once there are so many. */
async function opened({ slack: emulator }: Pick<Connected, 'slack'>, count: number) {
  const views = () => emulator.calls.filter(({ method }) => method === 'views.open');
  await expect.poll(() => views().length, { timeout: 5_000, interval: 10 }).toBe(count);
  return views().map(({ parameters }) => JSON.parse(String(parameters.view)));
}

describe('the press of a button with a command in Slack', () => {
  it('opens a form with the command in it, and says nothing to anybody [UBP-42]', async () => {
    const app = await connected();
    await post(app, press('1.2.abc'));
    expect(await opened(app, 1)).toEqual([
      {
        type: 'modal',
        callback_id: 'footbridge_prefill',
        title: { type: 'plain_text', text: 'Check and send' },
        submit: { type: 'plain_text', text: 'Send' },
        close: { type: 'plain_text', text: 'Cancel' },
        private_metadata: '{"address":{"channel":"D1"}}',
        blocks: [
          {
            type: 'input',
            block_id: 'command',
            label: { type: 'plain_text', text: 'Buy & hold' },
            element: {
              type: 'plain_text_input',
              action_id: 'command',
              initial_value: '/buy 100 BTC',
              max_length: 3000,
              focus_on_load: true,
            },
          },
        ],
      },
    ]);
    expect(app.host.inbounds).toEqual([]);
    expect(slack.decode(press('1.2.abc'))).toMatchObject({ message: 'Buy & hold', ui_response: null });
  });

  it('is no answer, even where the command looks like one', async () => {
    const app = await connected();
    await post(app, press('1.2.abc', `${ID}#1`));
    await opened(app, 1);
    expect(app.host.inbounds).toEqual([]);
    expect(slack.decode(press('1.2.abc', `${ID}#1`)).ui_response).toBeNull();
  });

  it('remembers where the button stood: thread, workspace, and the way back', async () => {
    const app = await connected({ workspaces: { T1: { bot_token: 'xoxb-of-t1' } } });
    const container = { message_ts: '1767225000.000100', channel_id: 'C1', thread_ts: '1767224000.000100' };
    await post(app, press('1.2.abc', '/buy', { channel: { id: 'C1' }, container, response_url: SECRET_URL }));
    const [view] = await opened(app, 1);
    expect(JSON.parse(view.private_metadata)).toEqual({
      address: { channel: 'C1', thread_ts: '1767224000.000100', team: 'T1' },
      response_url: SECRET_URL,
    });
    expect(app.host.logged).not.toContain(SECRET_URL);
  });

  it.each([
    ['is empty', ''],
    ['breaks the line', '/buy\n/sell'],
    ['turns what follows', '/buy \u202e001'],
    ['is longer than 256 characters', 'x'.repeat(257)],
  ])('that was forged so that the command %s opens nothing and says nothing', async (_how, command) => {
    const app = await connected();
    await post(app, press('1.2.abc', command));
    await app.connection.stop();
    expect([app.slack.calls, app.host.inbounds]).toEqual([[], []]);
  });

  it('opens nothing for somebody who is not on the allow list', async () => {
    const app = await connected({ allow: ['U2'] });
    await post(app, press('1.2.abc'));
    await app.connection.stop();
    expect([app.slack.calls, app.host.inbounds]).toEqual([[], []]);
  });

  it('is told to whoever gets no form', async () => {
    const app = await connected();
    const { id } = app.slack.person('Ann');
    const dm = app.slack.dm(id).id;
    const container = { message_ts: '1767225000.000100', channel_id: dm };
    await post(app, press('expired', '/buy', { user: { id }, channel: { id: dm }, container }));
    await expect
      .poll(() => app.slack.ephemerals(dm).map(({ to, message }) => [to, message.text]), { timeout: 5_000 })
      .toEqual([[id, 'Something went wrong here. Please try again.']]);
    expect(app.host.logged).toContain('invalid_trigger_id');
  });

  it('opens one form, also where no answer of Slack was seen or the press comes twice', async () => {
    const app = await connected({ signing_secret: '', app_token: 'xapp-1-A0EMULATED-emulated' });
    const { slack: emulator, connection, host } = app;
    connection.start();
    await expect.poll(() => connection.readiness(), { timeout: 5_000, interval: 10 }).toEqual({ ready: true });
    const ann = emulator.person('Ann');
    const channel = emulator.dm(ann).id;
    const { blocks } = slack.print([prefill('/buy 100 BTC')], 'You could.', slack.content).parts[0]?.ui ?? {};
    const payload = { channel, text: 'You could.', blocks };
    await connection.deliver({ deliveryId: 'dlv_1', kind: 'send', payload, conversation: `slack::${channel}` });
    const [message] = emulator.messages(channel);
    emulator.failNext('views.open', 'lost');
    await emulator.press(ann.id, { channel, ts: message?.ts ?? '' }, 0);
    await opened(app, 2);
    expect(emulator.views(ann)).toMatchObject([{ callback_id: 'footbridge_prefill' }]);
    await connection.stop();
    expect([emulator.ephemerals(channel), host.inbounds]).toEqual([[], []]);
  });
});

describe('a form that is submitted in Slack', () => {
  it('is a message of that person where the button stood', async () => {
    const app = await connected();
    await post(app, submission(' /buy 2 <b> & "c" ', { address: { channel: 'D1' }, response_url: SECRET_URL }));
    const [inbound] = app.host.inbounds;
    expect(inbound).toMatchObject({
      secret: SECRET_URL,
      address: { channel: 'D1' },
      person: { id: 'U1', name: 'ann' },
      isAttributable: true,
      event: { type: 'message', text: '/buy 2 <b> & "c"', files: [] },
    });
    expect(inbound?.raw).not.toMatch(/an old token|1\.2\.abc/);
    expect(await app.connection.decode(inbound?.raw ?? '')).toEqual(inbound);
    expect(slack.decode(submission('/buy 2', { address: { channel: 'D1' } }))).toEqual({
      message: '/buy 2',
      user_id: 'U1',
      ui_response: null,
      context: { channel: 'D1' },
    });
  });

  it('in a thread is said in it', async () => {
    const app = await connected();
    await post(app, submission('/buy', { address: { channel: 'C1', thread_ts: '1767224000.000100' } }));
    expect(app.host.inbounds[0]).toMatchObject({
      makesKnown: true,
      address: { channel: 'C1', thread_ts: '1767224000.000100' },
      event: { repliesTo: 'C1:1767224000.000100', below: { channel: 'C1' } },
    });
  });

  it('twice is one update when it says the same, and two when it does not', async () => {
    const app = await connected();
    for (const text of ['/buy', '/buy', '/sell']) {
      await post(app, submission(text, { address: { channel: 'D1' } }));
    }
    const keys = app.host.inbounds.map(({ dedupeKey }) => dedupeKey);
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(2);
  });

  it.each<[string, object]>([
    ['is of another app', submission('/buy', { address: { channel: 'D1' } }, { callback_id: 'other' })],
    ['says nothing', submission('  ', { address: { channel: 'D1' } })],
    ['does not know where it came from', submission('/buy', 'nonsense')],
    ['names no channel', submission('/buy', { address: {} })],
    ['has no fields', submission('/buy', { address: { channel: 'D1' } }, { state: {} })],
  ])('is acknowledged and no more when it %s', async (_what, payload) => {
    const app = await connected();
    await post(app, payload);
    expect(app.host.inbounds).toEqual([]);
  });

  it('stays open when it could not be kept', async () => {
    const app = await connected();
    app.host.onReceive = () => Promise.reject(new Error('the disk is full'));
    const form = `payload=${encodeURIComponent(JSON.stringify(submission('/buy', { address: { channel: 'D1' } })))}`;
    expect((await postTo(app.connection, 'interactions', signed(form, NOW))).status).toBe(503);
  });

  it('is not heard from somebody who is not on the allow list', async () => {
    const app = await connected({ allow: ['U2'] });
    await post(app, submission('/buy', { address: { channel: 'D1' } }));
    expect(app.host.inbounds).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { slack } from '../../../src/channels/slack/index.ts';
import { BridgeError } from '../../../src/protocol/errors.ts';
import { samplesOf } from '../contract/samples.ts';

const id = 'ui_widget_number_0000000';

function press(action: object, more: object = {}) {
  return {
    type: 'block_actions',
    user: { id: 'U1', team_id: 'T1' },
    team: { id: 'T1' },
    channel: { id: 'C1' },
    container: { type: 'message', channel_id: 'C1', thread_ts: '1767326125.870439' },
    actions: [action],
    ...more,
  };
}

const option = (index: number, text: string) => ({ text: { type: 'plain_text', text }, value: `${id}#${index}` });

describe('a press in Slack', () => {
  it('of a button gives its label and its choice [MUXI-33]', () => {
    const button = {
      type: 'button',
      action_id: `${id}#1`,
      value: `${id}#1`,
      text: { type: 'plain_text', text: 'A &amp; B' },
    };
    expect(slack.decode(press(button))).toEqual({
      message: 'A & B',
      user_id: 'U1',
      ui_response: { id, index: 1 },
      context: { channel: 'C1', thread_ts: '1767326125.870439', team: 'T1' },
    });
  });

  it('of a menu gives the picked option, or the options', () => {
    expect(
      slack.decode(press({ type: 'static_select', action_id: id, selected_option: option(3, 'Asia') })),
    ).toMatchObject({
      message: 'Asia',
      ui_response: { id, index: 3 },
    });
    const two = { type: 'multi_static_select', action_id: id, selected_options: [option(0, 'a'), option(2, 'c')] };
    expect(slack.decode(press(two))).toMatchObject({ message: 'a, c', ui_response: { id, index: [0, 2] } });
  });

  it('of a cleared menu names no choice', () => {
    for (const cleared of [{ selected_option: null }, { selected_options: [] }]) {
      const decoded = slack.decode(press({ type: 'static_select', action_id: `${id}#1`, ...cleared }));
      expect(decoded).toMatchObject({ message: '', ui_response: null });
    }
  });

  it('is read from the action id where a template has nothing else', () => {
    expect(slack.decode(press({ type: 'button', action_id: `${id}#4` })).ui_response).toEqual({ id, index: 4 });
  });

  it('of foreign data names no choice and keeps its words [MUXI-32, HI-40]', () => {
    for (const value of ['ui_abc#999', 'ui_abc#-1', 'ui_abc#1\n', 'ui_abc#1#2', 'not-ui#1', {}, 7, null, undefined]) {
      const text = { type: 'plain_text', text: 'Go' };
      expect(slack.decode(press({ type: 'button', value, text }))).toMatchObject({ message: 'Go', ui_response: null });
    }
    expect(slack.decode(press({ type: 'button', value: 'approve' })).message).toBe('approve');
    const mixed = { selected_options: [option(0, 'a'), { ...option(0, 'b'), value: 'ui_other#0' }] };
    expect(slack.decode(press(mixed)).ui_response).toBeNull();
  });

  it('is read without a channel, a message or an action', () => {
    expect(slack.decode({ user: { id: 'U1' }, actions: [] })).toEqual({
      message: '',
      user_id: 'U1',
      ui_response: null,
      context: {},
    });
  });
});

describe('a message in Slack', () => {
  const event = (more: object) => ({
    type: 'event_callback',
    team_id: 'T1',
    authorizations: [{ user_id: 'UBOT' }],
    event: { type: 'message', channel: 'C1', user: 'U1', ts: '1.1', text: '', ...more },
  });

  it('reads as its reader sees it', () => {
    const text =
      'see <https://a.example/?x=1&amp;y=2> <https://b.example|b> <#C2|ops> <!here> <mailto:a@b.example|a@b.example> 1 &lt; 2';
    expect(slack.decode(event({ text })).message).toBe(
      'see https://a.example/?x=1&y=2 https://b.example #ops @here a@b.example 1 < 2',
    );
  });

  it('loses the name of this app in front, and no other', () => {
    expect(slack.decode(event({ text: '<@UBOT>: 2' })).message).toBe('2');
    expect(slack.decode(event({ text: '<@UANN> 2' })).message).toBe('<@UANN> 2');
  });
});

describe('what is no press and no message in Slack', () => {
  it('is refused with a sentence that teaches', () => {
    const hostile = JSON.parse('{"__proto__": {"actions": []}, "user": {"id": 7}, "actions": "x"}');
    for (const payload of [
      null,
      undefined,
      7,
      'text',
      [],
      {},
      hostile,
      { actions: [{}] },
      { envelope_id: 'x', payload: null },
    ]) {
      expect(() => slack.decode(payload)).toThrow(BridgeError);
      expect(() => slack.decode(payload)).toThrow(/Send the JSON as Slack posted it/);
    }
  });
});

const samples = samplesOf('slack');

describe.skipIf(samples.missing)('every recorded payload of Slack', () => {
  const inChannel = { channel: 'C00FAKECHAN1', team: 'T00FAKE00AA' };
  const inThread = { ...inChannel, thread_ts: '1767326125.870439' };
  const inOldThread = { ...inChannel, thread_ts: '1766458026.240809' };
  const byBot = { user_id: 'U00FAKEBOT01', ui_response: null };
  const byUser = { user_id: 'U00FAKEUSER1', ui_response: null };

  it.each([
    ['block_actions-button', { ...byUser, message: 'Show Info', context: inThread }],
    ['block_actions-ephemeral', { ...byUser, message: 'Show Info', context: inThread }],
    ['block_actions-feedback_buttons', { ...byUser, message: 'Good', context: inThread }],
    ['block_actions-multi_static_select', { ...byUser, message: 'A, B', context: inThread }],
    ['block_actions-radio', { ...byUser, message: '*All text elements*', context: inThread }],
    ['block_actions-static_select', { ...byUser, message: 'Say Hello', context: inThread }],
    ['block_actions-static_select-deselected-null', { ...byUser, message: '', context: inThread }],
    ['block_actions-url-button', { ...byUser, message: 'Open', context: inThread }],
    ['event-message', { ...byUser, message: '1', context: inChannel }],
    ['event-app_mention', { ...byUser, message: '1', context: inChannel }],
    ['socket-mode-envelope', { ...byUser, message: 'Test', context: inChannel }],
    [
      'slash-command',
      {
        message: 'some arguments here',
        user_id: 'U00FAKEUSER2',
        ui_response: null,
        context: { channel: 'C00FAKECHAN3', team: 'T00FAKE00BB' },
      },
    ],
    [
      'event-bot_message-legacy',
      { message: 'deployed <b> & done', user_id: 'B00OTHERBOT', ui_response: null, context: inChannel },
    ],
    ['event-thread_broadcast', { ...byUser, message: 'also to channel', context: inThread }],
    ['event-message_changed', { ...byBot, message: 'Just a little bit...', context: inOldThread }],
    [
      'event-message_changed-unfurl-same-text',
      { ...byBot, message: 'see https://example.com', context: { channel: 'D00FAKE', team: 'T00FAKE00AA' } },
    ],
    [
      'event-message-own-bot',
      { ...byBot, message: expect.stringMatching(/^Thanks for mentioning me!/), context: inOldThread },
    ],
    [
      'event-message-im',
      {
        message: 'hello hello',
        user_id: 'U00FAKEUSER3',
        ui_response: null,
        context: { channel: 'D00FAKECHAN1', team: 'T00FAKE00CC' },
      },
    ],
    ['event-message-thread-reply', { ...byUser, message: '2', context: inOldThread }],
    ['event-message-file_share', { ...byUser, message: '', context: inChannel }],
    [
      'event-app_mention-with-files',
      {
        message: "[AI] I don't really understand this explanation.",
        user_id: 'U00FAKEUSER2',
        ui_response: null,
        context: { channel: 'C00FAKECHAN3', team: 'T00FAKE00BB' },
      },
    ],
  ])('%s decodes', (name, expected) => {
    expect(slack.decode(samples.read(name))).toEqual(expected);
  });

  it.each(['app_rate_limited', 'url_verification', 'event-message_deleted', 'view_submission'])(
    '%s is refused: nobody said or pressed anything',
    (name) => {
      expect(() => slack.decode(samples.read(name))).toThrow(expect.objectContaining({ code: 'body_invalid' }));
    },
  );
});

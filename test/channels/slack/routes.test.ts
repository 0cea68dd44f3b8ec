import { describe, expect, it } from 'vitest';
import { type Connected, connected, type Post, postTo, signed } from './connected.ts';

/** What the host's clock says, in seconds. */
const NOW = 1_767_225_000;

const MESSAGE = {
  type: 'event_callback',
  team_id: 'T1',
  api_app_id: 'A1',
  event_id: 'Ev1',
  token: 'an old token',
  authorizations: [{ user_id: 'UBOT' }],
  event: { type: 'message', channel_type: 'im', channel: 'D1', user: 'U1', text: 'hello', ts: '1767225000.000100' },
};
const said = (changed: object, more: object = {}) =>
  JSON.stringify({ ...MESSAGE, ...more, event: { ...MESSAGE.event, ...changed } });
const events = ({ connection }: Connected, post: Post) => postTo(connection, 'events', post);
const texts = ({ host }: Connected) =>
  host.inbounds.map(({ event }) => (event.type === 'message' || event.type === 'edit' ? event.text : event.type));

describe('what Slack posts', () => {
  it('is kept before it is answered, without what is secret in it', async () => {
    const app = await connected();
    expect(await events(app, signed(said({}), String(NOW)))).toEqual({ status: 200 });
    const [inbound] = app.host.inbounds;
    expect(inbound).toMatchObject({
      dedupeKey: 'message:D1:1767225000.000100',
      address: { channel: 'D1' },
      person: { id: 'U1' },
      isAttributable: true,
      event: { type: 'message', text: 'hello', files: [], messageId: 'D1:1767225000.000100' },
    });
    expect(inbound?.raw).not.toContain('an old token');
    expect(await app.connection.decode(inbound?.raw ?? '')).toEqual(inbound);
  });

  it('answers the challenge of a new address', async () => {
    const app = await connected();
    const body = JSON.stringify({ type: 'url_verification', challenge: 'abc', token: 't' });
    expect(await events(app, signed(body, String(NOW)))).toEqual({ status: 200, body: { challenge: 'abc' } });
    expect(app.host.inbounds).toEqual([]);
  });

  it('is told again when it could not be kept', async () => {
    const app = await connected();
    app.host.onReceive = () => Promise.reject(new Error('the disk is full'));
    expect((await events(app, signed(said({}), String(NOW)))).status).toBe(503);
  });

  it.each<[string, Post]>([
    ['with another secret', signed(said({}), String(NOW), 'another')],
    ['301 s ago', signed(said({}), String(NOW - 301))],
    ['301 s from now', signed(said({}), String(NOW + 301))],
    ['at no number', signed(said({}), 'now')],
    ['at a number and more', signed(said({}), `${NOW}x`)],
    ['at Infinity', signed(said({}), 'Infinity')],
    ['in hexadecimal', signed(said({}), `0x${NOW.toString(16)}`)],
    ['never', { body: said({}), headers: {} }],
    [
      'with half a signature',
      { body: said({}), headers: { ...signed(said({}), String(NOW)).headers, 'x-slack-signature': 'v0=12' } },
    ],
    ['for another body', { ...signed(said({}), String(NOW)), body: said({ text: 'pay' }) }],
  ])('is refused when it was signed %s, and leaves nothing', async (_when, post) => {
    const app = await connected();
    for (const kind of ['events', 'interactions', 'commands']) {
      expect(await postTo(app.connection, kind, post)).toMatchObject({
        status: 401,
        body: { error: { code: 'webhook_secret_wrong' } },
      });
    }
    expect(app.host.inbounds).toEqual([]);
  });

  it.each(['', '[]', 'null', '{', '"x"'])('is refused when it is signed and yet no object: %j', async (body) => {
    const app = await connected();
    expect((await events(app, signed(body, String(NOW)))).status).toBe(400);
  });

  it('has one id for the two events of a mention, and for each retry [CH-30]', async () => {
    const app = await connected();
    const mention = { channel_type: 'channel', channel: 'C1', text: '<@UBOT> hi' };
    const second = said({ ...mention, type: 'app_mention', channel_type: undefined }, { event_id: 'Ev2' });
    await events(app, signed(said(mention), String(NOW)));
    await events(app, signed(second, String(NOW)));
    for (const retry of ['1', '2', '3']) {
      const post = signed(said(mention), String(NOW));
      await events(app, { ...post, headers: { ...post.headers, 'x-slack-retry-num': retry } });
    }
    expect(texts(app)).toEqual(['hi', 'hi', 'hi', 'hi', 'hi']);
    expect(new Set(app.host.inbounds.map(({ dedupeKey }) => dedupeKey)).size).toBe(1);
  });

  it('is not heard when the app or another bot wrote it', async () => {
    const app = await connected({ bots: ['B2'] });
    for (const by of [
      { user: 'UBOT' },
      { bot_id: 'B1' },
      { bot_id: 'B2', app_id: 'A1' },
      { bot_id: 'B3', subtype: 'bot_message' },
    ]) {
      await events(app, signed(said(by), String(NOW)));
    }
    expect(texts(app)).toEqual([]);
    await events(app, signed(said({ bot_id: 'B2', text: 'from a friend' }), String(NOW)));
    expect(app.host.inbounds[0]).toMatchObject({ person: { id: 'B2' }, isAttributable: false });
  });

  it('is an edit only when the text changed [CH-33]', async () => {
    const app = await connected();
    const changed = (text: string, previous: string | undefined, more: object = {}) =>
      said({
        subtype: 'message_changed',
        user: undefined,
        text: undefined,
        message: { user: 'U1', ts: '1767225000.000100', text, ...more },
        ...(previous !== undefined && { previous_message: { text: previous } }),
      });
    for (let count = 0; count < 10; count++) await events(app, signed(changed('same', 'same'), String(NOW)));
    await events(app, signed(changed('mine', 'other', { user: 'UBOT', bot_id: 'B1' }), String(NOW)));
    await events(app, signed(changed('unknown', undefined), String(NOW)));
    expect(texts(app)).toEqual([]);
    await events(app, signed(changed('new', 'old'), String(NOW)));
    expect(app.host.inbounds[0]?.event).toEqual({
      type: 'edit',
      text: 'new',
      messageId: 'D1:1767225000.000100',
      files: [],
    });
  });

  it('is heard from those on the list only', async () => {
    const app = await connected({ allow: ['U7', 'C7', 'T7'] });
    await events(app, signed(said({}), String(NOW)));
    await events(app, signed(said({ user: 'U7', text: 'a' }), String(NOW)));
    await events(app, signed(said({ text: 'b' }, { team_id: 'T7' }), String(NOW)));
    expect(texts(app)).toEqual(['a', 'b']);
  });

  it('opens a thread below what was said in a channel when it is told to [CH-45]', async () => {
    const app = await connected({ open_threads: true, groups: 'all' });
    const inChannel = { channel_type: 'channel', channel: 'C1' };
    await events(app, signed(said(inChannel), String(NOW)));
    await events(app, signed(said({ ...inChannel, thread_ts: '1767224000.000100' }), String(NOW)));
    await events(app, signed(said({}), String(NOW)));
    expect(app.host.inbounds.map(({ address }) => address)).toEqual([
      { channel: 'C1', thread_ts: '1767225000.000100' },
      { channel: 'C1', thread_ts: '1767224000.000100' },
      { channel: 'D1' },
    ]);
  });

  it('names its workspace where there are several, and is not heard from one without a token', async () => {
    const app = await connected({ bot_token: '', workspaces: { T1: { bot_token: 'xoxb-1' } } });
    await events(app, signed(said({}), String(NOW)));
    await events(app, signed(said({}, { team_id: 'T2' }), String(NOW)));
    expect(app.host.inbounds.map(({ address }) => address)).toEqual([{ channel: 'D1', team: 'T1' }]);
    expect(app.host.logged).toContain('has no token');
  });

  it('is logged and no more when it is about the app or unknown', async () => {
    const app = await connected();
    for (const body of [
      { type: 'app_rate_limited', team_id: 'T1', minute_rate_limited: 1 },
      { type: 'event_callback', event: { type: 'from_tomorrow' } },
      { type: 'from_tomorrow' },
      {},
    ]) {
      expect(await events(app, signed(JSON.stringify(body), String(NOW)))).toEqual({ status: 200 });
    }
    expect(app.host.inbounds).toEqual([]);
    expect(app.host.lines.map(({ level }) => level)).toEqual(['warn', 'info', 'info']);
  });

  it('has the address that came with a press beside it, and never shows it in a log line', async () => {
    const app = await connected();
    const press = {
      type: 'block_actions',
      user: { id: 'U1', username: 'ann' },
      channel: { id: 'D1' },
      container: { message_ts: '1767225000.000200', channel_id: 'D1' },
      response_url: 'https://hooks.slack.com/actions/secret',
      actions: [{ type: 'button', action_id: 'a', value: 'v', text: { text: 'Yes' }, action_ts: '1' }],
    };
    const body = new URLSearchParams({ payload: JSON.stringify(press) }).toString();
    expect(await postTo(app.connection, 'interactions', signed(body, String(NOW)))).toEqual({ status: 200 });
    expect(app.host.inbounds[0]).toMatchObject({
      secret: 'https://hooks.slack.com/actions/secret',
      person: { id: 'U1', name: 'ann' },
      event: { type: 'press', data: ['v'], label: 'Yes', messageId: 'D1:1767225000.000200' },
    });
    expect((await app.connection.decode(app.host.inbounds[0]?.raw ?? ''))?.secret).toBe(press.response_url);
    expect(app.host.logged).not.toContain('hooks.slack.com');
  });
});

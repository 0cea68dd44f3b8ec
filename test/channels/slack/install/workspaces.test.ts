import { describe, expect, it } from 'vitest';
import { postTo, signed } from '../connected.ts';
import { type Installing, installing } from './installing.ts';

const REASON =
  'The app is not installed in workspace T1. Install it there, at https://bot.test/channels/slack/install, and send this again';

function post(app: Installing, payload: object, secret?: string) {
  const time = String(Math.floor(Date.now() / 1000));
  return postTo(app.connection, 'events', signed(JSON.stringify(payload), time, secret));
}

const event = (inner: object, envelope: object = {}) => ({
  type: 'event_callback',
  team_id: 'T1',
  api_app_id: 'A1',
  event_id: 'Ev1',
  event: inner,
  ...envelope,
});
const message = { type: 'message', channel: 'D1', channel_type: 'im', user: 'U1', text: 'hello', ts: '1.000001' };

const keep = (app: Installing, id: string, token: string) =>
  app.host.vault.put(`installation ${id}`, JSON.stringify({ token }));

const send = (app: Installing, conversation: string, channel: string) =>
  app.connection.deliver({ deliveryId: 'd1', kind: 'send', payload: { channel, text: 'hello' }, conversation });

/** What a browser comes back with, and its cookie. */
async function agreed(app: Installing): Promise<[Record<string, string>, string]> {
  const { authorizeUrl, cookie } = await app.begin();
  return [await app.agree(authorizeUrl), cookie];
}

/** An app that is installed in the emulator's first workspace, under that one's id. */
async function installed() {
  const app = await installing();
  const { team, botToken } = app.slack.firstWorkspace;
  await keep(app, team.id, botToken);
  const channel = app.slack.channel('general');
  return { app, team, botToken, channel, conversation: `slack:${team.id}:${channel.id}` };
}

describe('what comes from a workspace', () => {
  it('is heard once the app is installed there, by whatever instance', async () => {
    const app = await installing();
    expect((await post(app, event(message))).status).toBe(200);
    expect(app.host.inbounds).toEqual([]);
    await keep(app, 'T1', 'xoxb-1');
    expect((await post(app, event(message))).status).toBe(200);
    expect(app.host.inbounds.map(({ address }) => address)).toEqual([{ channel: 'D1', team: 'T1' }]);
  });

  it('is of the organisation where the app is installed in all of it', async () => {
    const app = await installing();
    await keep(app, 'E1', 'xoxb-e');
    await post(app, event(message, { enterprise_id: 'E1' }));
    expect(app.host.inbounds.map(({ address }) => address)).toEqual([{ channel: 'D1', team: 'E1' }]);
  });

  it('is of the workspace that is installed, where two share the channel', async () => {
    const app = await installing();
    await keep(app, 'T1', 'xoxb-1');
    await post(app, event(message, { team_id: 'T9', authorizations: [{ team_id: 'T1', user_id: 'U0' }] }));
    expect(app.host.inbounds.map(({ address }) => address)).toEqual([{ channel: 'D1', team: 'T1' }]);
  });

  it('is heard over Socket Mode, too', async () => {
    const app = await installing({ signing_secret: '', app_token: 'xapp-1-A0EMULATED-emulated' });
    const { team, botToken } = app.slack.firstWorkspace;
    await app.open('oauth', ...(await agreed(app)));
    app.connection.start();
    await expect.poll(() => app.slack.socketConnections).toBe(1);
    const ann = app.slack.person('Ann');
    const dm = app.slack.dm(ann);
    app.slack.sendText(ann, dm, 'hello');
    await expect
      .poll(() => app.host.inbounds.map(({ address }) => address))
      .toEqual([{ channel: dm.id, team: team.id }]);
    app.slack.uninstall(app.slack.firstWorkspace);
    await expect.poll(() => app.host.vault.get(`installation ${team.id}`)).toBeUndefined();
    expect(app.host.logged).not.toContain(botToken);
  });

  it('must come again while installations cannot be read', async () => {
    const app = await installing();
    app.host.vault.get = () => Promise.reject(new Error('the store is away'));
    const answer = await post(app, event(message));
    expect(answer.status).toBe(503);
    expect(app.host.inbounds).toEqual([]);
  });

  it('is read again as what it was when it came', async () => {
    const app = await installing();
    await keep(app, 'E1', 'xoxb-e');
    const raw = JSON.stringify(event(message, { enterprise_id: 'E1' }));
    expect((await app.connection.decode(raw))?.address).toEqual({ channel: 'D1', team: 'E1' });
  });
});

describe('what goes to a workspace', () => {
  it('goes with the token that was installed there', async () => {
    const { app, conversation, channel, team } = await installed();
    expect(await send(app, conversation, channel.id)).toMatchObject({ status: 'delivered' });
    expect(app.slack.calls.at(-1)).toMatchObject({ method: 'chat.postMessage', teamId: team.id });
  });

  it('is refused where the app is not installed, with what to do', async () => {
    const app = await installing();
    expect(await send(app, 'slack:T1:C1', 'C1')).toEqual({ status: 'refused', reason: REASON });
    expect(app.slack.calls).toEqual([]);
  });

  it('waits while installations cannot be read', async () => {
    const app = await installing();
    app.host.vault.get = () => Promise.reject(new Error('the store is away'));
    expect(await send(app, 'slack:T1:C1', 'C1')).toEqual({ status: 'unreached', reason: 'the store is away' });
  });

  it('is refused when Slack says that the token is gone; no other workspace is concerned', async () => {
    const { app, conversation, channel, team } = await installed();
    app.connection.start();
    await expect.poll(() => app.connection.readiness()).toEqual({ ready: true });
    app.slack.failNext('chat.postMessage', { error: 'account_inactive' });
    expect(await send(app, conversation, channel.id)).toEqual({
      status: 'refused',
      reason: `Slack refused chat.postMessage: app_not_installed (${REASON.replace('T1', team.id)})`,
    });
    expect(app.connection.readiness()).toEqual({ ready: true });
    expect(await send(app, conversation, channel.id)).toMatchObject({ status: 'delivered' });
  });

  it('waits when the workspace lacks a scope', async () => {
    const { app, conversation, channel, team } = await installed();
    app.slack.failNext('chat.postMessage', { error: 'missing_scope' });
    expect(await send(app, conversation, channel.id)).toEqual({
      status: 'unreached',
      reason: `Slack answered missing_scope to the token of workspace ${team.id}. Install the app there again: https://bot.test/channels/slack/install`,
    });
  });

  it('goes with the new token at once when another instance has been given one', async () => {
    const { app, conversation, channel, team, botToken } = await installed();
    await keep(app, team.id, 'xoxb-old');
    expect(await send(app, conversation, channel.id)).toMatchObject({ status: 'unreached' });
    await keep(app, team.id, botToken);
    expect(await send(app, conversation, channel.id)).toMatchObject({ status: 'delivered' });
  });
});

describe('an app that is removed from a workspace', () => {
  it.each([
    ['app_uninstalled', { type: 'app_uninstalled' }],
    ['tokens_revoked', { type: 'tokens_revoked', tokens: { oauth: [], bot: ['U0'] } }],
  ])('has no token any more after %s, and the log tells', async (_type, inner) => {
    const { app, conversation, channel, team } = await installed();
    await send(app, conversation, channel.id);
    app.slack.failNext('auth.test', { error: 'account_inactive' });
    expect((await post(app, event(inner, { team_id: team.id }))).status).toBe(200);
    expect(await app.host.vault.get(`installation ${team.id}`)).toBeUndefined();
    expect(await send(app, conversation, channel.id)).toEqual({
      status: 'refused',
      reason: REASON.replace('T1', team.id),
    });
    expect(app.host.lines).toContainEqual({
      level: 'info',
      facts: { team: team.id, code: 'account_inactive' },
      message: 'the app was uninstalled from a workspace of slack: its token was removed',
    });
  });

  it('keeps its token when the event is not signed by Slack', async () => {
    const { app, team } = await installed();
    app.slack.failNext('auth.test', { error: 'account_inactive' });
    const answer = await post(app, event({ type: 'app_uninstalled' }, { team_id: team.id }), 'not the secret');
    expect(answer.status).toBe(401);
    expect(await app.host.vault.get(`installation ${team.id}`)).toBeDefined();
  });

  it('keeps a token that works: the event was late, and the app is installed again', async () => {
    const { app, team } = await installed();
    await post(app, event({ type: 'app_uninstalled' }, { team_id: team.id }));
    expect(await app.host.vault.get(`installation ${team.id}`)).toBeDefined();
  });

  it('is asked about only where a token of a bot is kept', async () => {
    const { app, team } = await installed();
    await post(app, event({ type: 'tokens_revoked', tokens: { oauth: ['U1'], bot: [] } }, { team_id: team.id }));
    await post(app, event({ type: 'app_uninstalled' }, { team_id: 'T9' }));
    expect(app.slack.calls).toEqual([]);
    expect(app.host.inbounds).toEqual([]);
  });

  it('is told of again when Slack does not say whether the token works', async () => {
    const { app, team } = await installed();
    app.slack.failNext('auth.test', { error: 'internal_error' });
    expect((await post(app, event({ type: 'app_uninstalled' }, { team_id: team.id }))).status).toBe(503);
    expect(await app.host.vault.get(`installation ${team.id}`)).toBeDefined();
  });
});

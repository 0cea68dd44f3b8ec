import { expect, it } from 'vitest';
import { call, result, running } from './running.ts';

it('tells each token who it is, and shows it its own workspace only', async () => {
  const emulator = await running();
  const [one, two] = [emulator.workspace('One'), emulator.workspace('Two')];
  const channel = emulator.channel('general', { workspace: two });
  const bob = emulator.person('Bob', { workspace: two });
  expect(await call(emulator, 'auth.test', {}, one.botToken)).toMatchObject({
    ok: true,
    team: 'One',
    team_id: one.team.id,
    user_id: one.bot.id,
    bot_id: one.botProfile.id,
  });
  const post = { channel: channel.id, text: 'x' };
  expect(await call(emulator, 'chat.postMessage', post, one.botToken)).toMatchObject({ error: 'channel_not_found' });
  expect(await call(emulator, 'chat.postMessage', post, two.botToken)).toMatchObject({ ok: true });
  expect(await call(emulator, 'users.info', { user: bob.id }, one.botToken)).toMatchObject({ error: 'user_not_found' });
  expect(await call(emulator, 'users.info', { user: bob.id }, two.botToken)).toMatchObject({
    user: { id: bob.id, real_name: 'Bob', team_id: two.team.id },
  });
  expect(() => emulator.sendText(emulator.person('Ann'), channel, 'x')).toThrow('not in the workspace');
});

it('refuses calls without a right token, and methods that there are not', async () => {
  const emulator = await running();
  expect(await call(emulator, 'auth.test', {}, 'xoxb-other')).toEqual({ ok: false, error: 'invalid_auth' });
  expect(await call(emulator, 'auth.test', {}, emulator.app.appToken)).toMatchObject({
    error: 'not_allowed_token_type',
  });
  const response = await fetch(`${emulator.apiUrl}auth.test`, { method: 'POST' });
  expect(await response.json()).toEqual({ ok: false, error: 'not_authed' });
  expect(await call(emulator, 'chat.shout')).toEqual({ ok: false, error: 'unknown_method', req_method: 'chat.shout' });
});

it('tells of conversations and opens direct messages, alone or with several', async () => {
  const emulator = await running();
  const [ann, bob] = [emulator.person('Ann'), emulator.person('Bob')];
  const channel = emulator.channel('general');
  expect(await result(emulator, 'conversations.info', { channel: channel.id })).toMatchObject({
    channel: { id: channel.id, name: 'general', is_channel: true, is_member: true },
  });
  const open = async (users: string) => call(emulator, 'conversations.open', { users });
  expect(await open(ann.id)).toMatchObject({ channel: { id: emulator.dm(ann).id } });
  expect(await open(`${ann.id},${bob.id}`)).toMatchObject({ channel: { id: emulator.group([bob, ann]).id } });
  expect(await open('U0')).toMatchObject({ error: 'user_not_found' });
  const { channels } = await result<{ channels: { id: string }[] }>(emulator, 'conversations.list', {});
  expect(channels.map(({ id }) => id)).toEqual([channel.id]);
});

it('lets a workspace install the app: the browser comes back with a code, which gives a token once', async () => {
  const emulator = await running();
  const { app } = emulator;
  const team = emulator.workspace('New');
  const link = new URL(`${emulator.url}/oauth/v2/authorize`);
  const redirect_uri = 'http://127.0.0.1:9/back';
  link.search = new URLSearchParams({
    client_id: app.clientId,
    scope: 'chat:write',
    state: 's1',
    redirect_uri,
    team: team.team.id,
  }).toString();
  const browser = await fetch(link, { redirect: 'manual', headers: { 'sec-fetch-site': 'cross-site' } });
  emulator.uninstall(team);
  expect(await call(emulator, 'auth.test', {}, team.botToken)).toEqual({ ok: false, error: 'account_inactive' });
  const back = new URL(browser.headers.get('location') ?? '');
  expect(back.href.startsWith(redirect_uri)).toBe(true);
  expect(back.searchParams.get('state')).toBe('s1');
  const code = back.searchParams.get('code') ?? '';
  const exchange = async (fields: Record<string, string>) => {
    const known = { client_id: app.clientId, client_secret: app.clientSecret, redirect_uri, code };
    const body = new URLSearchParams({ ...known, ...fields });
    return (await fetch(`${emulator.apiUrl}oauth.v2.access`, { method: 'POST', body })).json();
  };
  expect(await exchange({ client_secret: 'wrong' })).toEqual({ ok: false, error: 'bad_client_secret' });
  expect(await exchange({})).toMatchObject({
    ok: true,
    access_token: team.botToken,
    token_type: 'bot',
    scope: 'chat:write',
    bot_user_id: team.bot.id,
    team: { id: team.team.id, name: 'New' },
  });
  expect(await call(emulator, 'auth.test', {}, team.botToken)).toMatchObject({ ok: true });
  expect(await exchange({})).toEqual({ ok: false, error: 'invalid_code' });
  expect(await exchange({ client_id: 'other' })).toEqual({ ok: false, error: 'invalid_client_id' });
  link.searchParams.set('team', 'T0');
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(400);
  link.searchParams.set('team', team.team.id);
  link.searchParams.set('client_id', 'other');
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(400);
});

it('takes the code of an install for ten minutes, with the address that it was led to', async () => {
  let nowMs = Date.now();
  const emulator = await running({ now: () => nowMs });
  const { app, firstWorkspace } = emulator;
  const redirect_uri = 'http://127.0.0.1:9/back';
  const newCode = async () => {
    const link = new URL(`${emulator.url}/oauth/v2/authorize`);
    link.search = new URLSearchParams({ client_id: app.clientId, scope: 'chat:write', redirect_uri }).toString();
    const { headers } = await fetch(link, { redirect: 'manual' });
    return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const exchange = async (fields: Record<string, string>) => {
    const client = `${app.clientId}:${app.clientSecret}`;
    const headers = { Authorization: `Basic ${Buffer.from(client).toString('base64')}` };
    const body = new URLSearchParams(fields);
    return (await fetch(`${emulator.apiUrl}oauth.v2.access`, { method: 'POST', headers, body })).json();
  };
  const elsewhere = { code: await newCode(), redirect_uri: `${redirect_uri}/more` };
  expect(await exchange(elsewhere)).toEqual({ ok: false, error: 'bad_redirect_uri' });
  expect(await exchange({ code: await newCode() })).toEqual({ ok: false, error: 'bad_redirect_uri' });
  const [code, late] = [await newCode(), await newCode()];
  nowMs += 600_000;
  expect(await exchange({ code, redirect_uri })).toMatchObject({ access_token: firstWorkspace.botToken });
  nowMs += 1;
  expect(await exchange({ code: late, redirect_uri })).toEqual({ ok: false, error: 'invalid_code' });
});

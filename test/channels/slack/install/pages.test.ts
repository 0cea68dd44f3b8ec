import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../src/protocol/page.ts';
import { connected } from '../connected.ts';
import { INSTALL_URL, installing } from './installing.ts';

const said = ({ status, title, lines }: Page) => ({ status, title, lines });
const notInstalled = (status: number, sentence: string) => ({
  status,
  title: 'The app was not installed',
  lines: [sentence],
});

describe('the install page', () => {
  it('leads to Slack with what the app needs, and gives the browser a cookie for ten minutes', async () => {
    const app = await installing();
    const page = await app.open('install');
    expect(page).toMatchObject({ status: 200, title: 'Add the app to Slack', action: { label: 'Add to Slack' } });
    const url = new URL(page.action?.url ?? '');
    expect(url.origin + url.pathname).toBe(`${app.slack.url}/oauth/v2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: '1.emulated',
      scope:
        'app_mentions:read,channels:history,chat:write,commands,files:read,files:write,groups:history,im:history,mpim:history',
      redirect_uri: 'https://bot.test/channels/slack/oauth',
      state: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
    });
    expect(page.headers?.['Set-Cookie']).toMatch(
      /^footbridge_slack_install=[\w-]{43}; Path=\/channels\/slack; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('asks for the scopes of the settings, and keeps its cookie below the path that the service is reached at', async () => {
    const app = await installing({ scopes: ['chat:write', 'im:history'] }, 'http://10.0.0.1:8080/bots/one');
    const page = await app.open('install');
    const url = new URL(page.action?.url ?? '');
    expect(url.searchParams.get('scope')).toBe('chat:write,im:history');
    expect(url.searchParams.get('redirect_uri')).toBe('http://10.0.0.1:8080/bots/one/channels/slack/oauth');
    expect(page.headers?.['Set-Cookie']).toMatch(/; Path=\/bots\/one\/channels\/slack; .*; SameSite=Lax$/);
  });

  it('is Slack’s own where no other server is named', async () => {
    const app = await installing({ api_url: '' });
    expect((await app.open('install')).action?.url).toMatch(/^https:\/\/slack\.com\/oauth\/v2\/authorize\?client_id=/);
  });

  it('is there only with a client id; without PUBLIC_URL the start says what to do', async () => {
    expect((await connected()).connection.pages).toBeUndefined();
    const client = { bot_token: '', client_id: '1.2', client_secret: 'x' };
    await expect(connected(client)).rejects.toMatchObject({ code: 'environment_invalid' });
    await expect(connected(client)).rejects.toThrow(/set PUBLIC_URL/);
  });
});

describe('the way back from Slack', () => {
  it('keeps the token of the workspace, and says that it worked', async () => {
    const app = await installing();
    const { cookie, authorizeUrl } = await app.begin();
    const page = await app.open('oauth', await app.agree(authorizeUrl), cookie);
    const { team, botToken } = app.slack.firstWorkspace;
    expect(page).toEqual({
      status: 200,
      title: 'The app is installed in Emulated workspace',
      lines: ['Write to it in Slack, or mention it in a channel that you have invited it to.'],
      action: { label: 'Open Slack', url: `${app.slack.url}/app_redirect?app=A0EMULATED&team=${team.id}` },
    });
    expect(await app.host.vault.get(`installation ${team.id}`)).toBe(JSON.stringify({ token: botToken }));
    expect(app.host.logged).toContain('the app was installed in a workspace of slack');
    expect(app.host.logged).not.toContain(botToken);
  });

  it.each([
    ['no state', { code: 'c' }, 'The address lacks what the install page has added to it.'],
    ['an empty state', { code: 'c', state: '' }, 'The address lacks what the install page has added to it.'],
    ['no state and a refusal', { error: 'access_denied' }, 'The address lacks what the install page has added to it.'],
    [
      'a state of nobody',
      { code: 'c', state: 'x' },
      'The address was not made by the install page here, or was changed on its way.',
    ],
    [
      'a state without its seal',
      { code: 'c', state: 'WyJhIl0.' },
      'The address was not made by the install page here, or was changed on its way.',
    ],
  ])('with %s is refused, and Slack is not asked', async (_what, query, sentence) => {
    const app = await installing();
    const { cookie } = await app.begin();
    expect(said(await app.open('oauth', query as unknown as Record<string, string>, cookie))).toEqual(
      notInstalled(400, sentence),
    );
    expect(app.exchanges()).toBe(0);
  });

  it('with a state that was changed is refused', async () => {
    const app = await installing();
    const { state, cookie } = await app.begin();
    const [body = '', mac = ''] = state.split('.');
    const [id, expiresAtMs, browser] = JSON.parse(Buffer.from(body, 'base64url').toString());
    const longer = Buffer.from(JSON.stringify([id, expiresAtMs + 1, browser])).toString('base64url');
    for (const forged of [`${longer}.${mac}`, `${body}.${mac.slice(1)}`, `${state}A`, body]) {
      const page = await app.open('oauth', { code: 'c', state: forged }, cookie);
      expect(said(page)).toEqual(
        notInstalled(400, 'The address was not made by the install page here, or was changed on its way.'),
      );
    }
    expect(app.exchanges()).toBe(0);
  });

  it('in another browser, or in one that keeps no cookies, is refused', async () => {
    const app = await installing();
    const { authorizeUrl } = await app.begin();
    const back = await app.agree(authorizeUrl);
    const other = await app.begin();
    for (const cookie of [undefined, other.cookie, 'footbridge_slack_install=short', `x${other.cookie}`]) {
      expect(said(await app.open('oauth', back, cookie))).toEqual(
        notInstalled(400, 'It was begun in another browser, or this one keeps no cookies.'),
      );
    }
    expect(app.exchanges()).toBe(0);
  });

  it('after ten minutes is refused', async () => {
    const app = await installing();
    const { cookie, authorizeUrl } = await app.begin();
    const back = await app.agree(authorizeUrl);
    app.clock.aheadMs = 10 * 60_000;
    expect(said(await app.open('oauth', back, cookie))).toEqual(notInstalled(400, 'It took longer than 10 minutes.'));
    expect(app.exchanges()).toBe(0);
  });

  it('works once: with another code, too, its state is refused afterwards', async () => {
    const app = await installing();
    const { cookie, authorizeUrl } = await app.begin();
    const back = await app.agree(authorizeUrl);
    expect((await app.open('oauth', back, cookie)).status).toBe(200);
    const used = 'This was finished before: an address that Slack leads back to works once.';
    expect(said(await app.open('oauth', back, cookie))).toEqual(notInstalled(400, used));
    const again = { ...(await app.agree(authorizeUrl)), state: back.state ?? '' };
    expect(said(await app.open('oauth', again, cookie))).toEqual(notInstalled(400, used));
    expect(app.exchanges()).toBe(1);
  });

  it('is good for one of two that come at the same time', async () => {
    const app = await installing();
    const { cookie, authorizeUrl } = await app.begin();
    const backs = [await app.agree(authorizeUrl), await app.agree(authorizeUrl)];
    const pages = await Promise.all(backs.map((back) => app.open('oauth', back, cookie)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('works in each of a browser’s tabs', async () => {
    const app = await installing();
    const one = await app.begin();
    const two = await app.begin(`theme=dark; ${one.cookie}`);
    expect(two.cookie).toBe(one.cookie);
    expect(two.state).not.toBe(one.state);
    for (const { authorizeUrl, cookie } of [one, two]) {
      expect((await app.open('oauth', await app.agree(authorizeUrl), `theme=dark; ${cookie}`)).status).toBe(200);
    }
  });

  it('after a refusal says that nothing was installed', async () => {
    const app = await installing();
    const { cookie, state } = await app.begin();
    const page = await app.open('oauth', { error: 'access_denied', state }, cookie);
    expect(page).toEqual({
      ...notInstalled(200, 'It was cancelled in Slack.'),
      action: { label: 'Start again', url: INSTALL_URL },
    });
    expect(app.host.logged).toContain('access_denied');
  });

  it('after a refusal of Slack’s own tells the operator what to do', async () => {
    const app = await installing();
    const { cookie, state } = await app.begin();
    const error = 'invalid_team_for_non_distributed_app';
    expect(await app.open('oauth', { error, state }, cookie)).toMatchObject({ status: 500 });
    expect(app.host.lines).toContainEqual({
      level: 'error',
      facts: { code: error },
      message:
        'slack refused an installation: activate public distribution at api.slack.com/apps; without it only its own workspace can install the app',
    });
  });

  it('is refused to a workspace that the operator has not named, and keeps nothing of it', async () => {
    const app = await installing({ allow_install: ['T0FRIENDS'] });
    const { cookie, authorizeUrl } = await app.begin();
    expect((await app.open('install')).lines[1]).toContain('that its operator has chosen');
    const page = await app.open('oauth', await app.agree(authorizeUrl), cookie);
    expect(said(page)).toMatchObject({ status: 403, title: 'The app is not open to this workspace' });
    expect(page.lines[0]).toContain('Emulated workspace is not among them');
    expect(await app.host.vault.get(`installation ${app.slack.firstWorkspace.team.id}`)).toBeUndefined();
  });
});

describe('when Slack gives no token', () => {
  it.each([
    ['invalid_code', 400, 'Slack takes this answer no more: it works once, for 10 minutes.'],
    ['code_already_used', 400, 'Slack takes this answer no more: it works once, for 10 minutes.'],
    ['internal_error', 503, 'Slack could not be reached just now.'],
    ['ratelimited', 503, 'Slack could not be reached just now.'],
  ])('for %s the person may start again, and the state is still good', async (error, status, sentence) => {
    const app = await installing();
    const { cookie, authorizeUrl } = await app.begin();
    app.slack.failNext('oauth.v2.access', { error });
    expect(await app.open('oauth', await app.agree(authorizeUrl), cookie)).toEqual({
      ...notInstalled(status, sentence),
      action: { label: 'Start again', url: INSTALL_URL },
    });
    expect((await app.open('oauth', await app.agree(authorizeUrl), cookie)).status).toBe(200);
  });

  it('a wrong client secret is told to the operator, not to the person', async () => {
    const app = await installing({ client_secret: 'wrong' });
    const { cookie, authorizeUrl } = await app.begin();
    const page = await app.open('oauth', await app.agree(authorizeUrl), cookie);
    expect(page).toMatchObject({ status: 500, title: 'The app was not installed' });
    expect(page.lines.join()).not.toContain('secret');
    expect(app.host.logged).not.toContain('wrong');
    expect(app.host.lines).toContainEqual({
      level: 'error',
      facts: { code: 'bad_client_secret' },
      message:
        'slack gave no token for an installation: check channels.slack.client_id and client_secret against what api.slack.com/apps shows',
    });
  });

  it('a redirect address that Slack does not know is told to the operator', async () => {
    const app = await installing();
    const { cookie, authorizeUrl } = await app.begin();
    const elsewhere = new URL(authorizeUrl);
    elsewhere.searchParams.set('redirect_uri', 'https://other.test/channels/slack/oauth');
    expect((await app.open('oauth', await app.agree(elsewhere), cookie)).status).toBe(500);
    expect(app.host.logged).toContain('add https://bot.test/channels/slack/oauth to the Redirect URLs');
  });
});

import { describe, expect, it } from 'vitest';
import { slack } from '../../../src/channels/slack/index.ts';

function enabled(settings: unknown): boolean {
  return slack.isEnabled(slack.settings.parse(settings));
}

describe('settings of Slack', () => {
  it('connect with a token and a way to hear: a signing secret or Socket Mode', () => {
    expect(enabled({ bot_token: 'xoxb-1', signing_secret: 's' })).toBe(true);
    expect(enabled({ bot_token: 'xoxb-1', app_token: 'xapp-1' })).toBe(true);
    expect(enabled({ bot_token: 'xoxb-1' })).toBe(false);
    expect(enabled({ bot_token: '', signing_secret: 's', app_token: '', api_url: '' })).toBe(false);
  });

  it('name who is heard', () => {
    expect(slack.settings.parse({ bot_token: '', allow: ['U1', 'C1'] })).toEqual({
      bot_token: '',
      allow: ['U1', 'C1'],
      api_url: 'https://slack.com/api/',
      groups: 'mention',
      open_threads: false,
    });
  });

  it('name tokens by workspace', () => {
    const workspaces = { T1: { bot_token: 'xoxb-1' } };
    expect(enabled({ bot_token: '', signing_secret: 's', workspaces })).toBe(true);
    expect(slack.settings.parse({ bot_token: '', api_url: 'http://127.0.0.1:1/api', workspaces })).toMatchObject({
      api_url: 'http://127.0.0.1:1/api/',
      workspaces,
    });
  });

  it('let workspaces install the app in place of a token', () => {
    const client = { client_id: '1.2', client_secret: 'x' };
    expect(enabled({ ...client, signing_secret: 's' })).toBe(true);
    expect(enabled({ ...client, bot_token: '', app_token: 'xapp-1' })).toBe(true);
    expect(enabled({ ...client })).toBe(false);
    expect(enabled({ client_id: '', client_secret: '', scopes: ['chat:write'], signing_secret: 's' })).toBe(false);
    expect(slack.settings.parse({ ...client, scopes: ['chat:write'], allow_install: ['T1', 'E1'] })).toMatchObject({
      ...client,
      scopes: ['chat:write'],
      allow_install: ['T1', 'E1'],
    });
  });

  it.each([
    [{}, 'bot_token', /expected string/],
    [{ client_id: '1.2' }, 'client_secret', /^must stand beside client_id/],
    [{ client_id: '1.2', client_secret: '' }, 'client_secret', /^must stand beside client_id/],
    [{ bot_token: '', client_secret: 'x' }, 'client_id', /^must stand beside client_secret/],
    [{ bot_token: 'y', client_id: '1.2', client_secret: 'x' }, 'bot_token', /^cannot stand beside client_id/],
    [{ bot_token: 'y', scopes: ['chat:write'] }, 'scopes', /^is of no use without client_id/],
    [{ bot_token: 'y', allow_install: ['T1'] }, 'allow_install', /^is of no use without client_id/],
  ])('%j: the fault is at %s, with what to do', (settings, key, message) => {
    const { error } = slack.settings.safeParse(settings);
    expect(error?.issues).toMatchObject([{ path: [key], message: expect.stringMatching(message) }]);
  });

  it.each([
    [{}],
    [{ bot_token: 'x', api_url: 'slack.com' }],
    [{ bot_token: 'x', api_url: 'file:///etc' }],
    [{ bot_token: 'x', allow: [] }],
    [{ bot_token: 'x', allow: ['#general'] }],
    [{ bot_token: 'x', token: 'y' }],
    [{ bot_token: 'x y' }],
    [{ bot_token: 'x', app_token: 'a\nb' }],
    [{ bot_token: 'x', groups: 'none' }],
    [{ bot_token: 'x', open_threads: 'yes' }],
    [{ bot_token: 'x', workspaces: {} }],
    [{ bot_token: 'x', workspaces: { T1: { bot_token: '' } } }],
    [{ bot_token: 'x', workspaces: { acme: { bot_token: 'y' } } }],
    [{ bot_token: 'x', bots: [] }],
    [{ client_id: 'a b', client_secret: 'x' }],
    [{ client_id: '1.2', client_secret: 'x', scopes: [] }],
    [{ client_id: '1.2', client_secret: 'x', scopes: ['chat write'] }],
    [{ client_id: '1.2', client_secret: 'x', allow_install: ['acme'] }],
  ])('%j is refused', (settings) => {
    expect(slack.settings.safeParse(settings).success).toBe(false);
  });
});

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
  ])('%j is refused', (settings) => {
    expect(slack.settings.safeParse(settings).success).toBe(false);
  });
});

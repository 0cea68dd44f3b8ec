import { describe, expect, it } from 'vitest';
import { discord } from '../../../src/channels/discord/index.ts';

describe('settings of Discord', () => {
  it('connect with a token', () => {
    expect(discord.isEnabled(discord.settings.parse({ token: 't' }))).toBe(true);
    expect(
      discord.isEnabled(discord.settings.parse({ token: '', public_key: '', application_id: '', api_root: '' })),
    ).toBe(false);
  });

  it('take ids as strings or short numbers', () => {
    expect(discord.settings.parse({ token: 't', application_id: 200, allow: [1, '100000000000000001'] })).toMatchObject(
      {
        token: 't',
        application_id: '200',
        allow: ['1', '100000000000000001'],
      },
    );
  });

  it('are the gateway, and what names the bot, unless they say otherwise', () => {
    expect(discord.settings.parse({ token: 't' })).toEqual({
      token: 't',
      api_root: 'https://discord.com/api',
      interactions: 'gateway',
      groups: 'mention',
    });
    const root = (api_root: string) => discord.settings.parse({ token: 't', api_root }).api_root;
    expect([root(''), root('http://127.0.0.1:9/api//')]).toEqual(['https://discord.com/api', 'http://127.0.0.1:9/api']);
  });

  it('want the public key for interactions over HTTP, once there is a token', () => {
    const http = { interactions: 'http', public_key: '' };
    const refused = discord.settings.safeParse({ ...http, token: 't' });
    expect(refused.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['public_key'], 'must be set for interactions: http. The developer portal shows it under General Information'],
    ]);
    expect(discord.settings.safeParse({ ...http, token: '' }).success).toBe(true);
    expect(discord.settings.safeParse({ ...http, token: 't', public_key: 'ab'.repeat(32) }).success).toBe(true);
  });

  it.each([
    [{}],
    [{ token: 't', application_id: 2 ** 60 }],
    [{ token: 't', public_key: 'abc' }],
    [{ token: 't', api_root: 'ftp://discord.example' }],
    [{ token: 't', allow: ['ann'] }],
    [{ token: 't', bot: true }],
    [{ token: 'Bot abc' }],
    [{ token: 't', api_root: 'https://discord.com/api/v10' }],
    [{ token: 't', api_root: 'https://discord.com/api?a=1' }],
    [{ token: 't', interactions: 'both' }],
    [{ token: 't', groups: 'none' }],
    [{ token: 't', allow: [] }],
    [{ token: 't', bots: ['x'] }],
  ])('%j is refused', (settings) => {
    expect(discord.settings.safeParse(settings).success).toBe(false);
  });
});

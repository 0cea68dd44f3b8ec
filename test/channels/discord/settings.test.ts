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
    expect(discord.settings.parse({ token: 't', application_id: 200, allow: [1, '100000000000000001'] })).toEqual({
      token: 't',
      application_id: '200',
      allow: ['1', '100000000000000001'],
    });
  });

  it.each([
    [{}],
    [{ token: 't', application_id: 2 ** 60 }],
    [{ token: 't', public_key: 'abc' }],
    [{ token: 't', api_root: 'ftp://discord.example' }],
    [{ token: 't', allow: ['ann'] }],
    [{ token: 't', bot: true }],
  ])('%j is refused', (settings) => {
    expect(discord.settings.safeParse(settings).success).toBe(false);
  });
});

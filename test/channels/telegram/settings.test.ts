import { describe, expect, it } from 'vitest';
import { telegramSettings } from '../../../src/channels/telegram/settings.ts';

describe('the settings', () => {
  it('need a token only', () => {
    expect(telegramSettings.parse({ token: '42:abc' })).toEqual({
      token: '42:abc',
      mode: 'polling',
      api_root: 'https://api.telegram.org',
      groups: 'mention',
    });
  });

  it('take ids as numbers and as strings', () => {
    expect(telegramSettings.parse({ token: '', allow: [42, '-100500'] }).allow).toEqual(['42', '-100500']);
  });

  it('take an API root with a path, without its last slash', () => {
    const root = (api_root: string) => telegramSettings.parse({ token: '', api_root }).api_root;
    expect(root('http://127.0.0.1:8081/')).toBe('http://127.0.0.1:8081');
    expect(root('http://localhost:8081/tg//')).toBe('http://localhost:8081/tg');
  });

  it.each([
    {},
    { token: 7 },
    { token: '42:abc/../x' },
    { token: '42:a b' },
    { token: '', mode: 'push' },
    { token: '', secret_token: 'a b' },
    { token: '', secret_token: 'x'.repeat(257) },
    { token: '', api_root: 'ftp://127.0.0.1' },
    { token: '', api_root: 'http://127.0.0.1/?a=1' },
    { token: '', allow: [] },
    { token: '', allow: ['mira'] },
    { token: '', allow: [1.5] },
    { token: '', group: 'all' },
  ])('refuse %j', (settings) => {
    expect(telegramSettings.safeParse(settings).success).toBe(false);
  });

  it('never show the token in a fault', () => {
    const { error } = telegramSettings.safeParse({ token: '42:se cret' });
    expect(JSON.stringify(error)).not.toContain('se cret');
  });
});

import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../src/environment.ts';

describe('the environment', () => {
  it.each(['postgres://f:pw@db:5432/footbridge', 'postgresql://db/footbridge?sslmode=require'])(
    'takes %s as a database',
    (url) => {
      expect(readEnvironment({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
    },
  );

  it.each(['mysql://f:hunter2@db/footbridge', 'db.acme.example/hunter2', 'hunter2'])(
    'refuses a database URL of another kind, and does not repeat what may be a password',
    (url) => {
      expect(() => readEnvironment({ DATABASE_URL: url })).toThrow(
        'The environment is not as it must be. DATABASE_URL: not a PostgreSQL URL, e.g. postgresql://user:password@host:5432/footbridge',
      );
      expect(() => readEnvironment({ DATABASE_URL: url })).not.toThrow(/hunter2/);
    },
  );

  it('takes an empty variable as none', () => {
    expect(readEnvironment({ DATABASE_URL: '' }).DATABASE_URL).toBeUndefined();
  });

  it('names keys by commas, and finds none where there is none', () => {
    expect(readEnvironment({ FOOTBRIDGE_KEYS: ' a, b,,', FOOTBRIDGE_ADMIN_KEYS: 'c' })).toMatchObject({
      FOOTBRIDGE_KEYS: ['a', 'b'],
      FOOTBRIDGE_ADMIN_KEYS: ['c'],
    });
    expect(readEnvironment({ FOOTBRIDGE_ADMIN_KEYS: '' })).toMatchObject({
      FOOTBRIDGE_KEYS: [],
      FOOTBRIDGE_ADMIN_KEYS: [],
    });
  });

  it('gives no key to clients and operators alike, and does not show it', () => {
    const read = () => readEnvironment({ FOOTBRIDGE_KEYS: 'one,k-of-both', FOOTBRIDGE_ADMIN_KEYS: 'k-of-both' });
    expect(read).toThrow(expect.objectContaining({ code: 'environment_invalid' }));
    expect(read).toThrow('FOOTBRIDGE_ADMIN_KEYS and FOOTBRIDGE_KEYS share a key');
    expect(read).not.toThrow('k-of-both');
  });

  it('takes the address of the service for commands without its last slash', () => {
    expect(readEnvironment({ FOOTBRIDGE_URL: 'https://bot.acme.example/' }).FOOTBRIDGE_URL).toBe(
      'https://bot.acme.example',
    );
    expect(() => readEnvironment({ FOOTBRIDGE_URL: 'bot.acme.example' })).toThrow('FOOTBRIDGE_URL: not an http(s) URL');
  });
});

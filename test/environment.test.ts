import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../src/environment.ts';

describe('the environment', () => {
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

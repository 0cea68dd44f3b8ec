import { describe, expect, it } from 'vitest';
import { createUserTokens } from '../../src/server/user-token.ts';

describe('user tokens', () => {
  const secret = 'a secret of more than sixteen bytes';
  let nowMs = 1_000_000;
  const tokens = createUserTokens({ secrets: [secret], now: () => nowMs });

  it('names its user until it expires', () => {
    const { token, expiresAtMs } = tokens.issue('ann', 60);
    expect(expiresAtMs).toBe(1_060_000);
    expect(tokens.verify(token)).toEqual({ userId: 'ann' });
    nowMs = 1_060_000;
    expect(tokens.verify(token)).toBeUndefined();
    nowMs = 1_000_000;
  });

  it('takes tokens of an older secret, signs with the first', () => {
    const rotated = createUserTokens({ secrets: ['a newer secret, also long enough', secret], now: () => nowMs });
    expect(rotated.verify(tokens.issue('ann', 60).token)).toEqual({ userId: 'ann' });
    expect(tokens.verify(rotated.issue('ann', 60).token)).toBeUndefined();
  });

  it('refuses every token that was changed or made up', () => {
    const { token } = tokens.issue('ann', 60);
    const [body, mac] = token.slice(4).split('.');
    const other = Buffer.from(JSON.stringify({ u: 'bo', e: 9_999_999_999_999 })).toString('base64url');
    for (const forged of [
      `fbu_${other}.${mac}`,
      `fbu_${body}.${mac?.slice(0, -2)}`,
      `fbu_${body}.`,
      `fbu_${body}`,
      `fbu_${body}.${mac}.x`,
      `${body}.${mac}`,
      'fbu_.',
      '',
    ]) {
      expect(tokens.verify(forged), forged).toBeUndefined();
    }
  });
});

import { z } from 'zod';
import { createSignedClaims } from '../signing/signed-claims.ts';

/** A browser's proof of who its user is: `fbu_<claims>.<mac>`, signed by the service, valid for a while. */
export interface UserTokens {
  issue(userId: string, ttlSec: number): { token: string; expiresAtMs: number };
  /** The user of a token that we signed and that has not expired; nothing else is told about a bad one. */
  verify(token: string): { userId: string } | undefined;
}

const PREFIX = 'fbu_';
const claims = z.strictObject({ u: z.string().min(1), e: z.number().int() });

/** `secrets`: the first signs, all verify. Each is used under its own label, so that a token is no other seal. */
export function createUserTokens(options: { secrets: readonly string[]; now: () => number }): UserTokens {
  const signed = createSignedClaims(options.secrets, 'user token');
  return {
    issue(userId, ttlSec) {
      const expiresAtMs = options.now() + ttlSec * 1000;
      return { token: PREFIX + signed.sign({ u: userId, e: expiresAtMs }), expiresAtMs };
    },
    verify(token) {
      if (!token.startsWith(PREFIX)) return undefined;
      const parsed = claims.safeParse(signed.read(token.slice(PREFIX.length)));
      if (!parsed.success || parsed.data.e <= options.now()) return undefined;
      return { userId: parsed.data.u };
    },
  };
}

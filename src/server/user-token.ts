import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

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
  const keys = options.secrets.map((secret) => createHmac('sha256', secret).update('user token').digest());
  const mac = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest();
  return {
    issue(userId, ttlSec) {
      const expiresAtMs = options.now() + ttlSec * 1000;
      const body = Buffer.from(JSON.stringify({ u: userId, e: expiresAtMs })).toString('base64url');
      const signature = mac(keys[0] as Buffer, body).toString('base64url');
      return { token: `${PREFIX}${body}.${signature}`, expiresAtMs };
    },
    verify(token) {
      const [body, signature, ...rest] = token.slice(PREFIX.length).split('.');
      if (!token.startsWith(PREFIX) || !body || !signature || rest.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((key) => {
        const expected = mac(key, body);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isOurs) return undefined;
      const parsed = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
      if (!parsed.success || parsed.data.e <= options.now()) return undefined;
      return { userId: parsed.data.u };
    },
  };
}

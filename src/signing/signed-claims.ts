import { createHmac, timingSafeEqual } from 'node:crypto';

/** Claims that only this service can have written: `<claims>.<mac>` in base64url. They can be read by anybody. */
export interface SignedClaims {
  sign(claims: object): string;
  /** The claims; nothing for what we did not sign. */
  read(token: string): unknown;
}

/** `secrets`: the first signs, all verify. Each is used under the label, so that one kind of claims is never another. */
export function createSignedClaims(secrets: readonly string[], label: string): SignedClaims {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(label).digest());
  const mac = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest();
  return {
    sign(claims) {
      const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${body}.${mac(keys[0] as Buffer, body).toString('base64url')}`;
    },
    read(token) {
      const [body, signature, ...rest] = token.split('.');
      if (!body || !signature || rest.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((key) => {
        const expected = mac(key, body);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isOurs ? JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) : undefined;
    },
  };
}

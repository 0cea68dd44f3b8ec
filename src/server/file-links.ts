import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** A file that a link names: whose channel has it, under which handle, and how it is called. */
export interface LinkedFile {
  channel: string;
  ref: string;
  name: string;
  mime: string;
}

/** Links to files that came in: `<claims>.<mac>`, signed by the service, valid for a while. Nothing is stored. */
export interface FileLinks {
  issue(file: LinkedFile): string;
  /** Nothing for a token that we did not sign. */
  read(token: string): LinkedFile | 'expired' | undefined;
}

/** As long as a reply may take to be delivered. */
const TTL_MS = 24 * 60 * 60_000;

const claims = z.tuple([z.string(), z.string(), z.string(), z.string(), z.number().int()]);

/** `secrets`: the first signs, all verify. Each is used under its own label, so that a link is no other seal. */
export function createFileLinks(options: { secrets: readonly string[]; now: () => number }): FileLinks {
  const keys = options.secrets.map((secret) => createHmac('sha256', secret).update('file link').digest());
  const mac = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest();
  return {
    issue({ channel, ref, name, mime }) {
      const body = Buffer.from(JSON.stringify([channel, ref, name, mime, options.now() + TTL_MS])).toString(
        'base64url',
      );
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
      if (!isOurs) return undefined;
      const parsed = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
      if (!parsed.success) return undefined;
      const [channel, ref, name, mime, expiresAtMs] = parsed.data;
      return expiresAtMs <= options.now() ? 'expired' : { channel, ref, name, mime };
    },
  };
}

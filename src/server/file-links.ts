import { z } from 'zod';
import { createSignedClaims } from '../signing/signed-claims.ts';

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
  const signed = createSignedClaims(options.secrets, 'file link');
  return {
    issue: ({ channel, ref, name, mime }) => signed.sign([channel, ref, name, mime, options.now() + TTL_MS]),
    read(token) {
      const parsed = claims.safeParse(signed.read(token));
      if (!parsed.success) return undefined;
      const [channel, ref, name, mime, expiresAtMs] = parsed.data;
      return expiresAtMs <= options.now() ? 'expired' : { channel, ref, name, mime };
    },
  };
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BlobOwner } from '../protocol/blob-store.ts';
import { createSignedClaims } from '../signing/signed-claims.ts';

/** Links to kept apps: signed by the service, valid for a while, each for one conversation and person. */
export interface AppLinks {
  issue(app: { ref: string; owner: BlobOwner; expiresAtMs: number }): string;
  /** Nothing for a token that we did not sign. Whether it is for the app's owner is asked once the app was read. */
  read(token: string): { ref: string; isFor: (owner: BlobOwner) => boolean } | 'expired' | undefined;
}

const claims = z.tuple([z.string(), z.string(), z.number().int()]);

export function createAppLinks(options: { secrets: readonly string[]; now: () => number }): AppLinks {
  const signed = createSignedClaims(options.secrets, 'app link');
  return {
    issue: ({ ref, owner, expiresAtMs }) => signed.sign([ref, bindingOf(owner), expiresAtMs]),
    read(token) {
      const parsed = claims.safeParse(signed.read(token));
      if (!parsed.success) return undefined;
      const [ref, binding, expiresAtMs] = parsed.data;
      if (expiresAtMs <= options.now()) return 'expired';
      return { ref, isFor: (owner) => bindingOf(owner) === binding };
    },
  };
}

/** Names an owner without telling who it is: the link may be read by others. */
function bindingOf({ channel, conversation, personId = '' }: BlobOwner): string {
  const named = JSON.stringify([channel, conversation, personId]);
  return createHash('sha256').update(named).digest('base64url').slice(0, 16);
}

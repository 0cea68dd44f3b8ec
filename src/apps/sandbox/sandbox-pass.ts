import { z } from 'zod';
import { createSignedClaims } from '../../signing/signed-claims.ts';

/** Signed addresses of sandbox pages: which app, for a page of which of our origins, for as long as it takes to open it. */
export interface SandboxPasses {
  issue(pass: { ref: string; ancestor: string }): string;
  read(token: string): { ref: string; ancestor: string } | undefined;
}

const TTL_MS = 5 * 60_000;
const claims = z.tuple([z.string(), z.string(), z.number().int()]);

export function createSandboxPasses(options: { secrets: readonly string[]; now: () => number }): SandboxPasses {
  const signed = createSignedClaims(options.secrets, 'app sandbox');
  return {
    issue: ({ ref, ancestor }) => signed.sign([ref, ancestor, options.now() + TTL_MS]),
    read(token) {
      const parsed = claims.safeParse(signed.read(token));
      if (!parsed.success) return undefined;
      const [ref, ancestor, expiresAtMs] = parsed.data;
      return expiresAtMs > options.now() ? { ref, ancestor } : undefined;
    },
  };
}

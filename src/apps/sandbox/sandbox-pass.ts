import { z } from 'zod';
import { createSignedClaims } from '../../signing/signed-claims.ts';

/** What a sandbox page is for: which app, and where it is shown. */
export interface SandboxPass {
  ref: string;
  /** The origin of ours whose page it stands in. */
  ancestor: string;
  /** Sites that may have that page in a frame: a browser asks for every one above. */
  framedBy: readonly string[];
}

/** Signed addresses of sandbox pages, good for as long as it takes to open them. */
export interface SandboxPasses {
  issue(pass: SandboxPass): string;
  read(token: string): SandboxPass | undefined;
}

const TTL_MS = 5 * 60_000;
const claims = z.tuple([z.string(), z.string(), z.array(z.string()), z.number().int()]);

export function createSandboxPasses(options: { secrets: readonly string[]; now: () => number }): SandboxPasses {
  const signed = createSignedClaims(options.secrets, 'app sandbox');
  return {
    issue: ({ ref, ancestor, framedBy }) => signed.sign([ref, ancestor, framedBy, options.now() + TTL_MS]),
    read(token) {
      const parsed = claims.safeParse(signed.read(token));
      if (!parsed.success) return undefined;
      const [ref, ancestor, framedBy, expiresAtMs] = parsed.data;
      return expiresAtMs > options.now() ? { ref, ancestor, framedBy } : undefined;
    },
  };
}

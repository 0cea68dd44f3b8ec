import { createHash } from 'node:crypto';

/**
 * Where apps run: an origin that is not ours. With a `*` for a name in it, each app has an origin of its own, with its own
 * storage; without one, all share the address and each runs with an opaque origin, without any storage.
 */
export interface SandboxPlace {
  isolation: 'origin' | 'opaque';
  originOf(ref: string): string;
}

/** `url`: http(s) without a path, e.g. `https://apps.acme-sandbox.example` or `https://*.acme-sandbox.example`. */
export function createSandboxPlace(url: string): SandboxPlace {
  if (!url.includes('//*.')) {
    const { origin } = new URL(url);
    return { isolation: 'opaque', originOf: () => origin };
  }
  return { isolation: 'origin', originOf: (ref) => new URL(url.replace('*', nameOf(ref))).origin };
}

/** A host name of a kept app. The reference itself is a key to it, and is no part of a name that goes to a DNS server. */
function nameOf(ref: string): string {
  return `app-${createHash('sha256').update(ref).digest('hex').slice(0, 24)}`;
}

import type { LookupFunction } from 'node:net';
import { BridgeError } from '../protocol/errors.ts';
import type { OpenUrl } from '../protocol/file.ts';
import { ask, failed, opened } from './get.ts';
import { createGuard } from './guard.ts';

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** From the first byte of the first request to the last byte of the file. */
const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Makes the one client for URLs that strangers choose. It speaks http and https to public addresses only. Each redirect
 * is checked like a new URL.
 */
export function createGuardedGet(
  options: {
    /** For tests against local servers; the service never sets it. */
    allowLoopback?: boolean;
    timeoutMs?: number;
    lookup?: LookupFunction;
  } = {},
): OpenUrl {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, ...guarding } = options;
  const guard = createGuard({ ...guarding, refused });

  return async (raw, { maxBytes, signal: given }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = given ? AbortSignal.any([given, deadline]) : deadline;
    let url = guard.check(raw);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await ask(url, { signal, lookup: guard.lookup });
      const { location } = response.headers;
      if (!REDIRECTS.has(response.statusCode) || location === undefined) return opened(response, maxBytes, signal);
      response.destroy();
      url = guard.check(location, url.href);
    }
    throw failed(`the server sent us elsewhere more than ${MAX_REDIRECTS} times`);
  };
}

function refused(why: string): BridgeError {
  return new BridgeError('url_refused', `A file's URL was not opened: ${why}.`);
}

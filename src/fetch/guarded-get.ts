import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { BridgeError } from '../protocol/errors.ts';
import type { OpenUrl } from '../protocol/file.ts';
import { ask, failed, opened } from './get.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** From the first byte of the first request to the last byte of the file. */
const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Makes the one client for URLs that strangers choose. It speaks http and https to public addresses only.
 *
 * What is checked is the address that the connection goes to: an address in the URL itself (which the URL parser has
 * brought into its usual form, whatever base it was written in), and every answer of the name lookup that the connection
 * makes, so that a name which changes its mind in between gains nothing. Each redirect is checked like a new URL.
 */
export function createGuardedGet(
  options: {
    /** For tests against local servers; the service never sets it. */
    allowLoopback?: boolean;
    timeoutMs?: number;
    lookup?: LookupFunction;
  } = {},
): OpenUrl {
  const { allowLoopback = false, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  const lookup = guardedLookup(options.lookup ?? systemLookup, isAllowed);

  return async (raw, { maxBytes, signal: given }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = given ? AbortSignal.any([given, deadline]) : deadline;
    let url = checked(raw, undefined, isAllowed);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await ask(url, { signal, lookup });
      const { location } = response.headers;
      if (!REDIRECTS.has(response.statusCode) || location === undefined) return opened(response, maxBytes, signal);
      response.destroy();
      url = checked(location, url.href, isAllowed);
    }
    throw failed(`the server sent us elsewhere more than ${MAX_REDIRECTS} times`);
  };
}

function checked(raw: string, base: string | undefined, isAllowed: (address: string) => boolean): URL {
  if (!URL.canParse(raw, base)) throw refused('it cannot be parsed');
  const url = new URL(raw, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('it is neither http nor https');
  if (url.username !== '' || url.password !== '') throw refused('it holds a user name or a password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowed(host)) throw notPublic();
  return url;
}

/** One address that is not public refuses the name: whoever mixes them means harm. */
function guardedLookup(lookup: LookupFunction, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) return callback(notPublic(), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

function notPublic(): BridgeError {
  return refused('its host is not on the public internet');
}

function refused(why: string): BridgeError {
  return new BridgeError('url_refused', `A file's URL was not opened: ${why}.`);
}

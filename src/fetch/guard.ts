import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { BridgeError } from '../protocol/errors.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface GuardOptions {
  /** For tests against local servers; the service never sets it. */
  allowLoopback?: boolean;
  /** Names and addresses, in lower case, that may be reached wherever they are. */
  allowHosts?: readonly string[];
  lookup?: LookupFunction;
  /** Makes the error for a URL that may not be opened; `why` ends a sentence and names no URL, which can hold a token. */
  refused: (why: string) => BridgeError;
}

/** Keeps what is opened on the public internet. */
export interface Guard {
  /** The URL, checked as far as it tells. A relative one needs a `base`. Throws what `refused` makes. */
  check(raw: string, base?: string): URL;
  /** Finds the addresses of a host's name; fails with what `refused` makes when they are not public. */
  lookup: LookupFunction;
}

/**
 * What is checked is the address that the connection goes to: an address in the URL itself (which the URL parser has
 * brought into its usual form, whatever base it was written in), and every answer of the name lookup that the connection
 * makes, so that a name which changes its mind in between gains nothing.
 */
export function createGuard(options: GuardOptions): Guard {
  const { allowLoopback = false, allowHosts = [], lookup = systemLookup, refused } = options;
  const allowed = new Set(allowHosts);
  const isAllowed = (address: string) =>
    isPublicAddress(address) || allowed.has(address) || (allowLoopback && isLoopbackAddress(address));
  const notPublic = () => refused('its host is not on the public internet');
  return {
    check(raw, base) {
      if (!URL.canParse(raw, base)) throw refused('it cannot be parsed');
      const url = new URL(raw, base);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('it is neither http nor https');
      if (url.username !== '' || url.password !== '') throw refused('it holds a user name or a password');
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !isAllowed(host)) throw notPublic();
      return url;
    },
    /** One address that is not public refuses the name: whoever mixes them means harm. */
    lookup(hostname, wanted, callback) {
      lookup(hostname, { ...wanted, all: true }, (error, found) => {
        if (error) return callback(error, []);
        const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
        const [first] = addresses;
        const isFine = allowed.has(hostname.toLowerCase()) || addresses.every(({ address }) => isAllowed(address));
        if (!first || !isFine) return callback(notPublic(), []);
        if (wanted.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
  };
}

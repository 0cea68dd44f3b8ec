import { isIP } from 'node:net';
import { isPublicAddress } from '../fetch/public-address.ts';

/** What keeps a checked http(s) URL from being called, as the end of a sentence. What its name stands for is looked up later. */
export function webhookUrlProblem(url: string, allowHosts: readonly string[]): string | undefined {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isInside = isIP(host) === 0 ? /(?:^|\.)localhost$/.test(host) : !isPublicAddress(host);
  if (!isInside || allowHosts.includes(host)) return undefined;
  return 'its host is not on the public internet. To allow it, name it under async.allow_hosts of the formation';
}

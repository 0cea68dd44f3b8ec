import { setTimeout as sleep } from 'node:timers/promises';
import type { Resolver } from 'mailauth';

/** Who handed a mail over. */
export interface Client {
  ip: string;
  helo: string;
  /** MAIL FROM; empty = the null sender. */
  from: string;
}

/**
 * The address in From when its domain vouches for the mail by DMARC, RFC 7489: by SPF or by a DKIM signature over the
 * whole mail. Empty when not; nothing when the DNS did not tell, so that the mail should come again later.
 */
export type CheckSender = (raw: Buffer, client: Client) => Promise<string | undefined>;

/** For all look-ups of one mail. */
const TIMEOUT_MS = 15_000;

/** Loads the library. `host` is what we call ourselves. */
export async function loadCheckSender(host: string, resolver?: Resolver): Promise<CheckSender> {
  const { authenticate } = await import('mailauth');
  return async (raw, { ip, helo, from }) => {
    const options = {
      ip,
      helo,
      sender: from,
      mta: host,
      trustReceived: false,
      disableArc: true,
      disableBimi: true,
    } as const;
    const timeout = new AbortController();
    const checked = await Promise.race([
      authenticate(raw, { ...options, ...(resolver && { resolver }) }),
      sleep(TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
    if (!checked) return undefined;
    const { dkim, spf, dmarc } = checked;
    if (dmarc && dmarc.status.result === 'pass') {
      // A signature over the beginning of the mail says nothing of what somebody put behind it.
      const isWhole = Boolean(dmarc.alignment?.spf.result) || !dmarc.alignment?.dkim.underSized;
      return isWhole ? (dkim.headerFrom[0] ?? '') : '';
    }
    const statuses = [
      ...dkim.results.map(({ status }) => status),
      ...(spf ? [spf.status] : []),
      ...(dmarc ? [dmarc.status] : []),
    ];
    return statuses.some(({ result }) => result === 'temperror') ? undefined : '';
  };
}

import { domainToASCII } from 'node:url';
import type { Envelope, PersonalMail } from '../read/mail.ts';
import { normalMailbox } from '../read/mailboxes.ts';
import { readAuthenticationResults } from './authentication-results.ts';

/**
 * Whether the domain in From vouches for the mail (DMARC, RFC 7489): our own listener found so, or our mail server says
 * so in the topmost header `Authentication-Results` that bears its name. Headers under other names, and lower ones under
 * its own, may have been written by the sender: RFC 8601, section 5.
 */
export function isAligned(
  mail: Pick<PersonalMail, 'from' | 'isOneSender' | 'authenticationResults'>,
  envelope: Envelope | undefined,
  authservId: string | undefined,
): boolean {
  if (!mail.isOneSender) return false;
  if (envelope?.vouchedFor !== undefined) return normalMailbox(envelope.vouchedFor) === mail.from.address;
  if (authservId === undefined) return false;
  const ours = mail.authenticationResults
    .map(readAuthenticationResults)
    .find((results) => results?.authservId === authservId.toLowerCase());
  const verdicts = ours?.verdicts.filter(({ method }) => method === 'dmarc') ?? [];
  const domain = mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1);
  return (
    verdicts.length > 0 &&
    verdicts.every(
      ({ result, properties }) => result === 'pass' && domainToASCII(properties.get('header.from') ?? '') === domain,
    )
  );
}

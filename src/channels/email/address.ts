import { z } from 'zod';
import { clipLabel } from '../../markup/clip-label.ts';
import type { Address } from '../../protocol/turn.ts';
import { MAX_ADDRESS_CHARS, MAX_SUBJECT_UNITS } from './limits.ts';

/**
 * One mailbox and nothing that a header could read as another: no white space, comma, bracket, quote or control character.
 * Nor the signs for ohm, kelvin and angstrom, which become letters in lower case: `\u212aate@…` would be Kate.
 */
const MAILBOX = /^[^\s\p{C}@<>()[\]\\,;:"\u2126\u212a\u212b]+@[^\s\p{C}@<>()[\]\\,;:"\u2126\u212a\u212b]+$/u;

/** Gives the bare address of `ann@example.com` or `Ann <ann@example.com>`; nothing when it holds none, or several. */
export function mailboxIn(written: string): string | undefined {
  const named = /^[^<>]*<([^<>]*)>\s*$/.exec(written);
  const mailbox = (named?.[1] ?? written).trim();
  return mailbox.length <= MAX_ADDRESS_CHARS && MAILBOX.test(mailbox) ? mailbox : undefined;
}

/**
 * `{address, subject?, unverified?}`. A subject is one line, whatever was in it. `unverified: 1` is the conversation of
 * mail that only says that it is from there.
 */
export const emailAddress = z.strictObject({
  address: z
    .string()
    .trim()
    .refine((address) => mailboxIn(address) === address, 'must be one bare mail address, e.g. ann@example.com'),
  subject: z
    .string()
    .transform((subject) => clipLabel(subject, MAX_SUBJECT_UNITS, 'utf16'))
    .exactOptional(),
  unverified: z.literal(1).exactOptional(),
}) satisfies z.ZodType<Address>;

const PREFIX = 'email:';
/** No mailbox begins like this, since none holds a colon. */
const UNVERIFIED = 'unverified:';

/** `email:<address>` or `email:unverified:<address>`, in lower case; the subject is no part of it. */
export function conversationOf({ address, unverified }: Address): string {
  return `${PREFIX}${unverified === 1 ? UNVERIFIED : ''}${String(address).toLowerCase()}`;
}

export function addressOf(conversation: string): Address | undefined {
  if (!conversation.startsWith(PREFIX)) return undefined;
  const named = conversation.slice(PREFIX.length);
  const isUnverified = named.startsWith(UNVERIFIED);
  const address = mailboxIn(isUnverified ? named.slice(UNVERIFIED.length) : named);
  return address === undefined ? undefined : { address, ...(isUnverified && { unverified: 1 }) };
}

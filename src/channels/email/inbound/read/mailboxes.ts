import { domainToASCII } from 'node:url';
import type { EmailAddress, parseAddressHeader } from 'mailparser';
import { clipLabel } from '../../../../markup/clip-label.ts';
import { mailboxIn } from '../../address.ts';
import type { Mailbox } from './mail.ts';

const MAX_NAME_GRAPHEMES = 64;
/** Longest address header that is read; a mail to more people than fit in there is a circular. */
const MAX_HEADER_CHARS = 64_000;

/** The library's reader of address headers: it unfolds, decodes and knows quotes and comments. */
export type ParseAddresses = typeof parseAddressHeader;

/** The mailboxes that address headers name. What is no address is left out. */
export function mailboxesIn(values: readonly string[], parse: ParseAddresses): Mailbox[] {
  return values
    .map((value) => value.slice(0, MAX_HEADER_CHARS))
    .flatMap((value) => parse(value, { flatten: true, decodePunycode: false }).value)
    .flatMap((entry) => mailboxOf(entry) ?? []);
}

function mailboxOf({ address = '', name }: EmailAddress): Mailbox | undefined {
  const written = normalMailbox(address);
  if (written === undefined) return undefined;
  const shown = clipLabel(name, MAX_NAME_GRAPHEMES, 'grapheme');
  return { address: written, ...(shown !== '' && { name: shown }) };
}

/** A From is one line; RFC 5322, section 2.1.1. Nobody reads a longer one. */
const MAX_FROM_CHARS = 998;

/**
 * Whether a From can be read in one way only: this mailbox, bare or in brackets at the end. Of a group, a list, or a name
 * with loose commas or brackets, the server that checked the sender may have read another mailbox than we do.
 */
export function namesOnly(from: string, address: string): boolean {
  if (from.length > MAX_FROM_CHARS) return false;
  const words = from
    .replace(/"(?:[^"\\]|\\.)*"/g, ' ')
    .replace(/\([^()]*\)/g, ' ')
    .trim();
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(words) ?? [];
  // Some phones give the address as the name.
  const isName = !/[(),:;@"\\]/.test(name) || normalMailbox(name.trim()) === address;
  return isName && normalMailbox(bracketed ?? words) === address;
}

/** The same mailbox in the one way that we write it: lower case, the domain in ASCII. Nothing for what is none. */
export function normalMailbox(address: string): string | undefined {
  const mailbox = mailboxIn(address)?.toLowerCase();
  if (mailbox === undefined) return undefined;
  const at = mailbox.lastIndexOf('@') + 1;
  const domain = domainToASCII(mailbox.slice(at));
  return domain === '' ? undefined : mailboxIn(mailbox.slice(0, at) + domain);
}

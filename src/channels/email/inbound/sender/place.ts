import type { Address } from '../../../../protocol/turn.ts';
import { conversationOf } from '../../address.ts';
import { suffixIn } from '../../plus-address.ts';
import type { ReplyTokens } from '../../reply-token.ts';
import type { Envelope, PersonalMail } from '../read/mail.ts';
import { isAligned } from './is-aligned.ts';

/** What it takes for a mail to answer a question: the reply address and DMARC, or the reply address alone. */
export type Trust = 'dmarc' | 'token';

export interface PlaceDeps {
  /** Our own, in lower case. */
  mailbox: string;
  tokens: ReplyTokens;
  trust: Trust;
  authservId: string | undefined;
  nowMs: number;
}

/** Where a mail belongs, and what it may do there. */
export interface Place {
  address: Address;
  /** Whether its first line may answer a question, and its text command the bot. */
  mayAnswer: boolean;
  /** Whether somebody vouches for From: its domain, or the reply address that only this mailbox was told. */
  isProven: boolean;
}

/**
 * Finds the conversation that a mail belongs to. From can be written by anybody, so it alone opens no conversation of
 * the person it names:
 *
 * - Sent to a reply address that was sealed for this very From: that conversation. Only who reads that mailbox, or was
 *   passed a mail of ours, knows the address. With DMARC, or where the formation trusts the address alone, it may answer.
 * - Without one, and From is vouched for by DMARC: the person's conversation. It answers nothing and commands nothing.
 * - Otherwise a conversation apart, `email:unverified:<address>`, with a memory of its own. Whoever forges a From reaches
 *   that and no more, and the answer goes to the person named, not to them.
 *
 * A reply address that was sealed for another mailbox counts for nothing: somebody passed our mail on.
 */
export function placeOf(mail: PersonalMail, envelope: Envelope | undefined, deps: PlaceDeps): Place {
  const subject = mail.subject === '' ? {} : { subject: mail.subject };
  const known: Address = { address: mail.from.address, ...subject };
  const apart: Address = { ...known, unverified: 1 };
  const isVouchedFor = isAligned(mail, envelope, deps.authservId);

  const suffixes = mail.recipients.flatMap((recipient) => suffixIn(recipient, deps.mailbox) ?? []);
  const sealedFor = (address: Address) =>
    suffixes.some((suffix) => deps.tokens.open(suffix, { conversation: conversationOf(address), nowMs: deps.nowMs }));
  const sealed = mail.isOneSender ? [known, apart].find(sealedFor) : undefined;
  if (sealed) return { address: sealed, mayAnswer: isVouchedFor || deps.trust === 'token', isProven: true };
  return { address: isVouchedFor ? known : apart, mayAnswer: false, isProven: isVouchedFor };
}

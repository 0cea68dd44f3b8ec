import type { InboundFile } from '../../../../protocol/turn.ts';

/** What the transport said of a mail, where there was one: RFC 5321, section 3.3. */
export interface Envelope {
  /** Empty = the null sender, which nobody may answer. */
  from?: string;
  to?: readonly string[];
  /** The address in From, where our own listener found that its domain vouches for it (DMARC); empty where not. Absent = it did not look. */
  vouchedFor?: string;
}

/** A mailbox as a header names it. `address` is in lower case, its domain in ASCII. */
export interface Mailbox {
  address: string;
  name?: string;
}

/** A mail from somebody who may be a person. */
export interface PersonalMail {
  kind: 'message';
  from: Mailbox;
  /** Whether From names one mailbox, once, and cannot be read in another way: else nobody can tell who wrote it. */
  isOneSender: boolean;
  /** Every mailbox it was sent to, as far as headers and envelope tell; in lower case. */
  recipients: readonly string[];
  /** One line. */
  subject: string;
  /** What they wrote themselves. */
  text: string;
  /** The first line of that, which may answer a question. Empty where all of it may be quoted. */
  firstLine: string;
  files: readonly MailFile[];
  /** With its brackets; absent in mail of old programs. */
  messageId?: string;
  inReplyTo?: string;
  /** Oldest first, with their brackets. */
  references: readonly string[];
  /** Values of the headers `Authentication-Results`, the topmost first. */
  authenticationResults: readonly string[];
}

/** A file of a mail, without its bytes. */
export type MailFile = Omit<InboundFile, 'ref' | 'url'>;

/** What a mail is. Only a message is for an agent; nothing else may ever be answered. */
export type Mail =
  | PersonalMail
  /** A machine wrote it by itself: RFC 3834. */
  | { kind: 'automatic'; reason: string }
  /** A mail of ours came back: RFC 3464. */
  | { kind: 'bounce'; delivery: string | undefined; isFinal: boolean; reason: string }
  /** We wrote it ourselves. */
  | { kind: 'own' }
  /** It is no mail, or one that no reader of ours takes. */
  | { kind: 'unreadable'; reason: string };

import { createHash } from 'node:crypto';
import type { Inbound } from '../../../protocol/inbound.ts';
import type { Rate } from '../../../protocol/pace.ts';
import { conversationOf } from '../address.ts';
import { writeThread } from '../outbound/thread.ts';
import type { EmailSettings } from '../settings.ts';
import { fileRef } from './file-ref.ts';
import { type KeptMail, writeKeptMail } from './kept-mail.ts';
import type { PersonalMail } from './read/mail.ts';

const DAY_SEC = 86_400;

/** What a mail says to an agent. */
export function toInbound(mail: PersonalMail, kept: KeptMail, caps: EmailSettings['caps']): Inbound {
  const { from, messageId, references, inReplyTo } = mail;
  const dedupeKey = dedupeKeyOf(mail, kept.mime);
  const isUnverified = kept.address.unverified === 1;
  return {
    dedupeKey,
    raw: writeKeptMail(kept),
    address: kept.address,
    person: { id: from.address, ...(from.name !== undefined && { name: from.name }) },
    isAttributable: true,
    // Limits of a person are not to be used up by whoever writes their name.
    ...(isUnverified && { isNameless: true }),
    ...(messageId !== undefined && { secret: writeThread({ messageId, references }) }),
    event: {
      type: 'message',
      text: mail.text,
      files: mail.files.map((file, index) => ({ ...file, ref: fileRef(dedupeKey, index) })),
      messageId: messageId ?? dedupeKey,
      ...(inReplyTo !== undefined && { repliesTo: inReplyTo }),
      typed: kept.mayAnswer ? mail.firstLine : '',
      caps: capsOf(mail, conversationOf(kept.address), caps),
    },
  };
}

/** Machines that answer each other stop here, whatever they call themselves. */
function capsOf(
  { references, inReplyTo, messageId }: PersonalMail,
  conversation: string,
  caps: EmailSettings['caps'],
): { bucket: string; rate: Rate }[] {
  const thread = references[0] ?? inReplyTo ?? messageId;
  return [
    { bucket: `sender ${conversation}`, rate: perDay(caps.per_sender_per_day) },
    ...(thread === undefined
      ? []
      : [{ bucket: `thread ${conversation} ${digestOf(thread)}`, rate: perDay(caps.per_thread_per_day) }]),
  ];
}

function perDay(count: number): Rate {
  return { perSecond: count / DAY_SEC, burst: count };
}

/**
 * The same mail gives the same key, whichever way it comes. Two senders never share one, so nobody can have another's
 * mail taken for a repeat. A mail without a Message-ID is known by its bytes.
 */
function dedupeKeyOf({ from, messageId }: PersonalMail, mime: Buffer): string {
  const hash = createHash('sha256').update(from.address).update('\n');
  return `mail_${hash
    .update(messageId ?? mime)
    .digest('hex')
    .slice(0, 40)}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { messageIdOf } from '../message-id.ts';
import { plusAddress } from '../plus-address.ts';
import type { ReplyTokens } from '../reply-token.ts';
import type { EmailSettings } from '../settings.ts';
import { machineHeaders, templateHeaders, threadHeaders, threadIn, unsubscribeHeaders } from './headers.ts';
import { htmlPage, type LinkedChoice } from './html-page.ts';
import type { MailPayload, Party } from './payload.ts';
import { subjectOf } from './subject.ts';
import { readThread } from './thread.ts';

/** What a mail is made with beside its payload. */
export interface Making {
  settings: Pick<EmailSettings, 'html' | 'reply_address' | 'unsubscribe'>;
  /** Who we are. */
  own: Party;
  tokens: ReplyTokens;
  nowMs: number;
}

/** The mail of one delivery. */
export interface Delivery {
  deliveryId: string;
  payload: MailPayload;
  /** Where it goes, as `conversationOf` names it. */
  conversation: string;
  /** What it answers, as `writeThread` wrote it. Absent: nobody asked for it. */
  thread?: string | undefined;
  choices: readonly LinkedChoice[];
  attachment?: { filename: string; contentType: string; content: Buffer } | undefined;
}

/**
 * Puts a mail together. Whatever people or agents wrote stands in one place only: people as `{name, address}`, which no
 * header or recipient can hide in, the subject on one line, the words in the parts.
 *
 * The same delivery gives the same mail, Message-ID included, but for its date and, from one day to the next, the token
 * in its reply address.
 */
export function composeMail(
  { deliveryId, payload, conversation, choices, attachment, ...delivery }: Delivery,
  { settings, own, tokens, nowMs }: Making,
): SendMailOptions & { messageId: string } {
  const { to } = payload;
  const thread = readThread(delivery.thread) ?? threadIn(payload.headers);
  const hasPlus = settings.reply_address === 'plus';
  const token = tokens.seal({ conversation, nowMs });
  const replyTo = hasPlus ? (plusAddress(own.address, token) ?? own.address) : own.address;
  // A bounce goes to the sender of the envelope, and names its delivery there.
  const sender = hasPlus ? (plusAddress(own.address, deliveryId) ?? own.address) : own.address;
  const html = settings.html && payload.html !== undefined ? htmlPage(payload.html, choices) : undefined;
  const from = payload.from ?? own;
  return {
    messageId: messageIdOf(deliveryId, own.address),
    envelope: { from: sender, to: [to.address] },
    from,
    to,
    replyTo: { name: from.name, address: replyTo },
    subject: subjectOf(payload.subject, { isAnswer: thread !== undefined }),
    text: payload.text,
    ...(html !== undefined && { html }),
    ...(attachment && { attachments: [attachment] }),
    headers: {
      ...templateHeaders(payload.headers),
      ...machineHeaders(thread, own.address),
      ...threadHeaders(thread),
      ...(!thread && unsubscribeHeaders(settings.unsubscribe, to.address)),
    },
    baseBoundary: createHash('sha256').update(deliveryId).digest('hex').slice(0, 16),
  };
}

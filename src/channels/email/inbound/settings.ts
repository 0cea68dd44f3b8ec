import { z } from 'zod';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The part of `channels.email` that says how mail comes in, and what it may do. */
export const inboundSettings = {
  imap: z
    .url({ protocol: /^imaps?$/, error: 'must be an imap or imaps URL, e.g. imaps://user:password@mail.example/INBOX' })
    .or(z.literal(''))
    .optional(),
  /** Mail that is posted to `/channels/email/inbound` bears it. Empty or absent: that route is closed. */
  inbound_secret: z
    .string()
    .regex(
      /^[!-~]{16,256}$/,
      'must be 16 to 256 printable characters without white space, e.g. of openssl rand -hex 32',
    )
    .or(z.literal(''))
    .optional(),
  /** Takes mail by SMTP itself. */
  listen: z.strictObject({ host: z.string().min(1).default('127.0.0.1'), port: z.int().min(0).max(65_535) }).optional(),
  /** The name under which our mail server signs its `Authentication-Results`: RFC 8601, section 2.2. */
  authserv_id: z
    .string()
    .regex(
      /^[A-Za-z0-9._-]{1,255}$/,
      'must be the first word of the header Authentication-Results, e.g. mx.acme.example',
    )
    .optional(),
  /** What a mail needs to answer a question: its reply address and DMARC, or the reply address alone. */
  trust: z.enum(['dmarc', 'token']).default('dmarc'),
  /** Largest mail that is read, bytes, as it comes over the wire. */
  max_mail_bytes: z
    .int()
    .min(64 * KIB)
    .max(50 * MIB)
    .default(10 * MIB),
  /** How many mails a day one sender may send, and how many may come in one thread; the rest is dropped. */
  caps: z
    .strictObject({
      per_sender_per_day: z.int().min(1).max(100_000).default(200),
      per_thread_per_day: z.int().min(1).max(100_000).default(100),
    })
    .default({ per_sender_per_day: 200, per_thread_per_day: 100 }),
};

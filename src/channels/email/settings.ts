import { z } from 'zod';
import { mailboxIn } from './address.ts';

const sender = z
  .string()
  .refine((from) => from === '' || mailboxIn(from) !== undefined, 'must be an address, e.g. Acme <bot@acme.example>');

const address = z
  .string()
  .refine((from) => mailboxIn(from) === from, 'must be a bare mail address, e.g. ann@example.com')
  .toLowerCase();

/** `channels.email` of a formation. Empty strings count as not set. */
export const emailSettings = z.strictObject({
  from: sender,
  smtp: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps URL, e.g. smtps://user:password@mail.example' })
    .or(z.literal('')),
  imap: z
    .url({ protocol: /^imaps?$/, error: 'must be an imap or imaps URL, e.g. imaps://user:password@mail.example' })
    .or(z.literal(''))
    .optional(),
  /** Whether a mail has an HTML part beside its text. */
  html: z.boolean().optional(),
  /** Only these senders are heard. Absent = everyone. */
  allow: z.array(address).min(1, 'must name somebody; leave it out to hear everyone').optional(),
});

export type EmailSettings = z.infer<typeof emailSettings>;

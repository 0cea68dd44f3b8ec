import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { mailboxIn } from './address.ts';
import { inboundSettings } from './inbound/settings.ts';
import { MAX_PLUS_LOCAL_OCTETS } from './limits.ts';

const sender = z
  .string()
  .refine((from) => from === '' || mailboxIn(from) !== undefined, 'must be an address, e.g. Acme <bot@acme.example>');

const address = z
  .string()
  .refine((from) => mailboxIn(from) === from, 'must be a bare mail address, e.g. ann@example.com')
  .toLowerCase();

const dkim = z.strictObject({
  domain: z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'must be the domain that signs, e.g. acme.example'),
  selector: z.string().regex(/^[a-z0-9.-]{1,63}$/i, 'must be a selector as it stands in the DNS, e.g. mail2026'),
  /** PEM. An environment variable may hold it on one line, with `\n` for the line ends. */
  private_key: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'must be a private RSA key in PEM, as openssl writes it'),
});

/** `channels.email` of a formation. Empty strings count as not set. */
export const emailSettings = z
  .strictObject({
    from: sender,
    smtp: z
      .url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps URL, e.g. smtps://user:password@mail.example' })
      .or(z.literal('')),
    ...inboundSettings,
    /** Whether a mail has an HTML part beside its text. */
    html: z.boolean().default(true),
    /**
     * `plus`: mail is answered to `bot+<token>@host`, which proves that the answer is to a mail of ours, and bounces come
     * back to such an address. `none`: to `from` itself.
     */
    reply_address: z.enum(['plus', 'none']).default('plus'),
    dkim: dkim.optional(),
    /** Where whoever does not want our mail says so; `{address}` is theirs. Stands in the header of mail that nobody asked for. */
    unsubscribe: z
      .string()
      .regex(
        /^(?:https:\/\/|mailto:)[!-;=?-~]+$/,
        'must be an https or a mailto URL, e.g. https://acme.example/stop?who={address}',
      )
      .optional(),
    /** Only these senders are heard. Absent = everyone. */
    allow: z.array(address).min(1, 'must name somebody; leave it out to hear everyone').optional(),
  })
  .refine(({ from, reply_address }) => reply_address === 'none' || localOctets(from) <= MAX_PLUS_LOCAL_OCTETS, {
    path: ['from'],
    error: `is too long before the @ for reply_address: plus, which takes ${MAX_PLUS_LOCAL_OCTETS} bytes at most. Use a shorter address, or reply_address: none`,
  });

export type EmailSettings = z.infer<typeof emailSettings>;

function localOctets(from: string): number {
  return Buffer.byteLength((mailboxIn(from) ?? '').split('@', 1)[0] ?? '');
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

import { createTransport } from 'nodemailer';
import { EmulatorMisuse } from '../misuse.ts';

/** How people's mail gets to the bot: its own mail server, or a mail provider that posts it. */
export type WayIn =
  | { smtp: { port: number } }
  /** `secret` is sent as the password of basic authentication. */
  | { http: { url: string; secret: string } };

/** Hands a mail to the bot. Throws when the bot does not take it, with its code. */
export async function handIn(
  raw: Buffer,
  envelope: { from: string; to: string },
  way: WayIn | undefined,
): Promise<void> {
  if (!way) throw new EmulatorMisuse('There is no way to the bot yet. Set one with setWayIn.');
  if ('smtp' in way) {
    const transport = createTransport({ host: '127.0.0.1', port: way.smtp.port, ignoreTLS: true });
    await transport.sendMail({ raw, envelope });
    return;
  }
  const { url, secret } = way.http;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from(`inbound:${secret}`).toString('base64')}`,
      'x-envelope-from': envelope.from,
      'x-envelope-to': envelope.to,
    },
    body: new Uint8Array(raw),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new EmulatorMisuse(`The bot did not take the mail: ${response.status}.`);
}

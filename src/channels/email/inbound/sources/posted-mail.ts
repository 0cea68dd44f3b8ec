import type { ChannelRequest } from '../../../../protocol/channel.ts';
import { BridgeError } from '../../../../protocol/errors.ts';
import type { Envelope } from '../read/mail.ts';

/** Fields in which mail providers post the mail as it came: SendGrid, Mailgun, and others after them. */
const RAW_FIELDS = ['email', 'body-mime', 'raw', 'mime', 'message'];

/**
 * The mail of a request: the body itself, with its envelope in `X-Envelope-From` and `X-Envelope-To` where those are
 * known, or a field of a form that a mail provider posts. Throws `body_invalid`.
 */
export async function mailIn(
  headers: ChannelRequest['headers'],
  body: Buffer,
): Promise<{ raw: Buffer; envelope: Envelope }> {
  const type = headers['content-type'];
  if (typeof type !== 'string' || !/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    if (body.length === 0) throw noMail();
    return { raw: body, envelope: envelopeOf(headers['x-envelope-from'], headers['x-envelope-to']) };
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw noMail();
  });
  const value = RAW_FIELDS.map((name) => form.get(name)).find((field) => field !== null);
  if (value === undefined || value === null) throw noMail();
  const raw = typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer());
  return { raw, envelope: envelopeOf(form.get('sender'), form.get('recipient')) };
}

/** What the provider tells of the mail's way, as far as it does. An empty sender is the null sender. */
function envelopeOf(from: unknown, to: unknown): Envelope {
  return {
    ...(typeof from === 'string' && { from: from.trim() }),
    ...(typeof to === 'string' && { to: to.split(',') }),
  };
}

function noMail(): BridgeError {
  return new BridgeError(
    'body_invalid',
    "There is no mail in the body. Send it in MIME as message/rfc822, or as a provider's form with one of the fields email, body-mime, raw, mime, message.",
  );
}

import type { ChannelRequest } from '../../../../protocol/channel.ts';
import { BridgeError } from '../../../../protocol/errors.ts';
import { objectIn } from '../../../../protocol/loose.ts';
import type { Envelope } from '../read/mail.ts';

/** Fields in which mail providers post the mail as it came: SendGrid, Mailgun, and others after them. */
const RAW_FIELDS = ['email', 'body-mime', 'raw', 'mime', 'message'];

/**
 * The mail of a request: the body itself, with its envelope in `X-Envelope-From` and `X-Envelope-To` where those are
 * known, or a field of a form that a mail provider posts. Throws `body_invalid`.
 */
export function mailIn(headers: ChannelRequest['headers'], body: Buffer): { raw: Buffer; envelope: Envelope } {
  const type = headers['content-type'];
  if (typeof type !== 'string' || !/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    if (body.length === 0) throw noMail();
    return { raw: body, envelope: envelopeOf(headers['x-envelope-from'], headers['x-envelope-to']) };
  }
  const form = fieldsIn(type, body);
  const raw = RAW_FIELDS.map((name) => form.get(name)).find((field) => field !== undefined);
  if (raw === undefined) throw noMail();
  const told = envelopeIn(form.get('envelope'));
  return {
    raw: Buffer.from(raw, 'latin1'),
    envelope: envelopeOf(told.from ?? form.get('sender'), told.to ?? form.get('recipient')),
  };
}

/** The fields of a form, one character for each byte: a form is mostly UTF-8, the mail in it may be in any charset. */
function fieldsIn(type: string, body: Buffer): ReadonlyMap<string, string> {
  const written = body.toString('latin1');
  if (!/^multipart/i.test(type)) {
    return new Map(written.split('&').map((pair) => bytesIn(pair).split(/=(.*)/s, 2) as [string, string]));
  }
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = (quoted ?? plain)?.replace(/\W/g, '\\$&');
  if (boundary === undefined) throw noMail();
  // Not by `Response.formData`: it decodes, and wants 27 characters of a boundary, where SendGrid's has 5.
  const [, ...parts] = `\r\n${written}`.split(new RegExp(`\\r\\n--${boundary}(?=--|[ \\t]*\\r\\n)`));
  // The first of a name counts: who knows a provider's boundary can write fields into their mail, behind its beginning.
  return new Map(parts.flatMap(fieldIn).reverse());
}

/** A part of `multipart/form-data`: RFC 7578. */
function fieldIn(part: string): [name: string, value: string][] {
  const end = part.indexOf('\r\n\r\n');
  const name = /^content-disposition:[^\r\n]*?\bname="([^"\r\n]*)"/im.exec(part.slice(0, Math.max(0, end)))?.[1];
  return name === undefined ? [] : [[name, part.slice(end + 4)]];
}

function bytesIn(escaped: string): string {
  return escaped
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The envelope as SendGrid writes it: JSON, `{"to": [...], "from": "..."}`. */
function envelopeIn(field = ''): { from?: unknown; to?: unknown } {
  try {
    const { from, to } = objectIn(JSON.parse(field)) ?? {};
    return { from, to: Array.isArray(to) ? to.join(',') : to };
  } catch {
    return {};
  }
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

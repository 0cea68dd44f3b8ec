import type { ParsedMail } from 'mailparser';
import { deliveryInSuffix, deliveryOf } from '../../message-id.ts';
import { suffixIn } from '../../plus-address.ts';
import { idsIn, type RawHeaders } from './headers.ts';
import type { Mail } from './mail.ts';

/** Of a report, so much is looked at. */
const MAX_REPORT_CHARS = 64_000;

/**
 * Reads a delivery status notification: RFC 3464. Which mail of ours it is about, it tells by the address that it came
 * to and by the Message-ID of what it returns. Nothing when it is no such notification.
 */
export function readBounce(
  mail: ParsedMail,
  headers: RawHeaders,
  about: { mailbox: string; recipients: readonly string[] },
): Extract<Mail, { kind: 'bounce' }> | undefined {
  if (!/^multipart\/report\b.*delivery-status/i.test(headers.first('content-type') ?? '')) return undefined;
  const report = textOf(mail, 'message/delivery-status');
  const returned = textOf(mail, 'text/rfc822-headers') ?? textOf(mail, 'message/rfc822') ?? '';
  const action = field(report ?? '', 'action')?.toLowerCase();
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(field(report ?? '', 'status') ?? '')?.[0];

  const ids = [
    ...idsIn(field(returned, 'message-id')),
    ...idsIn(headers.first('in-reply-to')),
    ...idsIn(headers.first('references')),
  ].map((id) => deliveryOf(id, about.mailbox));
  const toUs = about.recipients.map((recipient) => deliveryInSuffix(suffixIn(recipient, about.mailbox)));
  const [delivery] = [...toUs, ...ids].filter((id) => id !== undefined);
  return {
    kind: 'bounce',
    delivery,
    isFinal: action === undefined ? status?.startsWith('5') === true : action === 'failed',
    reason: status === undefined ? 'bounced' : `bounced ${status}`,
  };
}

/** A part of the report as text. */
function textOf(mail: ParsedMail, type: string): string | undefined {
  const part = mail.attachments.find(({ contentType }) => contentType.toLowerCase() === type);
  return part?.content.subarray(0, MAX_REPORT_CHARS).toString('latin1');
}

/** The first field of this name in a block of headers, unfolded. */
function field(block: string, name: string): string | undefined {
  const unfolded = block.replace(/\r?\n[ \t]+/g, ' ');
  const line = unfolded.split(/\r?\n/).find((candidate) => candidate.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

import { type AddressObject, simpleParser } from 'mailparser';
import type { Mail, Person } from './wire.ts';

/** Reads a mail as a mail reader does. */
export async function readMail(raw: Buffer, about: Pick<Mail, 'id' | 'atMs' | 'envelope'>): Promise<Mail> {
  const parsed = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true });
  const from = peopleIn(parsed.from)[0] ?? { name: '', address: about.envelope.from };
  const references = parsed.references ?? [];
  return {
    ...about,
    from,
    to: peopleIn(parsed.to),
    replyTo: peopleIn(parsed.replyTo)[0] ?? from,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    ...(parsed.html && { html: parsed.html }),
    messageId: parsed.messageId ?? '',
    ...(parsed.inReplyTo !== undefined && { inReplyTo: parsed.inReplyTo }),
    references: typeof references === 'string' ? [references] : references,
    headers: parsed.headerLines.map(({ key, line }) => ({ name: key, value: unfolded(line) })),
    attachments: parsed.attachments.map(({ filename = '', contentType, size }) => ({
      name: filename,
      mime: contentType,
      bytes: size,
    })),
    raw: raw.toString('latin1'),
  };
}

/** The content of an attachment of a mail, by its number from 0. */
export async function readAttachment(
  { raw }: Mail,
  number: number,
): Promise<{ mime: string; bytes: Uint8Array } | undefined> {
  const { attachments } = await simpleParser(Buffer.from(raw, 'latin1'), {
    skipHtmlToText: true,
    skipTextToHtml: true,
  });
  const found = attachments[number];
  return found && { mime: found.contentType, bytes: found.content };
}

function unfolded(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .replace(/\r?\n/g, '')
    .trim();
}

function peopleIn(header: AddressObject | AddressObject[] | undefined): Person[] {
  const objects = header === undefined ? [] : Array.isArray(header) ? header : [header];
  return objects.flatMap(({ value }) => value.map(({ name, address = '' }) => ({ name, address })));
}

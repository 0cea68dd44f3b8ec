import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

/** What a reader makes of a mail. */
interface Read {
  from: string;
  to: string[];
  replyTo: string;
  subject: string;
  messageId: string;
  inReplyTo: string;
  references: string;
  text: string;
  html: string;
  /** Names and values of all headers, unfolded. */
  headers: string[];
  attachments: { name: string; mime: string; content: string }[];
}

/** A mail as two parsers that share no code read it. */
export async function readTwice(raw: string): Promise<[Read, Read]> {
  return [await byMailparser(raw), await byPostalMime(raw)];
}

async function byMailparser(raw: string): Promise<Read> {
  const mail = await simpleParser(Buffer.from(raw, 'latin1'), { skipHtmlToText: true, skipTextToHtml: true });
  const people = (header: typeof mail.to) =>
    (header === undefined ? [] : [header].flat()).flatMap(({ value }) => value.map(written));
  return {
    from: people(mail.from)[0] ?? '',
    to: people(mail.to),
    replyTo: people(mail.replyTo)[0] ?? '',
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    inReplyTo: mail.inReplyTo ?? '',
    references: [mail.references ?? []].flat().join(' '),
    text: tidy(mail.text),
    html: tidy(mail.html || ''),
    headers: mail.headerLines.map(({ key, line }) => `${key}: ${unfolded(line.slice(line.indexOf(':') + 1))}`),
    attachments: mail.attachments.map(({ filename = '', contentType, content }) => ({
      name: filename,
      mime: contentType,
      content: content.toString('utf8'),
    })),
  };
}

async function byPostalMime(raw: string): Promise<Read> {
  const mail = await PostalMime.parse(Buffer.from(raw, 'latin1'), { attachmentEncoding: 'utf8' });
  const people = (list: typeof mail.to) => (list ?? []).map(({ name, address = '' }) => written({ name, address }));
  return {
    from: people(mail.from && [mail.from])[0] ?? '',
    to: people(mail.to),
    replyTo: people(mail.replyTo)[0] ?? '',
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    inReplyTo: mail.inReplyTo ?? '',
    references: mail.references ?? '',
    text: tidy(mail.text),
    html: tidy(mail.html),
    headers: mail.headerLines.map(({ key, line }) => `${key}: ${unfolded(line.slice(line.indexOf(':') + 1))}`),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      mime: mimeType,
      content: String(content),
    })),
  };
}

function written({ name, address = '' }: { name: string; address?: string | undefined }): string {
  return name === '' ? address : `${name} <${address}>`;
}

function unfolded(value: string): string {
  return value.replace(/\r?\n[ \t]*/g, ' ').trim();
}

/** Line ends, and those after the last line, which parsers keep or not. */
function tidy(text: string | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').replace(/\n+$/, '');
}

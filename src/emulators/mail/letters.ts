import { encodedWords, mailbox, mailDate, mimeMail, type Part } from './mime.ts';
import type { Mail, Person } from './wire.ts';

/** What a person writes. */
export interface Letter {
  subject: string;
  text: string;
  files?: readonly { name: string; mime: string; bytes: Uint8Array }[];
}

interface Stamp {
  messageId: string;
  atMs: number;
}

/** A mail that answers nothing. */
export function newLetter(from: Person, to: Person, letter: Letter, stamp: Stamp): Buffer {
  return written(from, to, letter, stamp, []);
}

/** An answer as Gmail writes it: to Reply-To, `Re: ` once, the whole References, the words above the quoted mail. */
export function replyTo(from: Person, mail: Mail, { text, files }: Omit<Letter, 'subject'>, stamp: Stamp): Buffer {
  const subject = /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`;
  const quoted = mail.text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
  const when = new Date(mail.atMs).toUTCString().replace(/:\d\d GMT$/, '');
  const attribution = `On ${when} ${mailbox(mail.from)} wrote:`;
  const references = [...mail.references, mail.messageId];
  return written(
    from,
    mail.replyTo,
    { subject, text: `${text}\n\n${attribution}\n\n${quoted.join('\n')}\n`, ...(files && { files }) },
    stamp,
    [
      ['In-Reply-To', mail.messageId],
      ['References', references.join('\r\n ')],
    ],
  );
}

function written(
  from: Person,
  to: Person,
  { subject, text, files = [] }: Letter,
  { messageId, atMs }: Stamp,
  thread: readonly (readonly [string, string])[],
): Buffer {
  const body: Part = { type: 'text/plain; charset="UTF-8"', content: text.replaceAll('\n', '\r\n') };
  const attached = files.map(({ name, mime, bytes }): Part => ({ type: mime, content: bytes, name }));
  return mimeMail(
    [
      ['From', mailbox(from)],
      ['To', mailbox(to)],
      ['Subject', encodedWords(subject)],
      ['Date', mailDate(atMs)],
      ['Message-ID', messageId],
      ...thread,
    ],
    [body, ...attached],
    attached.length > 0 ? 'mixed' : 'alternative',
  );
}

/** What an absent person's mailbox answers by itself. RFC 3834. */
export function vacation(from: Person, mail: Mail, { messageId, atMs }: Stamp): Buffer {
  return mimeMail(
    [
      ['From', mailbox(from)],
      ['To', mailbox(mail.replyTo)],
      ['Subject', encodedWords(`Automatic reply: ${mail.subject}`)],
      ['Date', mailDate(atMs)],
      ['Message-ID', messageId],
      ['In-Reply-To', mail.messageId],
      ['Auto-Submitted', 'auto-replied'],
    ],
    [{ type: 'text/plain; charset="UTF-8"', content: 'I am away until Monday.\r\n' }],
  );
}

/** What a server sends back that took a mail and could not deliver it. RFC 3464; its envelope has no sender. */
export function bounce(to: string, mail: Mail, { messageId, atMs }: Stamp): Buffer {
  const host = mail.envelope.to.slice(mail.envelope.to.lastIndexOf('@') + 1);
  const headers = mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\r\n');
  const status = [
    `Reporting-MTA: dns; mx.${host}`,
    '',
    `Final-Recipient: rfc822; ${mail.envelope.to}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 The email account that you tried to reach does not exist',
    '',
  ].join('\r\n');
  return mimeMail(
    [
      ['From', `Mail Delivery System <mailer-daemon@${host}>`],
      ['To', to],
      ['Subject', 'Undelivered Mail Returned to Sender'],
      ['Date', mailDate(atMs)],
      ['Message-ID', messageId],
      ['Auto-Submitted', 'auto-replied'],
    ],
    [
      { type: 'text/plain; charset="UTF-8"', content: 'Your message could not be delivered.\r\n' },
      { type: 'message/delivery-status', content: status },
      { type: 'text/rfc822-headers', content: `${headers}\r\n` },
    ],
    'report; report-type=delivery-status',
  );
}

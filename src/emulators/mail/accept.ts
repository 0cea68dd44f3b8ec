import { SmtpRefusal } from './refusal.ts';

/** RFC 5322, section 2.1.1, without the line end. */
const MAX_LINE_OCTETS = 998;
/** Headers that stand once at most. RFC 5322, section 3.6. */
const ONCE = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'in-reply-to',
  'references',
  'mime-version',
];
/** Gmail refuses a mail without these, 550 5.7.1, read 2026-11. */
const NEEDED = ['from', 'date', 'message-id'];

/** Looks at a mail as strict servers do. Throws an `SmtpRefusal` with their codes for one that is no proper mail. */
export function checkMail(raw: Buffer, recipients: readonly string[]): void {
  const text = raw.toString('latin1');
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) throw new SmtpRefusal(550, '5.6.11 Bare line ends are not allowed');
  if (text.includes('\0')) throw new SmtpRefusal(550, '5.6.0 The message holds a NUL');
  if (text.split('\r\n').some((line) => line.length > MAX_LINE_OCTETS)) {
    throw new SmtpRefusal(550, '5.6.0 A line is longer than 998 octets');
  }
  const head = text.slice(0, Math.max(0, text.indexOf('\r\n\r\n')));
  if (/[^\t\r\n -~]/.test(head)) throw new SmtpRefusal(550, '5.6.7 A header holds raw 8-bit characters');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const broken = lines.find((line) => !/^[!-9;-~]+:/.test(line));
  if (broken !== undefined) throw new SmtpRefusal(550, '5.6.0 A line of the header is no header');
  const names = lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
  const missing = NEEDED.find((name) => !names.includes(name));
  if (missing) throw new SmtpRefusal(550, `5.7.1 The message has no ${missing} header`);
  const twice = ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) throw new SmtpRefusal(550, `5.7.1 The message has more than one ${twice} header`);
  const visible = addressesIn(lines, ['to', 'cc']);
  // A mail whose header names others than its envelope is how an injected recipient shows.
  const hidden = recipients.find((address) => !visible.includes(address.toLowerCase()));
  if (hidden !== undefined) throw new SmtpRefusal(550, '5.7.1 A recipient is not named in the header');
}

function addressesIn(lines: readonly string[], names: readonly string[]): string[] {
  return lines
    .filter((line) => names.includes(line.slice(0, line.indexOf(':')).toLowerCase()))
    .flatMap((line) => line.toLowerCase().match(/[^\s<>,:;"]+@[^\s<>,;"]+/g) ?? []);
}

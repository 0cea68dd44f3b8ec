import type { ParsedMail } from 'mailparser';
import { cleanText, isBlank } from '../../../../markup/clean-text.ts';
import { clipLabel } from '../../../../markup/clip-label.ts';
import { truncateText } from '../../../../markup/truncate-text.ts';
import { reasonOf } from '../../../../protocol/errors.ts';
import { MAX_SUBJECT_UNITS } from '../../limits.ts';
import { deliveryOf } from '../../message-id.ts';
import { suffixIn } from '../../plus-address.ts';
import { ownWords } from '../words/own-words.ts';
import { readBounce } from './bounce.ts';
import { filesOf } from './files.ts';
import { idsIn, type RawHeaders, rawHeaders } from './headers.ts';
import { machineReason } from './machine.ts';
import type { Envelope, Mail } from './mail.ts';
import { mailboxesIn, namesOnly, normalMailbox } from './mailboxes.ts';
import type { MailParser } from './parse.ts';

/** Headers in which mail servers and senders say whom a mail went to. */
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'];
const REPLY_SUBJECT = /^\s*(?:re|aw|sv|antw|odp|回复|答复)\s*[:：]/i;
const FORWARD_SUBJECT = /^\s*(?:fwd?|wg|tr|rv|i|enc|vs|vb|doorst|转发)\s*[:：]/i;
const ALTERNATIVE = /^content-type:\s*multipart\/alternative/im;
/** Longest text that an agent is given, UTF-16 units; a novel of 120 pages. Our choice: some agents pay by the word. */
const MAX_TEXT_UNITS = 200_000;
/** A first line that answers a question is no longer than a choice. */
const MAX_ANSWER_CHARS = 4096;

/** Reads mail as it came over the wire. `mailbox` is our own. Never throws. */
export type ReadMail = (raw: Buffer, envelope?: Envelope) => Promise<Mail>;

export function createReadMail(parser: MailParser, mailbox: string): ReadMail {
  return async (raw, envelope) => {
    try {
      return read(await parser.parse(raw), parser, { mailbox, envelope, raw });
    } catch (error) {
      return { kind: 'unreadable', reason: reasonOf(error) };
    }
  };
}

function read(
  mail: ParsedMail,
  { parseAddresses, htmlWords }: MailParser,
  { mailbox, envelope, raw }: { mailbox: string; envelope: Envelope | undefined; raw: Buffer },
): Mail {
  const headers = rawHeaders(mail.headerLines ?? []);
  const recipients = recipientsOf(headers, envelope, parseAddresses);
  const bounce = readBounce(mail, headers, { mailbox, recipients });
  if (bounce) return bounce;

  const written = headers.all('from');
  const senders = mailboxesIn(written, parseAddresses);
  const [from] = senders;
  if (!from) return { kind: 'unreadable', reason: 'its From names no mailbox' };
  if (isOwn(headers, from.address, mailbox)) return { kind: 'own' };
  const reason = machineReason(headers, from.address, envelope);
  if (reason !== undefined) return { kind: 'automatic', reason };

  const subject = clipLabel(mail.subject ?? '', MAX_SUBJECT_UNITS, 'utf16');
  const [messageId] = idsIn(headers.first('message-id'));
  const [inReplyTo] = idsIn(headers.first('in-reply-to'));
  const references = idsIn(headers.first('references'));
  const said = wordsIn(mail, raw, htmlWords);
  const isReply = inReplyTo !== undefined || references.length > 0 || REPLY_SUBJECT.test(subject);
  const own = ownWords(said, {
    isReply,
    isForward: FORWARD_SUBJECT.test(subject),
    isFlowed: /format\s*=\s*"?flowed/i.test(headers.first('content-type') ?? ''),
  });
  // Some people write a subject and nothing else.
  const words = truncateText(cleanText(own ?? said).trim(), MAX_TEXT_UNITS, '…');
  const text = words === '' && !isReply ? subject : words;
  return {
    kind: 'message',
    from,
    isOneSender: written.length === 1 && senders.length === 1 && namesOnly(written[0] ?? '', from.address),
    recipients,
    subject,
    text,
    firstLine: own === undefined ? '' : firstLineOf(text),
    files: filesOf(mail.attachments),
    ...(messageId !== undefined && { messageId }),
    ...(inReplyTo !== undefined && { inReplyTo }),
    references,
    authenticationResults: headers.all('authentication-results'),
  };
}

/**
 * The words of all text parts. HTML is read where it is no other form of the same words: in a mail without plain text,
 * and beside one that is a list's footer.
 */
function wordsIn({ text = '', html }: ParsedMail, raw: Buffer, htmlWords: MailParser['htmlWords']): string {
  if (!html) return text;
  if (isBlank(text)) return htmlWords(html);
  return ALTERNATIVE.test(raw.toString('latin1')) ? text : `${htmlWords(html).trim()}\n\n${text.trim()}`;
}

function recipientsOf(
  headers: RawHeaders,
  envelope: Envelope | undefined,
  parse: MailParser['parseAddresses'],
): readonly string[] {
  const told = (envelope?.to ?? []).flatMap((address) => normalMailbox(address) ?? []);
  const named = RECIPIENT_HEADERS.flatMap((name) => mailboxesIn(headers.all(name), parse));
  return [...new Set([...told, ...named.map(({ address }) => address)])];
}

/** From our own mailbox or one of its plus-addresses, with our mark, or with a Message-ID that only we give. */
function isOwn(headers: RawHeaders, from: string, mailbox: string): boolean {
  const isFromUs = from === mailbox || suffixIn(from, mailbox) !== undefined;
  const isMarked = headers.all('x-loop').some((mark) => mark.toLowerCase() === mailbox);
  return isFromUs || isMarked || deliveryOf(headers.first('message-id') ?? '', mailbox) !== undefined;
}

/** The first line with words. */
function firstLineOf(text: string): string {
  const end = text.indexOf('\n');
  const line = (end === -1 ? text : text.slice(0, end)).trim();
  return line.length > MAX_ANSWER_CHARS ? '' : line;
}

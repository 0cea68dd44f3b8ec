import { cleanText, isBlank } from '../../markup/clean-text.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import type { AcceptedPayload } from '../../protocol/channel.ts';
import { objectIn, textIn } from '../../protocol/loose.ts';
import type { Note } from '../../protocol/notes.ts';
import { emailAddress, mailboxIn } from './address.ts';
import { wordsWithoutLayout } from './inbound/words/hostile-html.ts';
import { MAX_SUBJECT_UNITS } from './limits.ts';

/** RFC 5322, 2.2: what a field name consists of. */
const HEADER_NAME = /^[!-9;-~]{1,76}$/;
/** Whom a mail is from and to, when and how it is written, is not for its maker to say twice. */
const OWN_HEADERS =
  /^(?:from|sender|to|cc|bcc|subject|date|message-id|return-path|received|mime-version|content-.*|dkim-signature|arc-.*|resent-.*)$/i;

/** Longest value of a header that goes out, characters. Our choice; RFC 5322 folds at 998 a line. */
const MAX_HEADER_CHARS = 2_000;

/**
 * Checks a mail, `{to, subject, text, html?, headers?}`. What could end a header, or send the mail to somebody else, is
 * gone; only a recipient that is not exactly one mailbox, or nothing to read, is beyond that. Who it is from is the
 * channel's own to say.
 */
export function acceptPayload(payload: unknown): AcceptedPayload {
  const body = objectIn(payload) ?? {};
  const to = textIn(body.to) ?? textIn(objectIn(body.to)?.address) ?? '';
  const mailbox = /[\r\n]/.test(to) ? undefined : mailboxIn(to);
  if (mailbox === undefined) return { fault: 'to must be one mail address, e.g. ann@example.com.' };
  for (const part of ['text', 'html'] as const) {
    const given = body[part];
    if (given !== undefined && given !== null && typeof given !== 'string') return { fault: `${part} must be text.` };
  }
  const notes: Note[] = [];
  const html = cleanText(textIn(body.html) ?? '');
  let text = cleanText(textIn(body.text) ?? '');
  if (isBlank(text) && !isBlank(html)) {
    text = wordsWithoutLayout(html);
    notes.push({ code: 'text_empty', message: 'The mail has no text beside its HTML. It was made from that.' });
  }
  if (isBlank(text)) return { fault: 'text is empty, so there is nothing to send.' };
  const subject = clipLabel(textIn(body.subject) ?? '', MAX_SUBJECT_UNITS, 'utf16') || 'New message';
  const headers = Object.entries(objectIn(body.headers) ?? {}).flatMap(([name, value]) => {
    const line = cleanText(String(value ?? ''))
      .replace(/\s+/g, ' ')
      .trim();
    return HEADER_NAME.test(name) && !OWN_HEADERS.test(name) && line !== '' && line.length <= MAX_HEADER_CHARS
      ? [[name, line]]
      : [];
  });
  return {
    address: emailAddress.parse({ address: mailbox, subject }),
    payloads: [{ to: mailbox, subject, text, ...(!isBlank(html) && { html }), headers: Object.fromEntries(headers) }],
    notes,
  };
}

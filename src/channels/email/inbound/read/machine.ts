import type { RawHeaders } from './headers.ts';
import type { Envelope } from './mail.ts';

/** Addresses behind which nobody reads, as mail servers and shops name them. */
const NOBODY = /^(?:(?:no|do[-_.]?not)[-_.]?reply|mailer-daemon|mail-daemon|mdaemon)(?:[-_.+][^@]*)?@/;

/** Headers that only machines write, whatever stands in them. */
const MACHINE_HEADERS = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply-from', 'x-mail-autoreply'];

/**
 * Why a mail is no person's: RFC 3834, and what programs older than that write. Nothing when it may be one's.
 * `Precedence: bulk` or `list` and `List-Id` prove nothing: people write to lists, and some companies mark all their mail.
 */
export function machineReason(headers: RawHeaders, from: string, envelope: Envelope | undefined): string | undefined {
  const submitted = headers
    .first('auto-submitted')
    ?.split(/[;\s(]/, 1)[0]
    ?.toLowerCase();
  if (submitted !== undefined && submitted !== '' && submitted !== 'no') return 'auto_submitted';
  if (envelope?.from === '' || /^<\s*>$/.test(headers.first('return-path') ?? '')) return 'null_sender';
  if (/^multipart\/report\b/i.test(headers.first('content-type') ?? '')) return 'report';
  if (NOBODY.test(from)) return 'nobody_reads';
  if (MACHINE_HEADERS.some((name) => headers.first(name) !== undefined)) return 'auto_responder';
  if (/^auto[-_]?reply$/i.test(headers.first('precedence') ?? '')) return 'auto_responder';
  return undefined;
}

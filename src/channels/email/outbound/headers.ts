import type { Thread } from './thread.ts';
import { messageIdsIn, referencesOf } from './thread.ts';

const NAME = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;

/**
 * What the mail itself or the channel decides: who it is from and for, how it is made up, and that it is from a machine.
 * A template cannot set these.
 */
const OURS =
  /^(?:from|to|cc|bcc|sender|reply-to|return-path|subject|date|message-id|mime-version|content-.*|received|dkim-.*|arc-.*|authentication-results|auto-submitted|x-auto-response-suppress|x-loop|in-reply-to|references)$/i;

/**
 * Whether the mail answers one: as the service knows it, else as the payload's own headers say, which another runtime
 * may have written.
 */
export function threadIn(headers: Readonly<Record<string, string>>): Thread | undefined {
  const named = (name: string) =>
    messageIdsIn(Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '');
  const [messageId] = named('in-reply-to');
  return messageId === undefined ? undefined : { messageId, references: named('references') };
}

/** A template's headers that may go out: well named, and none of ours. Values are on one line. */
export function templateHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (NAME.test(name) && !OURS.test(name)) kept[name] = value.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  }
  return kept;
}

/**
 * What tells machines what this is, so that they do not answer it: RFC 3834. And us, by our address, when a forwarder or
 * a list that puts its own name into From sends it back.
 */
export function machineHeaders(thread: Thread | undefined, own: string): Record<string, string> {
  return {
    'Auto-Submitted': thread ? 'auto-replied' : 'auto-generated',
    // All but NDR: a mail that could not be delivered is to be told. Microsoft MS-OXCMAIL, section 2.1.3.2.6.
    'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
    'X-Loop': own,
  };
}

export function threadHeaders(thread: Thread | undefined): Record<string, string> {
  return thread ? { 'In-Reply-To': thread.messageId, References: referencesOf(thread) } : {};
}

/** Where the reader of a mail that nobody asked for says that it is enough. RFC 2369, and RFC 8058 for one click. */
export function unsubscribeHeaders(template: string | undefined, address: string): Record<string, string> {
  if (template === undefined) return {};
  const url = template.replaceAll('{address}', encodeURIComponent(address));
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

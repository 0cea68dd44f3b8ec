import type { DeliveryOutcome } from '../../../protocol/channel.ts';
import type { SmtpFailure } from './mailer.ts';

/** How long a server is left alone that asks to wait and does not say for how long. Greylisting takes 1 to 5 minutes. */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

/** Answers that mean: the same, later. RFC 5321, section 4.2.3. */
const LATER = [421, 450, 451, 452];

/** What was being said when a server refuses the mail, and not the session. */
const ABOUT_THE_MAIL: Readonly<Record<string, string>> = {
  'MAIL FROM': 'the sender',
  'RCPT TO': 'the recipient',
  DATA: 'the mail',
};

/** How a delivery ended that failed. No sentence holds the server's words, which may repeat the mail's. */
export function outcomeOf(failure: SmtpFailure): DeliveryOutcome {
  const { code, command, replyCode, reply, mayBeDone } = failure;
  const what = ABOUT_THE_MAIL[command];
  if (replyCode === undefined) {
    // The library itself found that this server cannot take it, e.g. a mail larger than it says it takes.
    if (code === 'EENVELOPE' || code === 'EMESSAGE') {
      return { status: 'refused', reason: `The mail cannot be handed to this server (${code})` };
    }
    return mayBeDone
      ? { status: 'unknown', reason: `The mail server did not say whether it took the mail (${code})` }
      : { status: 'unreached', reason: sentenceOf(failure) };
  }
  if (operatorsTurn(failure) !== undefined) return { status: 'unreached', reason: sentenceOf(failure) };
  if (LATER.includes(replyCode)) {
    const retryAfterMs = pauseIn(reply);
    // 421 ends the connection, whatever the mail: the others would fare no better.
    return replyCode === 421
      ? { status: 'throttled', retryAfterMs, holds: 'channel' }
      : { status: 'throttled', retryAfterMs };
  }
  // 503 is about the session: the same mail may pass over another one.
  if (replyCode < 500 || replyCode === 503 || what === undefined) {
    return { status: 'unreached', reason: sentenceOf(failure) };
  }
  return { status: 'refused', reason: `The mail server refused ${what}: ${codesIn(failure)}` };
}

/** What an operator has to mend, as a sentence. Nothing where waiting may help. */
export function operatorsTurn({ code, command, replyCode }: SmtpFailure): string | undefined {
  const isLogin = code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH');
  if (isLogin && (replyCode === undefined || replyCode >= 500)) {
    return 'The mail server refuses the user or the password. Check channels.email.smtp.';
  }
  if (replyCode === 530) return 'The mail server wants a user and a password. Put them into channels.email.smtp.';
  if (code === 'ETLS') {
    return 'The mail server offers no TLS that we trust. Check channels.email.smtp: smtps is TLS from the start, smtp is STARTTLS.';
  }
  if (code === 'EDNS') return 'The mail server is not in the DNS. Check the host in channels.email.smtp.';
  return undefined;
}

/** Why the mail server is not there, in a sentence without the server's words. */
export function sentenceOf(failure: SmtpFailure): string {
  const operators = operatorsTurn(failure);
  if (operators !== undefined) return operators;
  if (failure.replyCode === undefined) return `The mail server could not be reached (${failure.code}).`;
  return `The mail server does not take mail now: ${codesIn(failure)}.`;
}

/** `550 5.1.1`: the reply's own code and, where there is one, the enhanced one of RFC 3463. */
function codesIn({ replyCode, reply }: SmtpFailure): string {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1];
  return [replyCode, enhanced].filter((part) => part !== undefined).join(' ');
}

/** The wait that a greylisting server writes into its reply, e.g. "try again in 300 seconds". */
function pauseIn(reply: string): number {
  const [, count, unit] = /\b(\d{1,5})\s*(s|m)(?:ec|in)?(?:ond|ute)?s?\b/i.exec(reply.slice(3)) ?? [];
  if (count === undefined) return PAUSE_MS;
  const pauseMs = Number(count) * (unit?.toLowerCase() === 'm' ? 60_000 : 1_000);
  return Math.min(LONGEST_PAUSE_MS, Math.max(1_000, pauseMs));
}

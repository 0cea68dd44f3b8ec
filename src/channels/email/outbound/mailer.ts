import type { Readable } from 'node:stream';
import type { PluginFunction, SendMailOptions } from 'nodemailer';
import type { EmailSettings } from '../settings.ts';
import { smtpServer } from './smtp-url.ts';

/** What went wrong between us and the mail server. */
export interface SmtpFailure {
  /** E.g. `EENVELOPE`, `ECONNECTION`, `EAUTH`: nodemailer's word. */
  code: string;
  /** What was being said when it went wrong, e.g. `RCPT TO`, or `CONN` when the connection itself failed. */
  command: string;
  /** The server's answer, e.g. 550; absent when there was none. */
  replyCode?: number;
  /** Its whole text. It may repeat addresses and words of a mail: it is read, never shown. */
  reply: string;
  /** Whether the mail was on its way already, so that the server may have taken it. */
  mayBeDone: boolean;
}

/** `messageId`: the one that the server gave the mail in place of ours, which some do. */
export type Sent = { type: 'sent'; messageId?: string } | { type: 'failed'; failure: SmtpFailure };

/** Hands mail to one server, over a few connections that stay open. */
export interface Mailer {
  /** The mail must have a `messageId`. Never tried twice here. */
  send(mail: SendMailOptions & { messageId: string }): Promise<Sent>;
  /** Connects and signs in, and sends nothing. Gives what went wrong. */
  greet(): Promise<SmtpFailure | undefined>;
  /** Keeps no connection open from now on: a mail on its way is finished, a later one has a connection of its own. */
  close(): void;
}

const MAX_CONNECTIONS = 4;
const CONNECT_MS = 10_000;
/** RFC 5321, section 4.5.3.2, asks for patience with each command, since whoever leaves too early sends twice. */
const SILENCE_MS = 5 * 60_000;

/** Loads the library and makes a mailer. Nothing is connected yet. */
export async function createMailer({ smtp, dkim }: Pick<EmailSettings, 'smtp' | 'dkim'>): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const options = {
    ...smtpServer(smtp),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.private_key } }),
  };
  // Waits and retries are the dispatcher's.
  const pool = createTransport({ ...options, pool: true, maxConnections: MAX_CONNECTIONS, maxRequeues: 0 });
  const single = createTransport(options);
  let isClosed = false;

  // A mail is read when the server has agreed to take it, and not before: what failed unread cannot have arrived.
  const bodies = new Map<string, Readable>();
  const watchBody: PluginFunction = ({ message, data }, done) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (...given) => {
      const body = open(...given);
      if (data.messageId !== undefined) bodies.set(data.messageId, body);
      return body;
    };
    done();
  };
  for (const transport of [pool, single]) transport.use('stream', watchBody);

  return {
    async send(mail) {
      try {
        const { serverMessageId } = await (isClosed ? single : pool).sendMail(mail);
        return typeof serverMessageId === 'string' ? { type: 'sent', messageId: serverMessageId } : { type: 'sent' };
      } catch (error) {
        const wasRead = bodies.get(mail.messageId)?.readableDidRead ?? false;
        return { type: 'failed', failure: failureOf(error, wasRead) };
      } finally {
        bodies.delete(mail.messageId);
      }
    },
    async greet() {
      try {
        await pool.verify();
        return undefined;
      } catch (error) {
        return failureOf(error, false);
      }
    },
    close() {
      isClosed = true;
      pool.close();
    },
  };
}

/** OpenSSL's words for a certificate or a handshake that is no good; the library calls them errors of the socket. */
const TLS_CODES = /^(?:EPROTO$|ERR_(?:SSL|TLS)_)|CERT|UNABLE_TO_/;

function failureOf(error: unknown, wasRead: boolean): SmtpFailure {
  const { code, originalCode, command, response, responseCode } = error as Record<string, unknown>;
  const isTls = typeof originalCode === 'string' && TLS_CODES.test(originalCode);
  const hasReply = typeof responseCode === 'number' && responseCode >= 400;
  return {
    code: isTls ? 'ETLS' : typeof code === 'string' ? code : 'unknown',
    command: typeof command === 'string' ? command : '',
    ...(hasReply && { replyCode: responseCode }),
    reply: typeof response === 'string' ? response : '',
    // Its answer, whatever it is, says that it did not take the mail.
    mayBeDone: wasRead && !hasReply,
  };
}

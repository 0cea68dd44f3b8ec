import { isThisMachine } from '../this-machine.ts';

/** Where and how mail is handed over, as `channels.email.smtp` says. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** No mail without STARTTLS. */
  requireTLS: boolean;
  /** No STARTTLS, also where it is offered. */
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
}

/** RFC 8314, section 7: submission with TLS from the start, and with STARTTLS. */
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;

/**
 * Reads `smtps://user:password@host:port`. `smtp` means STARTTLS: always with a password, which must not be read on the
 * way, else where it is offered. On this machine it is left out, since nobody has a certificate for localhost.
 */
export function smtpServer(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const isHere = isThisMachine(host);
  return {
    host,
    port: port === '' ? PORTS[secure ? 'smtps:' : 'smtp:'] : Number(port),
    secure,
    requireTLS: !secure && !isHere && username !== '',
    ignoreTLS: !secure && isHere,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

import { isThisMachine } from '../../this-machine.ts';

/** Where a mailbox is. */
export interface ImapPlace {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Nothing is said before STARTTLS, the password least of all. */
  requireTLS: boolean;
  user: string;
  password: string;
  /** Name of the folder. */
  folder: string;
}

/**
 * Reads `imaps://user:password@host:port/folder`. The port is 993 or 143 and the folder INBOX where none is named. `imap`
 * means STARTTLS, but on this machine, where nobody has a certificate for localhost.
 */
export function readImapUrl(url: string): ImapPlace {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    requireTLS: !secure && !isThisMachine(host),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.replace(/^\/+|\/+$/g, '')) || 'INBOX',
  };
}

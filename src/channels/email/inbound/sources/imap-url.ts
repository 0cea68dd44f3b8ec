/** Where a mailbox is. */
export interface ImapPlace {
  host: string;
  port: number;
  /** TLS from the first byte; else STARTTLS where the server offers it. */
  secure: boolean;
  user: string;
  password: string;
  /** Name of the folder. */
  folder: string;
}

/** Reads `imaps://user:password@host:port/folder`. The port is 993 or 143 and the folder INBOX where none is named. */
export function readImapUrl(url: string): ImapPlace {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.replace(/^\/+|\/+$/g, '')) || 'INBOX',
  };
}

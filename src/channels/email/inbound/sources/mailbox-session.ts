import type { ImapFlow } from 'imapflow';
import { reasonOf } from '../../../../protocol/errors.ts';
import type { Log } from '../../../../protocol/log.ts';
import type { Take } from '../take.ts';

export interface MailboxDeps {
  take: Take;
  maxMailBytes: number;
  log: Log;
}

/** Servers forget to tell now and then, and some cannot: it is looked again after so long. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Takes what is unseen in the open folder, then whatever comes, until `signal` is aborted. A mail is marked as seen when
 * it is durable, and not before: what could not be kept is found again. No UID is remembered beyond a connection, so a
 * new UIDVALIDITY changes nothing. Throws when the connection is lost, or a mail could not be kept.
 */
export async function watchFolder(client: ImapFlow, deps: MailboxDeps, signal: AbortSignal): Promise<void> {
  const done = new Set<number>();
  const bell = new Bell(signal);
  client.on('exists', () => bell.ring());
  const lost = new Promise<never>((_, reject) => {
    client.once('close', () => reject(new Error('the connection was lost')));
  });
  lost.catch(() => {});
  while (!signal.aborted) {
    const quiet = bell.rung();
    await Promise.race([takeUnseen(client, done, deps, signal), lost]);
    // IDLE ends with the next command.
    client.idle().catch(() => {});
    const look = setTimeout(() => bell.ring(), LOOK_AGAIN_MS);
    await Promise.race([quiet, lost]).finally(() => clearTimeout(look));
  }
}

async function takeUnseen(
  client: ImapFlow,
  done: Set<number>,
  { take, maxMailBytes, log }: MailboxDeps,
  signal: AbortSignal,
): Promise<void> {
  const found = (await client.search({ seen: false }, { uid: true })) || [];
  for (const uid of found.filter((candidate) => !done.has(candidate))) {
    if (signal.aborted) return;
    const named = { uid: true } as const;
    const head = await client.fetchOne(String(uid), { uid: true, size: true }, named);
    // Somebody has moved it away.
    if (!head) continue;
    if ((head.size ?? 0) > maxMailBytes) {
      log.error(
        { uid, size_bytes: head.size, max_bytes: maxMailBytes },
        'a mail is too large to be read; it stays in the mailbox, flagged',
      );
      await client.messageFlagsAdd(String(uid), ['\\Seen', '\\Flagged'], named);
      done.add(uid);
      continue;
    }
    const mail = await client.fetchOne(String(uid), { uid: true, source: true }, named);
    const source = mail ? mail.source : undefined;
    if (!source) continue;
    const taken = await take(source);
    // What no reader takes is for a person to look at; it must not be tried for ever.
    const flags = taken === 'unreadable' ? ['\\Seen', '\\Flagged'] : ['\\Seen'];
    done.add(uid);
    if (!(await client.messageFlagsAdd(String(uid), flags, named))) {
      log.warn(
        { uid },
        'a mail could not be marked as seen; after a restart it is read again and found to be a repeat',
      );
    }
  }
}

/** Rings when there may be mail, and when it is time to stop. */
class Bell {
  #ring: () => void = () => {};

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.ring(), { once: true });
  }

  ring(): void {
    this.#ring();
  }

  /** Resolves with the next ring after this call. */
  rung(): Promise<void> {
    return new Promise((resolve) => {
      this.#ring = resolve;
    });
  }
}

/** Why a mailbox cannot be read, in a sentence that says what to do. */
export function mailboxFault(error: unknown): string {
  const { authenticationFailed, serverResponseCode, tlsFailed } = (error ?? {}) as Record<string, unknown>;
  if (authenticationFailed === true) {
    return 'The IMAP server refused the user or the password. Check channels.email.imap; some providers want a password for apps.';
  }
  if (tlsFailed === true) {
    return 'The IMAP server offers no TLS that we trust, so it was not told the password. Check channels.email.imap: imaps is TLS from the start, imap is STARTTLS.';
  }
  if (serverResponseCode === 'NONEXISTENT')
    return 'The folder of channels.email.imap does not exist on the IMAP server.';
  return `The mailbox cannot be read: ${reasonOf(error)}. It is tried again.`;
}

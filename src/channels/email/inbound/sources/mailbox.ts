import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { WhileOwner } from '../../../../protocol/channel.ts';
import { type ImapPlace, readImapUrl } from './imap-url.ts';
import { type MailboxDeps, mailboxFault, watchFolder } from './mailbox-session.ts';
import type { Source } from './source.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** A connection that lasted so long was a good one: the next wait is short again. */
const GOOD_AFTER_MS = 60_000;
const CONNECT_MS = 15_000;
const GREETING_MS = 10_000;
/** A line that was cut without a word is found out within this: IDLE is renewed more often. */
const SILENCE_MS = 3 * 60_000;
const IDLE_MS = 2 * 60_000;

/** Fetches mail from a mailbox by IMAP, RFC 9051, and is told at once of what comes: RFC 2177. One instance does at a time. */
export async function createMailbox(deps: MailboxDeps & { url: string; whileOwner: WhileOwner }): Promise<Source> {
  const { url, whileOwner, log } = deps;
  const { ImapFlow } = await import('imapflow');
  const place = readImapUrl(url);
  const stopping = new AbortController();
  let fault: string | undefined = 'The IMAP server has not answered yet.';

  function report(sentence: string): void {
    if (fault !== sentence) log.warn({ reason: sentence }, 'the mailbox is not ready');
    fault = sentence;
  }

  async function connectOnce(signal: AbortSignal): Promise<void> {
    const client = new ImapFlow(optionsFor(place));
    // It is told by 'close' as well, which is where it is acted on.
    client.on('error', () => {});
    const close = () => client.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      await client.connect();
      await client.mailboxOpen(place.folder);
      fault = undefined;
      log.info({ host: place.host, folder: place.folder }, 'reading the mailbox');
      await watchFolder(client, deps, signal);
    } finally {
      signal.removeEventListener('abort', close);
      client.close();
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    while (!signal.aborted) {
      const begunMs = performance.now();
      try {
        await connectOnce(signal);
      } catch (error) {
        if (signal.aborted) return;
        report(mailboxFault(error));
        if (performance.now() - begunMs > GOOD_AFTER_MS) waitMs = FIRST_WAIT_MS;
        await sleep(waitMs, undefined, { signal }).catch(() => {});
        waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs);
      }
    }
  }

  let life: Promise<void> | undefined;
  return {
    start() {
      const onStandby = () => {
        fault = undefined;
      };
      life ??= whileOwner(`mailbox ${place.user}@${place.host}/${place.folder}`, { run, onStandby }, stopping.signal);
    },
    async stop() {
      stopping.abort();
      await life;
    },
    fault: () => fault,
  };
}

function optionsFor({
  host,
  port,
  secure,
  requireTLS,
  user,
  password,
}: ImapPlace): ConstructorParameters<typeof ImapFlow>[0] {
  return {
    ...{ host, port, secure, logger: false },
    ...(!secure && { doSTARTTLS: requireTLS }),
    auth: { user, pass: password },
    // What else the library would begin by itself.
    disableAutoIdle: true,
    maxIdleTime: IDLE_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { isPublicAddress } from '../../../../fetch/public-address.ts';
import { reasonOf } from '../../../../protocol/errors.ts';
import type { Log } from '../../../../protocol/log.ts';
import { suffixIn } from '../../plus-address.ts';
import type { Envelope } from '../read/mail.ts';
import { normalMailbox } from '../read/mailboxes.ts';
import type { CheckSender } from '../sender/check-sender.ts';
import type { Take } from '../take.ts';
import type { Source } from './source.ts';

export interface ListenerDeps {
  listen: { host: string; port: number };
  /** Our own address, in lower case: mail for it and its plus-addresses is taken, and no other. */
  mailbox: string;
  maxMailBytes: number;
  /** Whether a mail server of ours in the private network has checked the sender already. */
  hasRelay: boolean;
  checkSender: CheckSender;
  take: Take;
  log: Log;
  /** Called with the port once it listens. */
  onListening?: (port: number) => void;
}

/** Machines that hold a connection open at the same time. Our choice; each may hold one mail in memory. */
const MAX_CLIENTS = 50;
const SILENCE_MS = 60_000;
const CLOSE_MS = 500;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** An answer of ours to a mail server: RFC 5321 with the enhanced codes of RFC 3463. */
class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, sentence: string) {
    super(sentence);
    this.responseCode = responseCode;
  }
}

/**
 * Takes mail by SMTP, for our own address alone. 250 is said when the mail is durable. It has no TLS of its own: on the
 * open internet, put a mail server before it.
 */
export async function createListener(deps: ListenerDeps): Promise<Source> {
  const { listen, mailbox, maxMailBytes, log } = deps;
  const { SMTPServer } = await import('smtp-server');
  const stopping = new AbortController();
  let fault: string | undefined = 'The SMTP listener has not started yet.';

  const server = new SMTPServer({
    name: mailbox.slice(mailbox.lastIndexOf('@') + 1),
    banner: 'Footbridge',
    size: maxMailBytes,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
    maxClients: MAX_CLIENTS,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSE_MS,
    onRcptTo({ address }, _session, done) {
      done(isForUs(address, mailbox) ? null : new Refusal(550, '5.1.1 There is no such mailbox here.'));
    },
    onData(stream, session, done) {
      takeData(stream, session, deps).then(
        () => done(null, '2.0.0 Kept.'),
        (error: unknown) => {
          if (error instanceof Refusal) return done(error);
          log.error({ reason: reasonOf(error) }, 'a mail could not be kept; its server tries again');
          done(new Refusal(451, '4.3.0 The mail could not be kept. Try again.'));
        },
      );
    },
  });
  // A client that breaks off is its own affair; it sends the mail again.
  server.on('error', (error) => log.debug({ reason: reasonOf(error) }, 'an SMTP client broke off'));

  function tryToListen(): Promise<void> {
    return new Promise((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(listen.port, listen.host, () => {
        server.server.off('error', reject);
        resolve();
      });
    });
  }

  async function live(): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; !stopping.signal.aborted; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
      try {
        await tryToListen();
        const address = server.server.address();
        const port = typeof address === 'object' && address ? address.port : listen.port;
        fault = undefined;
        log.info({ host: listen.host, port }, 'taking mail by SMTP');
        return deps.onListening?.(port);
      } catch (error) {
        fault = `Cannot listen for mail on ${listen.host}:${listen.port}: ${reasonOf(error)}. See channels.email.listen.`;
        log.warn({ reason: reasonOf(error) }, 'the SMTP listener cannot start; trying again');
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  let life: Promise<void> | undefined;
  return {
    start() {
      life ??= live();
    },
    async stop() {
      stopping.abort();
      await life;
      if (server.server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    fault: () => fault,
  };
}

async function takeData(stream: SMTPServerDataStream, session: SMTPServerSession, deps: ListenerDeps): Promise<void> {
  const raw = await wholeOf(stream, deps.maxMailBytes);
  if (!raw) throw new Refusal(552, `5.3.4 The mail is larger than ${deps.maxMailBytes} bytes.`);
  const taken = await deps.take(raw, await envelopeOf(raw, session, deps));
  if (taken === 'unreadable')
    throw new Refusal(554, '5.6.0 This is no mail, or has more parts or headers than are read.');
}

/** Nothing when it is larger; the rest is read all the same, as SMTP wants it. */
async function wholeOf(stream: SMTPServerDataStream, maxBytes: number): Promise<Buffer | undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) chunks = [];
    else chunks.push(chunk);
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}

async function envelopeOf(
  raw: Buffer,
  { envelope, remoteAddress, hostNameAppearsAs }: SMTPServerSession,
  { hasRelay, checkSender }: ListenerDeps,
): Promise<Envelope> {
  const from = envelope.mailFrom ? envelope.mailFrom.address : '';
  const told = { from, to: envelope.rcptTo.map(({ address }) => address) };
  if (hasRelay && !isPublicAddress(remoteAddress)) return told;
  const vouchedFor = await checkSender(raw, { ip: remoteAddress, helo: hostNameAppearsAs || remoteAddress, from });
  if (vouchedFor === undefined)
    throw new Refusal(451, '4.4.3 The DNS does not tell yet who vouches for the sender. Try again.');
  return { ...told, vouchedFor };
}

function isForUs(recipient: string, mailbox: string): boolean {
  const written = normalMailbox(recipient) ?? '';
  return written === mailbox || suffixIn(written, mailbox) !== undefined;
}

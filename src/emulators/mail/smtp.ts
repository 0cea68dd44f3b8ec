import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Faults } from '../faults.ts';
import { checkMail } from './accept.ts';
import { SmtpRefusal } from './refusal.ts';
import type { Fault, Handover, SmtpStep } from './wire.ts';

/** What Gmail takes, with its attachments as they travel: support.google.com/mail/answer/6584, read 2026-11. */
const MAX_MAIL_BYTES = 25 * 1024 * 1024;

export interface SmtpOptions {
  port: number;
  /** Absent: whoever connects may send. */
  login?: { user: string; password: string } | undefined;
  faults: Faults<Fault>;
  /** Throws an `SmtpRefusal` for an address that has no mailbox. */
  recipient(address: string): void;
  take(raw: Buffer, envelope: { from: string; to: string }): Promise<void>;
  handed(handover: Omit<Handover, 'id' | 'atMs'>): void;
}

export interface Smtp {
  port: number;
  readonly connections: number;
  dropConnections(): void;
  /** Cuts what is still open. */
  close(): Promise<void>;
}

type Done = (error?: Error | null) => void;

const NOTHING = async () => {};

/** A mail server on loopback, strict and scriptable. Resolves when it listens; port 0 takes a free one. */
export async function startSmtp(options: SmtpOptions): Promise<Smtp> {
  const { faults, login } = options;

  /** Lets a step go wrong as it is scripted to; else does its work. */
  async function act(name: SmtpStep, session: SMTPServerSession, done: Done, work: () => Promise<void>): Promise<void> {
    const fault = faults.take(name);
    try {
      if (fault === 'reset') cut(session);
      else if (fault === undefined || fault === 'lost') await work();
      else if (fault !== 'hang') throw new SmtpRefusal(fault.code, fault.text);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (fault === 'lost') cut(session);
    else if (fault === undefined) done();
  }
  const step = (...given: Parameters<typeof act>): void => void act(...given);

  function cut({ id }: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
  }

  async function take(raw: Buffer, isTooLarge: boolean, { envelope }: SMTPServerSession): Promise<void> {
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const messageId = /^message-id:\s*(<[^>]*>)/im.exec(raw.toString('latin1'))?.[1];
    const facts = { from, to: recipients.join(', '), ...(messageId !== undefined && { messageId }) };
    try {
      if (isTooLarge) throw new SmtpRefusal(552, '5.3.4 The message is larger than 25 MB');
      checkMail(raw, recipients);
      for (const to of recipients) await options.take(raw, { from, to });
      options.handed({ ...facts, code: 250 });
    } catch (error) {
      if (error instanceof SmtpRefusal) options.handed({ ...facts, code: error.responseCode });
      throw error;
    }
  }

  const server = new SMTPServer({
    banner: 'mail emulator',
    size: MAX_MAIL_BYTES,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (session, done) => step('connect', session, done, NOTHING),
    onAuth({ username, password }, _session, done) {
      const isRight = login === undefined || (username === login.user && password === login.password);
      if (isRight) done(null, { user: username });
      else done(new SmtpRefusal(535, '5.7.8 Username and password not accepted'));
    },
    onMailFrom: (_address, session, done) => step('mail', session, done, NOTHING),
    onRcptTo({ address }, session, done) {
      step('rcpt', session, done, async () => {
        try {
          options.recipient(address);
        } catch (error) {
          const { mailFrom } = session.envelope;
          const code = error instanceof SmtpRefusal ? error.responseCode : 451;
          options.handed({ from: mailFrom === false ? '' : mailFrom.address, to: address, code });
          throw error;
        }
      });
    },
    onData(stream, session, done) {
      // An answer before the end of the mail is no answer to it.
      collect(stream).then((raw) => step('data', session, done, () => take(raw, stream.sizeExceeded, session)), done);
    },
  });
  // A client that goes away in the middle is no fault of the server.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    get connections() {
      return server.connections.size;
    },
    dropConnections() {
      for (const { _socket } of server.connections) _socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function collect(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

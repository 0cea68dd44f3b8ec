import { type Log, silentLog } from '../../protocol/log.ts';
import { Faults } from '../faults.ts';
import { EmulatorMisuse } from '../misuse.ts';
import { runControl } from './control.ts';
import type { MailEmulator } from './emulator.ts';
import * as letters from './letters.ts';
import { Mailboxes } from './mailboxes.ts';
import { readAttachment, readMail } from './read-mail.ts';
import { startServer } from './server.ts';
import { startSmtp } from './smtp.ts';
import { handIn, type WayIn } from './way-in.ts';
import type { EmulatorEvent, Fault, Handover, Mail, Person } from './wire.ts';

export type { MailEmulator };

const MAX_HANDOVERS = 1_000;

export interface MailEmulatorOptions {
  /** Of the control API; 0, the default, takes a free one. */
  port?: number;
  /** Unix milliseconds. */
  now?: () => number;
  log?: Log;
  /** What the server wants to be told before it takes mail. Absent = nothing. */
  login?: { user: string; password: string };
  /** What the bot is called. */
  bot?: Person;
  wayIn?: WayIn;
}

export async function createMailEmulator(options: MailEmulatorOptions = {}): Promise<MailEmulator> {
  const {
    port = 0,
    now = Date.now,
    log = silentLog,
    login,
    bot = { name: 'Bot', address: 'bot@bridge.example' },
  } = options;
  const listeners = new Set<(event: EmulatorEvent) => void>();
  const emit = (event: EmulatorEvent) => {
    for (const listener of listeners) listener(event);
  };
  const faults = new Faults<Fault>();
  const boxes = new Mailboxes();
  const handovers: Handover[] = [];
  let handoverCount = 0;
  let wayIn = options.wayIn;
  let last: { raw: Buffer; envelope: { from: string; to: string } } | undefined;

  const stamp = (of: string) => ({ messageId: `<${boxes.nextId()}.${now()}@${of.split('@')[1]}>`, atMs: now() });
  async function toBot(raw: Buffer, envelope: { from: string; to: string }): Promise<void> {
    last = { raw, envelope };
    await handIn(raw, envelope, wayIn);
  }
  /** As a person's mail program does: what went out is kept beside what came in. */
  async function wrote(from: Person, raw: Buffer, to: string): Promise<void> {
    const envelope = { from: from.address, to };
    // Read before, so that it is older than its answer.
    const mail = await readMail(raw, { id: boxes.nextId(), atMs: now(), envelope });
    await toBot(raw, envelope);
    boxes.keep(from.address, mail, 'sent');
    emit({ type: 'sent', from, mail });
  }
  async function comesBack(mail: Mail): Promise<void> {
    const to = mail.envelope.from;
    // To a mail that has no sender nothing comes back.
    if (to === '') return;
    await toBot(letters.bounce(to, mail, stamp(mail.envelope.to)), { from: '', to });
  }

  const smtp = await startSmtp({
    port: 0,
    login,
    faults,
    recipient: (address) => boxes.check(address),
    async take(raw, envelope) {
      const mail = await readMail(raw, { id: boxes.nextId(), atMs: now(), envelope });
      if (boxes.mannerOf(envelope.to) === 'bounces') {
        boxes.keep(envelope.to, mail, 'returned');
        emit({ type: 'returned', mail });
        comesBack(mail).catch((error) => log.warn({}, `mail emulator: a bounce went nowhere: ${String(error)}`));
        return;
      }
      boxes.keep(envelope.to, mail);
      emit({ type: 'mail', mail });
    },
    handed(facts) {
      handoverCount += 1;
      const handover = { id: `handover${handoverCount}`, atMs: now(), ...facts };
      handovers.push(handover);
      if (handovers.length > MAX_HANDOVERS) handovers.shift();
      if (handover.code !== undefined && handover.code >= 400) emit({ type: 'refused', handover });
    },
  });
  const server = await startServer({ port, log, control: (action, given) => runControl(emulator, action, given) });
  const addressOf = (of: Person | string) => (typeof of === 'string' ? of : of.address);

  const emulator: MailEmulator = {
    url: server.url,
    smtpUrl: `smtp://${login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ''}127.0.0.1:${smtp.port}`,
    bot,
    person: (name, address = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@people.example`) =>
      boxes.person(name, address),
    write: (from, letter) => wrote(from, letters.newLetter(from, bot, letter, stamp(from.address)), bot.address),
    async reply(from, mailId, letter) {
      const mail = boxes.mail(from.address, mailId);
      await wrote(from, letters.replyTo(from, mail, letter, stamp(from.address)), mail.replyTo.address);
    },
    async replyAutomatically(from, mailId) {
      const mail = boxes.mail(from.address, mailId);
      // RFC 3834, section 4: to the sender of the envelope, and from nobody.
      const raw = letters.vacation(from, mail, stamp(from.address));
      await toBot(raw, { from: '', to: mail.envelope.from || mail.replyTo.address });
    },
    async repeatLast() {
      if (!last) throw new EmulatorMisuse('Nobody has written yet.');
      await toBot(last.raw, last.envelope);
    },
    handIn: (raw, envelope) => toBot(Buffer.from(raw), envelope),
    mails: (of) => boxes.list(addressOf(of)),
    mail: (of, id) => boxes.mail(addressOf(of), id),
    sent: (of) => boxes.list(addressOf(of), 'sent'),
    returned: (of) => boxes.list(addressOf(of), 'returned'),
    async attachment(of, mailId, number) {
      const address = addressOf(of);
      const mail = [...boxes.list(address), ...boxes.list(address, 'sent')].find(({ id }) => id === mailId);
      return mail && readAttachment(mail, number);
    },
    addresses: () => boxes.addresses(),
    setWayIn(way) {
      wayIn = way;
    },
    removeMailbox: (address) => boxes.behave(address, 'refuses'),
    bounceMailTo: (address) => boxes.behave(address, 'bounces'),
    setMailbox: (address, manner) => boxes.behave(address, manner),
    mannerOf: (address) => boxes.mannerOf(address),
    get connections() {
      return smtp.connections;
    },
    dropConnections: () => smtp.dropConnections(),
    failNext: (step, fault) => faults.add(step, fault),
    handovers,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await Promise.all([smtp.close(), server.close()]);
    },
  };
  return emulator;
}

import type { Letter } from './letters.ts';
import type { WayIn } from './way-in.ts';
import type { EmulatorEvent, Fault, Handover, Mail, Manner, Person, SmtpStep } from './wire.ts';

/**
 * A mail server with everybody's mailbox in it. People come into being when they are first named; a mailbox, with the
 * first mail to it. What a test asks for and nobody could do (answer a mail that is not there) throws `EmulatorMisuse`.
 *
 * The bot's own mailbox is not here: mail to it goes the way that `setWayIn` names.
 */
export interface MailEmulator {
  /** Root of the control API, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Where the bot hands its mail over, e.g. `smtp://127.0.0.1:40124`. */
  readonly smtpUrl: string;
  /** What the bot is called. */
  readonly bot: Person;
  /** By name, `<name>@people.example`, unless an address is given. */
  person(name: string, address?: string): Person;

  // What people do. Each resolves when the bot has taken the mail.
  write(from: Person, letter: Letter): Promise<void>;
  reply(from: Person, mailId: string, letter: Omit<Letter, 'subject'>): Promise<void>;
  /** Their mailbox answers a mail by itself. */
  replyAutomatically(from: Person, mailId: string): Promise<void>;
  /** The same mail once more, as a mail server does that did not hear the answer. */
  repeatLast(): Promise<void>;
  /** Any mail, as it is. */
  handIn(raw: Buffer | string, envelope: { from: string; to: string }): Promise<void>;

  // What people see.
  /** Oldest first; at most 500. */
  mails(of: Person | string): Mail[];
  mail(of: Person | string, id: string): Mail;
  /** What they wrote to the bot and it took; oldest first, at most 500. */
  sent(of: Person | string): Mail[];
  /** What was sent to them and came back as a bounce; oldest first, at most 500. */
  returned(of: Person | string): Mail[];
  /** An attachment of a mail that they got or wrote, by its number from 0. */
  attachment(
    of: Person | string,
    mailId: string,
    number: number,
  ): Promise<{ mime: string; bytes: Uint8Array } | undefined>;
  /** Every address that has mail. */
  addresses(): string[];

  // How the server behaves.
  setWayIn(way: WayIn): void;
  /** From now on there is no such mailbox: 550. */
  removeMailbox(address: string): void;
  /** From now on mail to this address is taken, then comes back as a bounce to the sender of its envelope. */
  bounceMailTo(address: string): void;
  /** From now on it takes mail again, or does either of the two above. */
  setMailbox(address: string, manner: Manner): void;
  mannerOf(address: string): Manner;
  /** The next time this step is reached, it goes wrong. Several queue up. */
  failNext(step: SmtpStep, fault: Fault): void;
  /** How many connections are open. */
  readonly connections: number;
  /** Cuts all of them without a word, as servers do with idle ones. */
  dropConnections(): void;
  /** The last 1000 mails that the server was handed, oldest first, refused ones included. */
  readonly handovers: readonly Handover[];
  /** Calls the listener at every event; the function that is returned ends that. */
  subscribe(listener: (event: EmulatorEvent) => void): () => void;
  close(): Promise<void>;
}

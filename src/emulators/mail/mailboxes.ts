import { dropOldest } from '../drop-oldest.ts';
import { EmulatorMisuse } from '../misuse.ts';
import { SmtpRefusal } from './refusal.ts';
import type { Mail, Person } from './wire.ts';

const MAX_MAILS = 500;

/** Who has a mailbox here, and what lies in it. A mailbox comes into being with the first mail to it. */
export class Mailboxes {
  readonly #mails = new Map<string, Map<string, Mail>>();
  readonly #names = new Map<string, string>();
  readonly #unknown = new Set<string>();
  readonly #bouncing = new Set<string>();
  #lastId = 0;

  nextId(): string {
    this.#lastId += 1;
    return `mail${this.#lastId}`;
  }

  person(name: string, address: string): Person {
    this.#names.set(address.toLowerCase(), name);
    return { name, address };
  }

  personOf(address: string): Person {
    return { name: this.#names.get(address.toLowerCase()) ?? '', address };
  }

  /** From now on the server answers 550 to this address. */
  remove(address: string): void {
    this.#unknown.add(address.toLowerCase());
  }

  /** From now on mail to this address is taken, and comes back as a bounce. */
  bounce(address: string): void {
    this.#bouncing.add(address.toLowerCase());
  }

  bounces(address: string): boolean {
    return this.#bouncing.has(address.toLowerCase());
  }

  /** Throws an `SmtpRefusal` where there is no such mailbox. */
  check(address: string): void {
    if (this.#unknown.has(address.toLowerCase())) {
      throw new SmtpRefusal(550, '5.1.1 The email account that you tried to reach does not exist');
    }
  }

  keep(address: string, mail: Mail): void {
    const key = address.toLowerCase();
    const mails = this.#mails.get(key) ?? new Map<string, Mail>();
    this.#mails.set(key, mails);
    mails.set(mail.id, mail);
    dropOldest(mails, MAX_MAILS);
  }

  /** Oldest first. */
  list(address: string): Mail[] {
    return [...(this.#mails.get(address.toLowerCase())?.values() ?? [])];
  }

  addresses(): string[] {
    return [...this.#mails.keys()];
  }

  mail(address: string, id: string): Mail {
    const mail = this.#mails.get(address.toLowerCase())?.get(id);
    if (!mail) throw new EmulatorMisuse(`There is no mail ${id} in the mailbox of ${address}.`);
    return mail;
  }
}

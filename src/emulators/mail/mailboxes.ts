import { dropOldest } from '../drop-oldest.ts';
import { EmulatorMisuse } from '../misuse.ts';
import { SmtpRefusal } from './refusal.ts';
import type { Mail, Manner, Person } from './wire.ts';

const MAX_MAILS = 500;

/** `returned` is what was taken for a mailbox, then sent back: its owner never sees it. */
export type Folder = 'inbox' | 'sent' | 'returned';

/** Who has a mailbox here, and what lies in it. A mailbox comes into being with the first mail to it. */
export class Mailboxes {
  readonly #mails: Readonly<Record<Folder, Map<string, Map<string, Mail>>>> = {
    inbox: new Map(),
    sent: new Map(),
    returned: new Map(),
  };
  readonly #names = new Map<string, string>();
  readonly #manners = new Map<string, Manner>();
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

  /** From now on this is what becomes of mail to this address. */
  behave(address: string, manner: Manner): void {
    this.#manners.set(address.toLowerCase(), manner);
  }

  mannerOf(address: string): Manner {
    return this.#manners.get(address.toLowerCase()) ?? 'takes';
  }

  /** Throws an `SmtpRefusal` where there is no such mailbox. */
  check(address: string): void {
    if (this.mannerOf(address) === 'refuses') {
      throw new SmtpRefusal(550, '5.1.1 The email account that you tried to reach does not exist');
    }
  }

  keep(address: string, mail: Mail, folder: Folder = 'inbox'): void {
    const key = address.toLowerCase();
    const mails = this.#mails[folder].get(key) ?? new Map<string, Mail>();
    this.#mails[folder].set(key, mails);
    mails.set(mail.id, mail);
    dropOldest(mails, MAX_MAILS);
  }

  /** Oldest first. */
  list(address: string, folder: Folder = 'inbox'): Mail[] {
    return [...(this.#mails[folder].get(address.toLowerCase())?.values() ?? [])];
  }

  addresses(): string[] {
    return [...this.#mails.inbox.keys()];
  }

  mail(address: string, id: string): Mail {
    const mail = this.#mails.inbox.get(address.toLowerCase())?.get(id);
    if (!mail) throw new EmulatorMisuse(`There is no mail ${id} in the mailbox of ${address}.`);
    return mail;
  }
}

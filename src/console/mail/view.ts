/** What the console needs of an emulated mail server. The emulator is handed in; nothing here knows where it lives. */
export interface MailEmulatorView {
  readonly bot: MailPerson;
  person(name: string): MailPerson;
  /** These two resolve when the bot has taken the mail, and throw when it has not. */
  write(from: MailPerson, letter: NewLetter): Promise<void>;
  reply(from: MailPerson, mailId: string, letter: Omit<NewLetter, 'subject'>): Promise<void>;
  /** What somebody got, wrote, and never saw because it was sent back. Each oldest first. */
  mails(of: MailPerson): readonly MailOnServer[];
  sent(of: MailPerson): readonly MailOnServer[];
  returned(of: MailPerson): readonly MailOnServer[];
  /** Every mail that the server was handed, refused ones included, oldest first. */
  readonly handovers: readonly MailHandover[];
  /** An attachment by its number from 0. */
  attachment(of: MailPerson, mailId: string, number: number): Promise<{ mime: string; bytes: Uint8Array } | undefined>;
  setMailbox(address: string, manner: MailboxManner): void;
  mannerOf(address: string): MailboxManner;
  /** Calls the listener at every event; the function that is returned ends that. */
  subscribe(listener: (event: MailEvent) => void): () => void;
}

export type MailboxManner = 'takes' | 'refuses' | 'bounces';

export interface MailPerson {
  name: string;
  address: string;
}

export interface NewLetter {
  subject: string;
  text: string;
  files?: readonly { name: string; mime: string; bytes: Uint8Array }[];
}

export interface MailOnServer {
  id: string;
  /** Unix milliseconds. */
  atMs: number;
  from: MailPerson;
  to: readonly MailPerson[];
  subject: string;
  text: string;
  html?: string;
  messageId: string;
  inReplyTo?: string;
  references: readonly string[];
  attachments: readonly { name: string; mime: string; bytes: number }[];
  envelope: { from: string; to: string };
}

export interface MailHandover {
  id: string;
  /** Unix milliseconds. */
  atMs: number;
  from: string;
  to: string;
  /** The server's answer. */
  code?: number;
}

export type MailEvent =
  | { type: 'mail' | 'returned'; mail: MailOnServer }
  | { type: 'sent'; from: MailPerson; mail: MailOnServer }
  | { type: 'refused'; handover: MailHandover };

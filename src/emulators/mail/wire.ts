/** A person with a mailbox here. */
export interface Person {
  name: string;
  address: string;
}

/** A mail as it lies in a mailbox, read. */
export interface Mail {
  /** Within the emulator. */
  id: string;
  /** Unix milliseconds; when it came. */
  atMs: number;
  from: Person;
  to: Person[];
  /** Where an answer goes: Reply-To, else From. */
  replyTo: Person;
  subject: string;
  text: string;
  html?: string;
  messageId: string;
  inReplyTo?: string;
  references: string[];
  /** Every header, names in lower case, each as it stands, unfolded. */
  headers: { name: string; value: string }[];
  attachments: { name: string; mime: string; bytes: number }[];
  /** What the server was told beside the mail itself. */
  envelope: { from: string; to: string };
  /** The mail as it came. */
  raw: string;
}

/** What a mailbox does with mail: it takes it; it refuses it, 550; or it takes it and sends it back as a bounce. */
export type Manner = 'takes' | 'refuses' | 'bounces';

/** The steps of handing a mail over, at each of which a server can say no. */
export type SmtpStep = 'connect' | 'mail' | 'rcpt' | 'data';

/**
 * What goes wrong at a step: an answer of the server, e.g. `{code: 451, text: '4.7.1 Try again in 60 seconds'}`;
 * `reset`, cut before anything was done; `lost`, done, but the answer never arrives; `hang`, no answer until the client
 * gives up.
 */
export type Fault = { code: number; text: string } | 'reset' | 'lost' | 'hang';

/** One mail that the server was handed, taken or not. */
export interface Handover {
  /** Within the emulator. */
  id: string;
  /** Unix milliseconds. */
  atMs: number;
  from: string;
  to: string;
  /** Absent when the server did not come to see it. */
  messageId?: string;
  /** The last answer; absent when a fault kept it. */
  code?: number;
}

/** What somebody who watches the mailboxes would see. */
export type EmulatorEvent =
  /** `returned`: it was taken, then sent back. */
  | { type: 'mail' | 'returned'; mail: Mail }
  /** Somebody wrote to the bot, which has taken it. */
  | { type: 'sent'; from: Person; mail: Mail }
  /** The server did not take a mail for this mailbox. */
  | { type: 'refused'; handover: Handover };

import type { MailHandover, MailOnServer, MailPerson } from './view.ts';

/** A mail as the page shows it, or what became of one that its reader never saw. */
export interface Letter {
  id: string;
  /** `returned` was taken and sent back as a bounce, `refused` was not taken. */
  kind: 'received' | 'sent' | 'returned' | 'refused';
  /** Unix milliseconds. */
  atMs: number;
  from: MailPerson;
  to: readonly MailPerson[];
  subject: string;
  text: string;
  html?: string;
  messageId: string;
  /** Message ids of the mails that it answers, the first one first. */
  answers: readonly string[];
  files: readonly { id: string; name: string; mime: string; bytes: number }[];
  /** What the server answered to a mail that it refused. */
  code?: number;
}

export function letterOf(mail: MailOnServer, kind: 'received' | 'sent' | 'returned'): Letter {
  const { id, atMs, from, to, subject, text, html, messageId, inReplyTo, references, attachments } = mail;
  return {
    ...{ id, kind, atMs, from, to, subject, text },
    ...(html !== undefined && { html }),
    messageId,
    answers: inReplyTo === undefined ? references : [...references, inReplyTo],
    files: attachments.map((file, number) => ({ ...file, id: fileId(id, number) })),
  };
}

/** What is known of a mail that the server did not take: only what was said before it was handed over. */
export function refusedLetter({ id, atMs, to, code }: MailHandover, bot: MailPerson): Letter {
  return {
    ...{ id, kind: 'refused', atMs, from: bot, to: [{ name: '', address: to }], subject: '', text: '' },
    ...{ messageId: id, answers: [], files: [] },
    ...(code !== undefined && { code }),
  };
}

export function isRefused({ code }: MailHandover): boolean {
  return code !== undefined && code >= 400;
}

const fileId = (mailId: string, number: number) => `${mailId}.${number}`;

/** Reads an id of `files` again. */
export function readFileId(id: string): { mailId: string; number: number } | undefined {
  const [, mailId, number] = /^(\w+)\.(\d{1,3})$/.exec(id) ?? [];
  return mailId === undefined ? undefined : { mailId, number: Number(number) };
}

import { z } from 'zod';
import { act, PEOPLE, type Stage, type StageEvent, typed } from '../stage.ts';
import { isRefused, type Letter, letterOf, readFileId, refusedLetter } from './letter.ts';
import type { MailEmulatorView, MailEvent, NewLetter } from './view.ts';

/** The console's own. */
const MAX_TEXT_CHARS = 100_000;
const MAX_SUBJECT_CHARS = 500;
const MAX_FILES = 10;

/** All files of a mail, as base64: some 5 MB of them, half of what the channel reads at most. */
const MAX_BODY_BYTES = 7 * 1024 * 1024;

const place = { from: z.string(), chat: z.string() };
const files = z
  .array(z.strictObject({ name: typed(200), mime: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/), base64: z.base64() }))
  .max(MAX_FILES)
  .default([]);
const words = { text: typed(MAX_TEXT_CHARS), files };
const writeBody = z.strictObject({ ...place, subject: z.string().trim().max(MAX_SUBJECT_CHARS), ...words });
const replyBody = z.strictObject({ ...place, mail: z.string(), ...words });
const mailboxBody = z.strictObject({ ...place, manner: z.enum(['takes', 'refuses', 'bounces']) });

/** The emulated mail server: a mailbox for each of two people. A chat is a mailbox, by its address. */
export function mailStage(emulator: MailEmulatorView): Stage<string> {
  const { bot } = emulator;
  const people = PEOPLE.map((name) => emulator.person(name));
  const personOf = (address: string) => {
    const person = people.find((known) => isSame(known.address, address));
    if (!person) throw new RangeError(`Nobody here has the address ${address}.`);
    return person;
  };
  return {
    bot: { id: bot.address, name: bot.name },
    people: people.map(({ name, address }) => ({ id: address, name })),
    get chats() {
      return people.map(({ address }) => ({
        ...{ id: address, title: address, isGroup: false, members: [address] },
        manner: emulator.mannerOf(address),
      }));
    },
    messages(chat) {
      const person = personOf(chat);
      const refused = emulator.handovers.filter((handover) => isRefused(handover) && isSame(handover.to, chat));
      const letters: Letter[] = [
        ...emulator.sent(person).map((mail) => letterOf(mail, 'sent')),
        ...emulator.mails(person).map((mail) => letterOf(mail, 'received')),
        ...emulator.returned(person).map((mail) => letterOf(mail, 'returned')),
        ...refused.map((handover) => refusedLetter(handover, bot)),
      ];
      return letters.sort((a, b) => a.atMs - b.atMs);
    },
    acts: {
      write: act(writeBody, ({ from, subject, ...rest }) =>
        emulator.write(personOf(from), { subject, ...letterIn(rest) }),
      ),
      reply: act(replyBody, ({ from, mail, ...rest }) => emulator.reply(personOf(from), mail, letterIn(rest))),
      mailbox: act(mailboxBody, ({ chat, manner }) => emulator.setMailbox(chat, manner)),
    },
    async file(id) {
      const wanted = readFileId(id);
      if (!wanted) return undefined;
      for (const person of people) {
        const file = await emulator.attachment(person, wanted.mailId, wanted.number);
        if (file) return file;
      }
      return undefined;
    },
    maxBodyBytes: MAX_BODY_BYTES,
    watch: (tell) => emulator.subscribe((event) => tell(asStageEvent(event, emulator))),
  };
}

function letterIn(given: { text: string; files: z.infer<typeof files> }): Omit<NewLetter, 'subject'> {
  const attached = given.files.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') }));
  return { text: given.text, ...(attached.length > 0 && { files: attached }) };
}

function isSame(address: string, other: string): boolean {
  return address.toLowerCase() === other.toLowerCase();
}

function asStageEvent(event: MailEvent, { bot }: MailEmulatorView): StageEvent<string> {
  switch (event.type) {
    case 'mail':
      return mailed(event.mail.envelope.to, letterOf(event.mail, 'received'));
    case 'returned':
      return mailed(event.mail.envelope.to, letterOf(event.mail, 'returned'));
    case 'sent':
      return mailed(event.from.address, letterOf(event.mail, 'sent'));
    case 'refused':
      return mailed(event.handover.to, refusedLetter(event.handover, bot));
    default:
      return event satisfies never;
  }
}

function mailed(address: string, message: Letter): StageEvent<string> {
  return { type: 'message', chat: address.toLowerCase(), message };
}

import type { ChannelConnection, ChannelHost } from '../../../protocol/channel.ts';
import { InFlight } from '../../../protocol/in-flight.ts';
import { mailboxIn } from '../address.ts';
import { createReplyTokens } from '../reply-token.ts';
import type { EmailSettings } from '../settings.ts';
import { readKeptMail } from './kept-mail.ts';
import { createOpenFile } from './open-file.ts';
import { loadMailParser } from './read/parse.ts';
import { createReadMail } from './read/read-mail.ts';
import { loadCheckSender } from './sender/check-sender.ts';
import { createListener } from './sources/listener.ts';
import { createMailbox } from './sources/mailbox.ts';
import { inboundRoute } from './sources/route.ts';
import type { Source } from './sources/source.ts';
import { createTake, type Take } from './take.ts';
import { toInbound } from './to-inbound.ts';

/** The label of the secrets that reply addresses are sealed with; whoever writes mail seals with the same. */
export const REPLY_ADDRESS = 'reply address';

/** Where mail comes in: the part of the channel's connection that reads it. */
export type MailIntake = Pick<ChannelConnection, 'routes' | 'start' | 'stop' | 'readiness' | 'decode'> &
  Required<Pick<ChannelConnection, 'openFile'>>;

/** Ways by which mail comes, as far as the formation names them. */
async function openSources(
  settings: EmailSettings,
  { take, mailbox, host }: { take: Take; mailbox: string; host: ChannelHost },
): Promise<readonly Source[]> {
  const { imap, listen, authserv_id: authservId, max_mail_bytes: maxMailBytes } = settings;
  const deps = { take, maxMailBytes, log: host.log };
  const sources: Source[] = [];
  if (imap) sources.push(await createMailbox({ ...deps, url: imap, whileOwner: host.whileOwner }));
  if (listen) {
    const checkSender = await loadCheckSender(mailbox.slice(mailbox.lastIndexOf('@') + 1));
    sources.push(await createListener({ ...deps, listen, mailbox, hasRelay: authservId !== undefined, checkSender }));
  }
  return sources;
}

/** Loads what reads mail, and opens nothing before `start`. */
export async function createMailIntake(settings: EmailSettings, host: ChannelHost): Promise<MailIntake> {
  const { log } = host;
  const mailbox = mailboxIn(settings.from)?.toLowerCase() ?? '';
  const stopping = new AbortController();
  const parser = await loadMailParser();
  const readMail = createReadMail(parser, mailbox);
  const tokens = createReplyTokens(host.derivedSecrets(REPLY_ADDRESS));
  const intakes = new InFlight();
  const takeOne = createTake({ host, readMail, tokens, mailbox, settings, background: intakes });
  const take: Take = (raw, envelope) => intakes.follow(takeOne(raw, envelope));
  const { inbound_secret: secret, max_mail_bytes: maxMailBytes } = settings;
  const sources = await openSources(settings, { take, mailbox, host });

  return {
    routes: secret ? [inboundRoute({ secret, maxMailBytes, take, stopping: stopping.signal, log })] : [],
    start() {
      for (const source of sources) source.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all(sources.map((source) => source.stop()));
      await intakes.settled();
    },
    readiness() {
      const reason = sources.map((source) => source.fault()).find((fault) => fault !== undefined);
      return reason === undefined ? { ready: true } : { ready: false, reason };
    },
    async decode(raw) {
      const kept = readKeptMail(raw);
      const mail = await readMail(kept.mime);
      return mail.kind === 'message' ? toInbound(mail, kept, settings.caps) : undefined;
    },
    openFile: createOpenFile(parser, host),
  };
}

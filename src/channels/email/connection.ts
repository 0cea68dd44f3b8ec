import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelConnection, ChannelHost } from '../../protocol/channel.ts';
import { type Health, readinessOf } from '../../protocol/health.ts';
import { answerPage } from './answer-link/answer-page.ts';
import { linkedChoices } from './answer-link/links.ts';
import { readPress } from './answer-link/press.ts';
import { createSealedText } from './answer-link/sealed-text.ts';
import { type MailIntake, REPLY_ADDRESS } from './inbound/intake.ts';
import { type DeliverDeps, deliver } from './outbound/deliver.ts';
import type { Mailer } from './outbound/mailer.ts';
import { partyIn } from './outbound/payload.ts';
import { untilGreeted } from './outbound/session.ts';
import { readdress } from './readdress.ts';
import { createReplyTokens } from './reply-token.ts';
import type { EmailSettings } from './settings.ts';

/** The longest that a stop waits for what is under way. */
const STOP_MS = 800;

/** What mail goes out and comes in through. */
export interface Ways {
  mailer: Mailer;
  intake: MailIntake;
}

/** Puts the parts together. Nothing is connected before `start`. */
export function createConnection(
  { mailer, intake }: Ways,
  settings: EmailSettings,
  host: ChannelHost,
): ChannelConnection {
  const stopping = new AbortController();
  const health: Health = { session: 'The mail server has not answered yet.', delivery: undefined };
  const tokens = createReplyTokens(host.derivedSecrets(REPLY_ADDRESS));
  const own = partyIn(settings.from) ?? { name: '', address: settings.from };
  const links = createSealedText(host.derivedSecrets('answer link'), 'answer link');
  const deps: DeliverDeps = {
    ...{ mailer, health, settings, own, tokens },
    ...{ log: host.log, now: host.now, openUrl: host.openUrl },
    linked(mail) {
      const { publicUrl } = host;
      return publicUrl === undefined ? [] : linkedChoices(mail, { links, publicUrl });
    },
  };
  const page = answerPage({
    ...{ host, mailbox: own.address, links, allow: settings.allow, stopping: stopping.signal },
    tickets: createSealedText(host.derivedSecrets('answer ticket'), 'answer ticket'),
  });

  let session: Promise<void> | undefined;
  return {
    routes: intake.routes,
    pages: [page],
    start() {
      intake.start();
      session ??= untilGreeted(mailer, { health, log: host.log, stopping: stopping.signal });
    },
    async stop() {
      stopping.abort();
      mailer.close();
      await Promise.race([Promise.all([session, intake.stop()]), sleep(STOP_MS, undefined, { ref: false })]);
    },
    readiness() {
      const sending = readinessOf(health);
      return sending.ready ? intake.readiness() : sending;
    },
    decode: async (raw) => readPress(raw, own.address) ?? intake.decode(raw),
    openFile: intake.openFile,
    deliver: (request) => deliver(request, deps),
    showAnswered: () => undefined,
    readdress,
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelConnection, ChannelHost } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import { type Health, readinessOf } from '../../protocol/health.ts';
import { InFlight } from '../../protocol/in-flight.ts';
import { addressOf } from './address.ts';
import type { Bolt } from './bolt.ts';
import { createDecoder } from './decoder.ts';
import { deliver } from './deliver.ts';
import { createForms } from './form/forms.ts';
import { explainedCalls } from './install/explained-calls.ts';
import { createInstaller } from './install/installer.ts';
import { createUninstalls } from './install/uninstalls.ts';
import { createIntake, type Intake } from './intake.ts';
import { createNotices } from './notices.ts';
import { createOpenFile } from './open-file.ts';
import { readdress } from './readdress.ts';
import type { Reading } from './reading.ts';
import { createPostToResponseUrl } from './response-url.ts';
import { httpRoutes } from './routes.ts';
import { runSession } from './session.ts';
import type { SlackSettings } from './settings.ts';
import { showAnswered } from './show-answered.ts';
import { joinThread } from './threads.ts';
import { createTokens } from './tokens.ts';
import { webApi } from './web-api.ts';

/** The longest that a stop waits for payloads and notices under way. */
const STOP_MS = 800;

/** Puts the parts together around one Bolt app. Nothing is called before `start`. */
export function createConnection(bolt: Bolt, settings: SlackSettings, host: ChannelHost): ChannelConnection {
  const { log } = host;
  const stopping = new AbortController();
  const health: Health = { session: 'Slack has not answered yet.', delivery: undefined };
  const rawCall = webApi(bolt.app.client);
  const installer = createInstaller(settings, { host, call: rawCall });
  const call = installer ? explainedCalls(rawCall, { ...installer, log }) : rawCall;
  const respond = createPostToResponseUrl(settings.api_url);
  const tokens = createTokens(settings, installer);
  const notices = createNotices({ call, respond, tokens, log });
  const forms = createForms({ call, tokens, notices, words: (locale) => host.formWords(locale), log });

  const ownIds: string[] = [];
  const reading = (): Reading => ({
    groups: settings.groups,
    openThreads: settings.open_threads,
    bots: settings.bots ?? [],
    ownIds,
    teamOf: tokens.teamOf,
  });
  const intakes = new InFlight();
  const take = createIntake({ host, reading, allow: settings.allow, tokens, notices, forms });
  const takeUninstall = installer && createUninstalls({ installations: installer.installations, call: rawCall, log });
  const intake: Intake = (payload) => intakes.follow(takeUninstall ? takeUninstall(payload, take) : take(payload));
  const { signing_secret: signingSecret } = settings;

  async function live(): Promise<void> {
    try {
      await runSession(
        {
          call,
          tokens,
          onIdentity: (userId) => void ownIds.push(userId),
          whileOwner: host.whileOwner,
          socket: settings.app_token ? { bolt, intake } : undefined,
        },
        { channel: 'slack', health, log, stopping: stopping.signal },
      );
    } catch (error) {
      health.session = `The Slack session broke: ${reasonOf(error)}`;
      log.error({ reason: reasonOf(error) }, 'the slack session broke');
    }
  }

  let session: Promise<void> | undefined;
  return {
    routes: signingSecret ? httpRoutes({ signingSecret, intake, stopping: stopping.signal, log, now: host.now }) : [],
    ...(installer && { pages: installer.pages }),
    start() {
      session ??= live();
    },
    async stop() {
      stopping.abort();
      const idle = Promise.all([session, intakes.settled()])
        .then(() => forms.settled())
        .then(() => notices.settled());
      await Promise.race([idle, sleep(STOP_MS, undefined, { ref: false })]);
    },
    readiness: () => readinessOf(health),
    decode: createDecoder(bolt.app, { reading, tokens }),
    async deliver(request) {
      const outcome = await deliver(request, { call, respond, tokens, health, log, openUrl: host.openUrl });
      const place = addressOf(request.conversation ?? '');
      const isNew = outcome.status === 'delivered' && request.kind === 'send';
      if (isNew && place && settings.groups !== 'all') await joinThread(place, host);
      return outcome;
    },
    showAnswered,
    readdress,
    openFile: createOpenFile({ call, tokens, apiUrl: settings.api_url }),
  };
}

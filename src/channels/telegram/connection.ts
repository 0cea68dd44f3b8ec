import { setTimeout as sleep } from 'node:timers/promises';
import type { Bot } from 'grammy';
import type { ChannelConnection, ChannelHost } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import { type Health, readinessOf } from '../../protocol/health.ts';
import { InFlight } from '../../protocol/in-flight.ts';
import { botApi } from './bot-api.ts';
import { createDecoder } from './decoder.ts';
import { deliver } from './deliver.ts';
import { createIntake, type Intake } from './intake.ts';
import { LiveKeyboards } from './live-keyboards.ts';
import type { BotIdentity } from './mention.ts';
import { personInInitData } from './mini-app/init-data.ts';
import { saidInApp } from './mini-app/said-in-app.ts';
import { createOpenFile } from './open-file.ts';
import { readdress } from './readdress.ts';
import type { Reading } from './reading.ts';
import { type Me, runSession, type Updates } from './session.ts';
import type { TelegramSettings } from './settings.ts';
import { showAnswered } from './show-answered.ts';
import { createToasts } from './toast.ts';
import { WEBHOOK_PATH, webhookRoute } from './webhook.ts';

/** The longest that a stop waits for updates and answers under way. */
const STOP_MS = 800;

/** Puts the parts together around one grammY bot. Nothing is called before `start`. */
export function createConnection(bot: Bot, settings: TelegramSettings, host: ChannelHost): ChannelConnection {
  const { log } = host;
  const stopping = new AbortController();
  const health: Health = { session: 'Telegram has not answered yet.', delivery: undefined };
  const call = botApi(bot, settings.token);
  const toasts = createToasts(call, log);
  const keyboards = new LiveKeyboards({ call, log, now: host.now, stopping: stopping.signal });

  let identity: BotIdentity = { id: bot.botInfo.id };
  const reading = (): Reading => ({ bot: identity, groups: settings.groups });
  const intakes = new InFlight();
  const take = createIntake({ host, reading, allow: settings.allow, toasts, keyboards });
  const intake: Intake = (update, raw) => intakes.follow(take(update, raw));

  const secrets = settings.secret_token ? [settings.secret_token] : host.derivedSecrets('telegram webhook');
  const url = host.publicUrl && host.publicUrl + WEBHOOK_PATH;
  const updates: Updates =
    settings.mode === 'polling' ? { by: 'polling' } : { by: 'webhook', url, secret: secrets[0] ?? '' };

  function onIdentity(me: Me): void {
    identity = me;
    bot.botInfo = { ...bot.botInfo, ...me };
    log.info({ bot: me.username }, 'telegram knows the bot');
  }

  async function live(): Promise<void> {
    try {
      const patience = { call, health, log, stopping: stopping.signal };
      await runSession({ updates, intake, onIdentity, whileOwner: host.whileOwner }, patience);
    } catch (error) {
      health.session = `The Telegram session broke: ${reasonOf(error)}`;
      log.error({ reason: reasonOf(error) }, 'the telegram session broke');
    }
  }

  let session: Promise<void> | undefined;
  return {
    routes: updates.by === 'webhook' ? [webhookRoute({ secrets, intake, stopping: stopping.signal, log })] : [],
    start() {
      session ??= live();
    },
    async stop() {
      stopping.abort();
      const idle = Promise.all([session, intakes.settled()]).then(() =>
        Promise.all([toasts.settled(), keyboards.settled()]),
      );
      await Promise.race([idle, sleep(STOP_MS, undefined, { ref: false })]);
    },
    readiness: () => readinessOf(health),
    decode: createDecoder(bot, reading),
    deliver: (request) => deliver(request, { call, health, log, openUrl: host.openUrl, keyboards }),
    showAnswered,
    readdress,
    openFile: createOpenFile(call, settings),
    pageViewers: {
      personIn: (proof) => personInInitData(proof, { token: settings.token, nowMs: host.now() }),
      // Telegram Web shows Mini Apps in a frame.
      framedBy: ['https://web.telegram.org'],
    },
    inboundOf: (said) => saidInApp(said, reading()),
  };
}

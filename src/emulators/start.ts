import { randomBytes } from 'node:crypto';
import type { ChannelTypes } from '../protocol/channel.ts';
import type { Log } from '../protocol/log.ts';
import type { DiscordEmulator } from './discord/index.ts';
import type { MailEmulator } from './mail/index.ts';
import type { SlackEmulator } from './slack/index.ts';
import type { TelegramEmulator } from './telegram/index.ts';

/** The channels to connect and, where one has no token, the emulator that stands in for its platform. */
export interface Emulators {
  /** Settings to connect with, by channel name. */
  settings: ReadonlyMap<string, unknown>;
  emulated: readonly string[];
  views: { telegram?: TelegramEmulator; slack?: SlackEmulator; discord?: DiscordEmulator; mail?: MailEmulator };
  /** Tells where the service is: a provider of mail posts it there. */
  serviceAt(url: string): void;
  close(): Promise<void>;
}

const EMULATED_TOKEN = '1:emulated';
const MAIL_ROUTE = '/channels/email/inbound';

/**
 * Starts the emulator of a channel, puts it into `views`, and gives the settings that connect the channel to it.
 * Loaded when it is wanted: whoever has tokens, or only checks a formation, does not wait for it.
 */
const STARTERS: Readonly<Record<string, (views: Emulators['views'], log: Log) => Promise<object>>> = {
  async telegram(views, log) {
    const { createTelegramEmulator } = await import('./telegram/index.ts');
    views.telegram = await createTelegramEmulator({ log });
    // The emulator need not reach us, so it works whatever the real platform is told.
    return { token: EMULATED_TOKEN, api_root: views.telegram.url, mode: 'polling' };
  },
  async slack(views, log) {
    const { createSlackEmulator } = await import('./slack/index.ts');
    views.slack = await createSlackEmulator({ log });
    const { apiUrl, app, firstWorkspace } = views.slack;
    // With the app's token the channel uses Socket Mode: here, too, we need not be reached. Nobody installs it here.
    const none = { client_id: '', client_secret: '' };
    return { ...none, bot_token: firstWorkspace.botToken, app_token: app.appToken, api_url: apiUrl };
  },
  async discord(views, log) {
    const { createDiscordEmulator } = await import('./discord/index.ts');
    views.discord = await createDiscordEmulator({ log });
    const { apiUrl, application } = views.discord;
    // Messages and interactions both come over the gateway, which the channel opens.
    const { token, id, publicKey } = application;
    return { token, application_id: id, public_key: publicKey, api_root: apiUrl, interactions: 'gateway' };
  },
  async email(views, log) {
    const { createMailEmulator } = await import('./mail/index.ts');
    views.mail = await createMailEmulator({ log });
    const { bot, smtpUrl } = views.mail;
    // There is no DNS in which people's domains could vouch for them.
    const settings = { inbound_secret: randomBytes(24).toString('hex'), trust: 'token' };
    return { from: `${bot.name} <${bot.address}>`, smtp: smtpUrl, ...settings };
  },
};

/**
 * Decides per channel: its platform, its emulator, or off.
 * Emulators run when `wanted` says so; when it says nothing, they run if no channel has a token.
 */
export async function startEmulators(options: {
  /** Settings of the formation by channel name. */
  channels: ReadonlyMap<string, unknown>;
  channelTypes: ChannelTypes;
  wanted: 'on' | 'off' | undefined;
  log: Log;
}): Promise<Emulators> {
  const { channels, channelTypes, log } = options;
  const settings = new Map<string, unknown>();
  const emulated: string[] = [];
  const views: Emulators['views'] = {};
  // The web channel needs no token and is always there.
  const configured = new Map<string, unknown>([['web', {}], ...channels]);
  const isReal = (name: string) => channelTypes.get(name)?.isEnabled(configured.get(name)) ?? false;
  const canConnect = (name: string) => channelTypes.get(name)?.connect !== undefined;
  const realChannels = [...channels.keys()].filter((name) => name !== 'web' && isReal(name) && canConnect(name));
  const runEmulators = options.wanted === undefined ? realChannels.length === 0 : options.wanted === 'on';

  for (const [name, own] of configured) {
    const start = STARTERS[name];
    if (isReal(name)) {
      if (canConnect(name)) settings.set(name, own);
      else log.warn({ channel: name }, 'channel is off: it can be printed for, but not connected yet');
    } else if (runEmulators && start && canConnect(name)) {
      settings.set(name, { ...(own as object), ...(await start(views, log)) });
      emulated.push(name);
    } else {
      log.info({ channel: name }, 'channel is off: it has no token (FOOTBRIDGE_EMULATORS=on would emulate it)');
    }
  }
  return {
    settings,
    emulated,
    views,
    serviceAt(url) {
      const { inbound_secret: secret } = (settings.get('email') ?? {}) as { inbound_secret?: string };
      if (secret) views.mail?.setWayIn({ http: { url: `${url}${MAIL_ROUTE}`, secret } });
    },
    async close() {
      await Promise.all(Object.values(views).map((view) => view.close()));
    },
  };
}

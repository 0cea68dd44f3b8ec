import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import { consoleRouter } from '../../src/console/router.ts';
import { createDiscordEmulator, type DiscordEmulator } from '../../src/emulators/discord/index.ts';
import { createMailEmulator, type MailEmulator } from '../../src/emulators/mail/index.ts';
import { createSlackEmulator, type SlackEmulator } from '../../src/emulators/slack/index.ts';
import { createTelegramEmulator, type TelegramEmulator } from '../../src/emulators/telegram/index.ts';
import { componentsRoute } from '../../src/server/routes/components.ts';
import { startDiscordBot } from './bots/discord.ts';
import { type MailBot, startMailBot } from './bots/mail.ts';
import { startSlackBot } from './bots/slack.ts';
import { startTelegramBot } from './bots/telegram.ts';
import { type Asked, type Replies, standInChat } from './stand-in-chat.ts';

export interface StandIn {
  url: string;
  emulator: TelegramEmulator | undefined;
  slack: SlackEmulator | undefined;
  discord: DiscordEmulator | undefined;
  mail: MailEmulator | undefined;
  mailBot: MailBot | undefined;
  /** What was posted to the chat's routes, in order. */
  posts: Asked['posts'];
  /** What else they were asked. */
  asked: Asked;
  close(): Promise<void>;
}

export interface StandInOptions {
  withTelegram?: boolean;
  withSlack?: boolean;
  withDiscord?: boolean;
  withMail?: boolean;
  /** A token that the API insists on. */
  token?: string;
  /** Replies by message; the last word of the test, before those of the stand-in. */
  replies?: Replies;
  /** Payloads by render ref. */
  refs?: Record<string, unknown>;
  /** Messages of every session. */
  history?: unknown[];
  /** Default true: what `npm run build` makes is there. */
  hasComponents?: boolean;
}

/**
 * The console on a real port, with the security headers of the service, a stand-in chat API, and small bots on the
 * platforms' own SDKs. Without a word only Telegram is emulated.
 */
export async function standIn(options: StandInOptions = {}): Promise<StandIn> {
  const {
    withTelegram = true,
    withSlack = false,
    withDiscord = false,
    withMail = false,
    token,
    replies = {},
    refs = {},
    history = [],
    hasComponents = true,
  } = options;
  const emulator = withTelegram ? await createTelegramEmulator() : undefined;
  const slack = withSlack ? await createSlackEmulator() : undefined;
  const discord = withDiscord ? await createDiscordEmulator() : undefined;
  const mail = withMail ? await createMailEmulator() : undefined;
  const mailBot = mail && (await startMailBot(mail));
  const bots = await Promise.all([
    emulator && startTelegramBot(emulator),
    slack && startSlackBot(slack),
    discord && startDiscordBot(discord),
  ]);
  const guard: RequestHandler = (request, response, next) => {
    if (token === undefined || request.headers.authorization === `Bearer ${token}`) next();
    else response.status(401).json({ error: { code: 'unauthorized', message: 'The request carries no valid key.' } });
  };
  const app = express();
  app.use(helmet());
  if (hasComponents) app.use('/components', componentsRoute());
  app.use(
    consoleRouter({
      emulators: {
        ...(emulator && { telegram: emulator }),
        ...(slack && { slack }),
        ...(discord && { discord }),
        ...(mail && { mail }),
      },
      info: () => ({
        formation: 'demo',
        suggestions: ['deploy', 'github', 'weather', 'story'],
        externalHosts: ['acme.example'],
      }),
      guard,
    }),
  );
  const { router, asked } = standInChat({ replies, refs, history }, guard);
  app.use(router);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    emulator,
    slack,
    discord,
    mail,
    mailBot,
    posts: asked.posts,
    asked,
    async close() {
      await Promise.all([...bots, mailBot].map((bot) => bot?.stop()));
      await Promise.all([emulator?.close(), slack?.close(), discord?.close(), mail?.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { consoleRouter } from '../../src/console/router.ts';
import { createDiscordEmulator, type DiscordEmulator } from '../../src/emulators/discord/index.ts';
import { createMailEmulator, type MailEmulator } from '../../src/emulators/mail/index.ts';
import { createSlackEmulator, type SlackEmulator } from '../../src/emulators/slack/index.ts';
import { createTelegramEmulator, type TelegramEmulator } from '../../src/emulators/telegram/index.ts';
import { startDiscordBot } from './bots/discord.ts';
import { type MailBot, startMailBot } from './bots/mail.ts';
import { startSlackBot } from './bots/slack.ts';
import { startTelegramBot } from './bots/telegram.ts';

/** One reply of the stand-in agent on the web: what it says and the widgets that go with it. */
interface Reply {
  text: string;
  ui?: (object | null)[];
}

export interface StandIn {
  url: string;
  emulator: TelegramEmulator | undefined;
  slack: SlackEmulator | undefined;
  discord: DiscordEmulator | undefined;
  mail: MailEmulator | undefined;
  mailBot: MailBot | undefined;
  /** What was posted to the chat route, in order. */
  posts: { headers: Record<string, unknown>; body: Record<string, unknown> }[];
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
  replies?: Record<string, Reply | 'cut' | 'fail'>;
}

const REGIONS = {
  type: 'options',
  id: 'ui_region',
  prompt: 'Region',
  multi: false,
  options: [
    { value: 'us', label: 'United States' },
    { value: 'eu', label: 'Europe' },
  ],
};

const REPLIES: NonNullable<StandInOptions['replies']> = {
  deploy: { text: 'Which region should I deploy to?\n\n1. United States\n2. Europe', ui: [REGIONS] },
  Europe: { text: 'Deploying to eu.' },
  github: {
    text: 'I need your GitHub account first.\n\nConnect GitHub: https://github.com/login',
    ui: [
      {
        type: 'action_link',
        id: 'ui_link',
        label: 'Connect GitHub',
        url: 'https://github.com/login',
        hint: 'Opens GitHub to authorize access',
      },
    ],
  },
};

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
  const posts: StandIn['posts'] = [];
  const guard: RequestHandler = (request, response, next) => {
    if (token === undefined || request.headers.authorization === `Bearer ${token}`) next();
    else response.status(401).json({ error: { code: 'unauthorized', message: 'The request carries no valid key.' } });
  };
  const app = express();
  app.use(helmet());
  app.use(
    consoleRouter({
      emulators: {
        ...(emulator && { telegram: emulator }),
        ...(slack && { slack }),
        ...(discord && { discord }),
        ...(mail && { mail }),
      },
      info: () => ({ formation: 'demo', suggestions: ['deploy', 'github', 'weather', 'story'] }),
      guard,
    }),
  );
  app.post('/v1/chat', guard, express.json(), (request, response) => {
    posts.push({ headers: request.headers, body: request.body });
    stream(
      response,
      replies[request.body.message] ?? REPLIES[request.body.message] ?? { text: `You said: ${request.body.message}` },
    );
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    emulator,
    slack,
    discord,
    mail,
    mailBot,
    posts,
    async close() {
      await Promise.all([...bots, mailBot].map((bot) => bot?.stop()));
      await Promise.all([emulator?.close(), slack?.close(), discord?.close(), mail?.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function stream(response: Response, reply: Reply | 'cut' | 'fail'): void {
  const frame = (event: string, data: unknown) =>
    response.write(`${event && `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  response.setHeader('content-type', 'text/event-stream');
  if (reply === 'cut') {
    frame('', { token: 'Half of' });
    // The browser must have seen the beginning: it sends a request again by itself when it has seen nothing.
    setTimeout(() => response.destroy(), 100);
  } else if (reply === 'fail') {
    frame('error', { object: 'error', error: { code: 'agent_failed', message: 'The agent could not be reached.' } });
    response.end();
  } else {
    for (const token of reply.text.split(/(?<= )/)) frame('', { token });
    if (reply.ui) frame('ui', { ui: reply.ui });
    frame('a_new_event', { anything: true });
    frame('done', { finished: true });
    response.end();
  }
}

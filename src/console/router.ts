import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, type Router } from 'express';
import { discordStage } from './discord/stage.ts';
import type { DiscordEmulatorView } from './discord/view.ts';
import { mailStage } from './mail/stage.ts';
import type { MailEmulatorView } from './mail/view.ts';
import { pageModules } from './page-modules.ts';
import { slackStage } from './slack/stage.ts';
import type { SlackEmulatorView } from './slack/view.ts';
import type { Stage } from './stage.ts';
import { stageEvents } from './stage-events.ts';
import { stageRoutes } from './stage-routes.ts';
import { telegramStage } from './telegram/stage.ts';
import type { TelegramEmulatorView } from './telegram/view.ts';

/** What the page tells a newcomer. */
interface ConsoleInfo {
  /** Id of the formation that answers. */
  formation: string;
  /** Messages worth trying; the page offers them as buttons. */
  suggestions?: readonly string[];
  /** Hosts that an external action of a block may open. */
  externalHosts?: readonly string[];
}

interface ConsoleOptions {
  /** The emulators that run; a platform without one is real or off. */
  emulators: {
    telegram?: TelegramEmulatorView;
    slack?: SlackEmulatorView;
    discord?: DiscordEmulatorView;
    mail?: MailEmulatorView;
  };
  info: () => ConsoleInfo;
  /**
   * Runs before the emulators' routes. Whoever may write as an emulated person reaches the agent,
   * so a service that asks for keys passes its own check here.
   */
  guard?: RequestHandler;
}

const PLATFORMS = ['telegram', 'slack', 'discord', 'mail'];

/** The page itself has no build step: `src/` is beside this file's folder both as source and as `dist/`. */
const PAGE = new URL('../../src/console/page/', import.meta.url);

/** The console: one page at `/`, its files and its routes under `/console/`. */
export function consoleRouter({ emulators, info, guard }: ConsoleOptions): Router {
  const stages = stagesOf(emulators);
  const router = express.Router();
  const folder = fileURLToPath(PAGE);
  router.get('/', (_request, response) => {
    response.sendFile('index.html', { root: folder, cacheControl: false });
  });
  router.get('/console/info', (_request, response) => {
    response.json(info());
  });
  const guards = guard ? [guard] : [];
  router.get('/console/events', ...guards, stageEvents(stages));
  for (const platform of PLATFORMS) router.use(`/console/${platform}`, ...guards, stageRoutes(stages.get(platform)));
  router.use('/console/modules', pageModules());
  router.use('/console', express.static(folder, { index: false, redirect: false, setHeaders: revalidate }));
  return router;
}

function stagesOf({ telegram, slack, discord, mail }: ConsoleOptions['emulators']): Map<string, Stage> {
  const stages = new Map<string, Stage>();
  if (telegram) stages.set('telegram', telegramStage(telegram));
  if (slack) stages.set('slack', slackStage(slack));
  if (discord) stages.set('discord', discordStage(discord));
  if (mail) stages.set('mail', mailStage(mail));
  return stages;
}

/** A newer version of the service must not run with an older script. */
function revalidate(response: { setHeader(name: string, value: string): void }): void {
  response.setHeader('cache-control', 'no-cache');
}

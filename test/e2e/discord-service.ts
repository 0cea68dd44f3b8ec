import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  createDiscordEmulator,
  type DiscordEmulator,
  type DiscordEmulatorOptions,
} from '../../src/emulators/discord/index.ts';
import type { Message } from '../../src/emulators/discord/wire.ts';
import type { Service } from '../../src/main.ts';
import { formationFolder, type Plugins, REPLIES, startFrom } from './service.ts';

export interface DiscordService extends Service {
  discord: DiscordEmulator;
  /** Stops and starts again over the same data. */
  restart(): Promise<void>;
  /** What the bot has written in a conversation, once there are so many messages. */
  said(channel: { id: string }, count: number): Promise<Message[]>;
  end(): Promise<void>;
}

/** Until the service hears what happens on Discord. */
export async function untilReady({ url }: Service): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if ((await fetch(`${url}/readyz`)).ok) return;
    await sleep(10);
  }
  throw new Error('The service is not ready.');
}

/** Starts the whole service in this process, with a Discord emulator of its own that tells it of what happens. */
export async function startDiscordService(
  options: Plugins & {
    way?: 'http' | 'gateway';
    /** YAML of the agent; by default the replies of every test service. */
    agent?: string;
    /** More lines of `channels.discord`, as a YAML flow, e.g. `, groups: all`. */
    settings?: string;
    emulator?: DiscordEmulatorOptions;
  } = {},
): Promise<DiscordService> {
  const { way = 'gateway', agent = REPLIES, settings = '' } = options;
  const discord = await createDiscordEmulator(options.emulator);
  const { token, publicKey } = discord.application;
  const folder = await formationFolder(
    `${agent}outbox: { rates: { discord: off } }\nchannels:\n  discord: { token: ${token}, interactions: ${way}, public_key: "${publicKey}", api_root: API_ROOT${settings} }\n`,
    discord.apiUrl,
  );
  const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data') };
  let service: Service;

  async function start(): Promise<void> {
    service = await startFrom(folder, env, options);
    await untilReady(service);
    if (way === 'gateway') return;
    const verified = await discord.setInteractionsUrl(`${service.url}/channels/discord/interactions`);
    expect(verified).toEqual({ isVerified: true });
  }
  await start();

  return {
    discord,
    get url() {
      return service.url;
    },
    get greeting() {
      return service.greeting;
    },
    stop: () => service.stop(),
    async restart() {
      await service.stop();
      await start();
    },
    async said(channel, count) {
      const ofBot = () => discord.messages(channel).filter(({ author }) => author.id === discord.application.bot.id);
      await expect.poll(() => ofBot().length, { timeout: 5_000, interval: 10 }).toBeGreaterThanOrEqual(count);
      return ofBot();
    },
    async end() {
      await service.stop();
      await discord.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createSlackEmulator, type SlackEmulator, type SlackEmulatorOptions } from '../../src/emulators/slack/index.ts';
import type { Message } from '../../src/emulators/slack/wire.ts';
import type { Service } from '../../src/main.ts';
import { formationFolder, type Plugins, REPLIES, startFrom } from './service.ts';

export interface SlackService extends Service {
  slack: SlackEmulator;
  /** Stops and starts again over the same data. */
  restart(): Promise<void>;
  /** What the app has written in a conversation, once there are so many messages. */
  said(channel: { id: string }, count: number): Promise<Message[]>;
  end(): Promise<void>;
}

/** Starts the whole service in this process, with a Slack emulator of its own that tells it of what happens. */
export async function startSlackService(
  options: Plugins & {
    way?: 'http' | 'socket';
    /** YAML of the agent; by default the replies of every test service. */
    agent?: string;
    /** More lines of `channels.slack`, as a YAML flow, e.g. `, groups: all`. */
    settings?: string;
    emulator?: SlackEmulatorOptions;
  } = {},
): Promise<SlackService> {
  const { way = 'http', agent = REPLIES, settings = '' } = options;
  const slack = await createSlackEmulator(options.emulator);
  const hears = way === 'http' ? `signing_secret: ${slack.app.signingSecret}` : `app_token: ${slack.app.appToken}`;
  const folder = await formationFolder(
    `${agent}outbox: { rates: { slack: off } }\nchannels:\n  slack: { bot_token: ${slack.firstWorkspace.botToken}, ${hears}, api_url: API_ROOT${settings} }\n`,
    slack.apiUrl,
  );
  const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data') };
  let service: Service;

  async function start(): Promise<void> {
    service = await startFrom(folder, env, options);
    const at = (kind: string) => `${service.url}/channels/slack/${kind}`;
    if (way === 'http') {
      const urls = { events: at('events'), interactions: at('interactions'), commands: at('commands') };
      expect(await slack.setRequestUrls(urls)).toEqual({ isVerified: true });
    } else {
      // Not `expect.poll`, which belongs into a test.
      for (let tries = 0; slack.socketConnections !== 1 && tries < 500; tries++) await sleep(10);
      expect(slack.socketConnections).toBe(1);
    }
  }
  await start();

  return {
    slack,
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
      const ofApp = () => slack.messages(channel).filter(({ bot_id }) => bot_id !== undefined);
      await expect.poll(() => ofApp().length, { timeout: 5_000, interval: 10 }).toBeGreaterThanOrEqual(count);
      return ofApp();
    },
    async end() {
      await service.stop();
      await slack.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

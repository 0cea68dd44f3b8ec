import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { loadBolt } from '../../../src/channels/slack/bolt.ts';
import { createConnection } from '../../../src/channels/slack/connection.ts';
import { slackSettings } from '../../../src/channels/slack/settings.ts';
import { createSlackEmulator, type SlackEmulator } from '../../../src/emulators/slack/index.ts';
import type { ChannelConnection, ChannelResponse } from '../../../src/protocol/channel.ts';
import { FakeHost } from '../telegram/fake-host.ts';

export const SIGNING_SECRET = 'a1b2c3d4e5f6';

export interface Connected {
  slack: SlackEmulator;
  host: FakeHost;
  connection: ChannelConnection;
}

/** A connection to an emulator, over a host that keeps what it receives. Ends with the test. */
export async function connected(settings: object = {}, host = new FakeHost()): Promise<Connected> {
  const slack = await createSlackEmulator();
  const parsed = slackSettings.parse({
    bot_token: slack.firstWorkspace.botToken,
    signing_secret: SIGNING_SECRET,
    api_url: slack.apiUrl,
    ...settings,
  });
  const connection = createConnection(await loadBolt(parsed), parsed, host);
  onTestFinished(async () => {
    await connection.stop();
    await slack.close();
  });
  return { slack, host, connection };
}

export interface Post {
  body: string;
  headers: Record<string, string>;
}

/** A request as Slack signs it, at this second of Unix time. */
export function signed(body: string, time: string, secret = SIGNING_SECRET): Post {
  const mac = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
  return { body, headers: { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${mac}` } };
}

/** Posts to one of the connection's routes, by the last part of its path. */
export function postTo(connection: ChannelConnection, kind: string, { body, headers }: Post): Promise<ChannelResponse> {
  const route = connection.routes.find(({ path }) => path === `/channels/slack/${kind}`);
  if (!route) throw new Error(`There is no route for ${kind}.`);
  const isForm = kind !== 'events';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return route.handle({ headers: { 'content-type': type, ...headers }, body: Buffer.from(body) });
}

import { expect, onTestFinished } from 'vitest';
import { createConnection } from '../../../src/channels/discord/connection.ts';
import { loadDiscordJs } from '../../../src/channels/discord/discord-js.ts';
import { discordSettings } from '../../../src/channels/discord/settings.ts';
import {
  createDiscordEmulator,
  type DiscordEmulator,
  type DiscordEmulatorOptions,
} from '../../../src/emulators/discord/index.ts';
import type { ChannelConnection, ChannelResponse } from '../../../src/protocol/channel.ts';
import type { Inbound } from '../../../src/protocol/inbound.ts';
import { FakeHost } from '../telegram/fake-host.ts';

export interface Connected {
  discord: DiscordEmulator;
  host: FakeHost;
  connection: ChannelConnection;
}

/** A connection to an emulator, over a host that keeps what it receives. Ends with the test. */
export async function connected(
  settings: object = {},
  { host = new FakeHost(), ...emulator }: DiscordEmulatorOptions & { host?: FakeHost } = {},
): Promise<Connected> {
  const discord = await createDiscordEmulator(emulator);
  const { token, publicKey } = discord.application;
  const parsed = discordSettings.parse({
    token,
    public_key: publicKey,
    interactions: 'http',
    api_root: discord.apiUrl,
    ...settings,
  });
  const connection = createConnection(await loadDiscordJs(parsed), parsed, host);
  onTestFinished(async () => {
    await connection.stop();
    await discord.close();
  });
  return { discord, host, connection };
}

/** The same, with its gateway open. */
export async function listening(settings: object = {}, emulator: DiscordEmulatorOptions = {}): Promise<Connected> {
  const app = await connected({ interactions: 'gateway', ...settings }, { host: hostOfToday(), ...emulator });
  app.connection.start();
  await expect.poll(() => app.connection.readiness(), { timeout: 5_000, interval: 10 }).toEqual({ ready: true });
  return app;
}

/** A host whose clock is that of the emulator. */
export function hostOfToday(): FakeHost {
  const host = new FakeHost();
  host.now = Date.now;
  return host;
}

/** Waits for what will be so in a moment, longer on a busy machine. */
export function soon<T>(read: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 5_000, interval: 10 });
}

/** What was heard, in order: the words of messages and of edits. */
export function heard({ host }: Connected): ReturnType<typeof soon<string[]>> {
  return soon(() => textsOf(host.inbounds));
}

export function textsOf(inbounds: readonly Inbound[]): string[] {
  return inbounds.map(({ event }) => (event.type === 'message' || event.type === 'edit' ? event.text : event.type));
}

/** Somebody, and their conversation with the bot. */
export function inDirect({ discord }: Connected): { ann: { id: string }; dm: { id: string } } {
  const ann = discord.person('Ann');
  return { ann, dm: discord.dm(ann) };
}

export interface Post {
  body: string;
  headers: Record<string, string>;
}

/** A request as Discord signs it, at this second of Unix time. */
export function signed({ discord }: Pick<Connected, 'discord'>, body: string, nowSec: number): Post {
  const headers = Object.entries(discord.application.signatureHeaders(body, nowSec));
  return { body, headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])) };
}

export function postTo(
  { connection }: Pick<Connected, 'connection'>,
  { body, headers }: Post,
): Promise<ChannelResponse> {
  const route = connection.routes.find(({ path }) => path === '/channels/discord/interactions');
  if (!route) throw new Error('There is no route for interactions.');
  return route.handle({ headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(body) });
}

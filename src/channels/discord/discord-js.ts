import type { Client, REST } from 'discord.js';
import type { DiscordSettings } from './settings.ts';

/** One call, long enough for a slow network. The dispatcher retries, so a longer wait would only hold the lane. */
const TIMEOUT_MS = 30_000;

/** What is used of the library: its REST client, and clients of the gateway, one for each connection. */
export interface DiscordJs {
  rest: REST;
  /** A client that has not connected yet. */
  newClient(): Client;
}

/**
 * Loads the library. Nothing of it waits or tries again: both are durable elsewhere. A limit that an answer has told of
 * is heeded before the next call is made, by an error that says how long to wait.
 */
export async function loadDiscordJs({ api_root: api, token }: Pick<DiscordSettings, 'api_root' | 'token'>) {
  const { Client, GatewayIntentBits, REST } = await import('discord.js');
  const calls = {
    api,
    version: '10',
    timeout: TIMEOUT_MS,
    retries: 0,
    rejectOnRateLimit: ['/'],
    // Discord means whole milliseconds; the margin for clocks that differ is the dispatcher's.
    offset: 0,
  };
  return {
    rest: new REST(calls).setToken(token),
    newClient() {
      const client = new Client({
        intents: [
          GatewayIntentBits.Guilds,
          GatewayIntentBits.GuildMessages,
          GatewayIntentBits.DirectMessages,
          GatewayIntentBits.MessageContent,
        ],
        rest: { api, version: '10', timeout: TIMEOUT_MS },
      });
      // Events are read as they come on the wire. What the library would make and remember of them is only weight, and
      // an event that it cannot make anything of would end the process.
      (client.ws as unknown as { handlePacket: () => boolean }).handlePacket = () => true;
      return client;
    },
  } satisfies DiscordJs;
}

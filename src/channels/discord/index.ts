import type { ChannelType } from '../../protocol/channel.ts';
import { addressOf, conversationOf, discordAddress, isShared } from './address.ts';
import { createConnection } from './connection.ts';
import { decodeDiscord } from './decode.ts';
import { loadDiscordJs } from './discord-js.ts';
import { secretOf, whenSilent } from './interaction-secret.ts';
import { DISCORD_PACE, MAX_CONTENT_UNITS } from './limits.ts';
import { printDiscord, readsMarkdown } from './print.ts';
import { printFile } from './print-file.ts';
import { type DiscordSettings, discordSettings } from './settings.ts';

/** Bots on Discord. The library is loaded when a bot connects; printing and decoding need none. */
export const discord: ChannelType<DiscordSettings> = {
  name: 'discord',
  settings: discordSettings,
  isEnabled: ({ token }) => token !== '',
  address: discordAddress,
  conversationOf,
  addressOf,
  deliveryLaneOf: conversationOf,
  pace: DISCORD_PACE,
  // By a nonce for some minutes, and edits are the same when they are made twice.
  knowsRepeats: true,
  isShared,
  secretOf,
  whenSilent,
  content: { format: 'markdown', maxLength: MAX_CONTENT_UNITS, overflow: 'split', truncationSuffix: '…' },
  readsMarkdown,
  print: printDiscord,
  printFile,
  decode: decodeDiscord,
  async connect(settings, host) {
    return createConnection(await loadDiscordJs(settings), settings, host);
  },
};

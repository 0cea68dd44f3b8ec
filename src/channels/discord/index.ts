import type { ChannelType } from '../../protocol/channel.ts';
import { addressOf, conversationOf, discordAddress, isShared } from './address.ts';
import { decodeDiscord } from './decode.ts';
import { DISCORD_PACE, MAX_CONTENT_UNITS } from './limits.ts';
import { acceptPayload } from './payload/accept.ts';
import { printDiscord, readsMarkdown } from './print.ts';
import { type DiscordSettings, discordSettings } from './settings.ts';

/** Bots on Discord. It prints and decodes; it does not connect yet. */
export const discord: ChannelType<DiscordSettings> = {
  name: 'discord',
  settings: discordSettings,
  isEnabled: ({ token }) => token !== '',
  address: discordAddress,
  conversationOf,
  addressOf,
  deliveryLaneOf: conversationOf,
  pace: DISCORD_PACE,
  isShared,
  content: { format: 'markdown', maxLength: MAX_CONTENT_UNITS, overflow: 'split', truncationSuffix: '…' },
  readsMarkdown,
  print: printDiscord,
  acceptPayload,
  decode: decodeDiscord,
};

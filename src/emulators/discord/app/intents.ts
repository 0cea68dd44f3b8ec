/** Gateway intents that the emulator has events for. docs.discord.com/developers/events/gateway#gateway-intents, read 2026-11. */
export const INTENT = {
  guilds: 1 << 0,
  guildMessages: 1 << 9,
  guildReactions: 1 << 10,
  directMessages: 1 << 12,
  directReactions: 1 << 13,
  messageContent: 1 << 15,
} as const;

/** Guild members, presences and message content: the portal has to allow them. */
export const PRIVILEGED_INTENTS = (1 << 1) | (1 << 8) | INTENT.messageContent;

/** Every bit that is an intent: 0 to 16, 20, 21, 24 and 25; others close the connection with 4013. */
export const KNOWN_INTENTS = (2 ** 17 - 1) | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

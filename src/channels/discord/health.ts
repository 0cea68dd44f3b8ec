/** What an operator has to mend, as a sentence. */
export const TOKEN_REFUSED =
  'Discord answered 401: it does not take channels.discord.token. Check it against the developer portal, under Bot.';

/** Why the gateway closes a connection for good. docs.discord.com, Opcodes and Status Codes, read 2026-11. */
const CLOSE_FAULTS: Readonly<Record<number, string>> = {
  4004: 'The gateway of Discord does not take channels.discord.token. Check it against the developer portal, under Bot.',
  4010: 'The gateway of Discord refused the shard.',
  4011: 'The gateway of Discord wants the bot in more than one shard: it is in too many servers for one connection.',
  4012: 'The gateway of Discord does not speak version 10 of its API any more.',
  4013: 'The gateway of Discord does not know the intents that were asked for.',
  4014: 'Discord does not let the bot read messages: switch on "Message Content Intent" in the developer portal, under Bot.',
};

/** Nothing for a code after which the connection may be opened again. */
export function faultOfClose(code: number): string | undefined {
  return CLOSE_FAULTS[code];
}

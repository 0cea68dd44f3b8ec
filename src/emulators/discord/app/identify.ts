import { isObject } from '../../bounded-json.ts';
import { KNOWN_INTENTS, PRIVILEGED_INTENTS } from './intents.ts';

/** Close codes: docs.discord.com/developers/topics/opcodes-and-status-codes#gateway, read 2026-11. */
export const CLOSE = {
  unknownOpcode: [4001, 'Unknown opcode.'],
  decodeError: [4002, 'Error while decoding payload.'],
  notAuthenticated: [4003, 'Not authenticated.'],
  authenticationFailed: [4004, 'Authentication failed.'],
  alreadyAuthenticated: [4005, 'Already authenticated.'],
  rateLimited: [4008, 'Rate limited.'],
  sessionTimedOut: [4009, 'Session timed out.'],
  invalidShard: [4010, 'Invalid shard.'],
  invalidVersion: [4012, 'Invalid API version.'],
  invalidIntents: [4013, 'Invalid intent(s).'],
  disallowedIntents: [4014, 'Disallowed intent(s).'],
} as const;

/** Why the gateway closes a connection. */
export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE];

interface Identity {
  intents: number;
  shard: readonly [index: number, count: number];
}

/** Reads `d` of opcode 2; gives the reason to close where Discord would. */
export function readIdentity(
  d: unknown,
  { token, allowsPrivilegedIntents }: { token: string; allowsPrivilegedIntents: boolean },
): Identity | CloseReason {
  if (!isObject(d)) return CLOSE.decodeError;
  if (!isToken(d.token, token)) return CLOSE.authenticationFailed;
  const { intents } = d;
  const isWhole = typeof intents === 'number' && Number.isSafeInteger(intents) && intents >= 0;
  if (!isWhole || (intents & ~KNOWN_INTENTS) !== 0) return CLOSE.invalidIntents;
  if ((intents & PRIVILEGED_INTENTS) !== 0 && !allowsPrivilegedIntents) return CLOSE.disallowedIntents;
  const [index, count] = Array.isArray(d.shard) ? d.shard : [0, 1];
  const isShard = Number.isInteger(index) && Number.isInteger(count) && index >= 0 && index < count;
  return isShard ? { intents, shard: [index, count] } : CLOSE.invalidShard;
}

/** Some clients say `Bot` before the token here as well. */
export function isToken(given: unknown, token: string): boolean {
  return String(given).replace(/^Bot /, '') === token;
}

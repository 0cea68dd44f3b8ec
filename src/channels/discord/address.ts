import { z } from 'zod';
import type { Address } from '../../protocol/turn.ts';

/** An id of Discord as a string. 64 bits: a number holds only the short ones exactly. */
export const snowflake = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()], {
    error: 'must be an id as Discord gives it, as a string of digits: a number loses the last ones',
  })
  .transform(String);

/** `{channel_id}`: a channel, a thread or a direct message; Discord gives each its own id. */
export const discordAddress = z.strictObject({ channel_id: snowflake }) satisfies z.ZodType<Address>;

const CONVERSATION = /^discord:(\d+)$/;

export function conversationOf({ channel_id }: Address): string {
  return `discord:${channel_id}`;
}

export function addressOf(conversation: string): Address | undefined {
  const channelId = CONVERSATION.exec(conversation)?.[1];
  return channelId === undefined ? undefined : { channel_id: channelId };
}

/**
 * An id does not tell a direct message from a channel, so every one counts as shared: the careful reading. What comes
 * from Discord says more, see `Inbound.isShared`.
 */
export function isShared(): boolean {
  return true;
}

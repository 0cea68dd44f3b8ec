import { z } from 'zod';
import type { Address } from '../../protocol/turn.ts';

const id = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{1,64}$/, 'must be an id as Slack gives it, e.g. C0123ABCD');

/** `{channel, thread_ts?, team?}`. */
export const slackAddress = z.strictObject({
  channel: id,
  thread_ts: z
    .string({ error: 'must be a string: as a number it would lose its last digits' })
    .regex(/^\d{1,12}\.\d{1,9}$/, 'must be a message timestamp, e.g. "1767326125.870439"')
    .exactOptional(),
  team: id.exactOptional(),
}) satisfies z.ZodType<Address>;

const CONVERSATION = /^slack:([A-Za-z0-9]*):([A-Za-z0-9]+)(?::(\d+\.\d+))?$/;

/** `slack:<team>:<channel>`, then `:<thread_ts>` in a thread. The team is empty where it is not known. */
export function conversationOf({ channel, thread_ts, team = '' }: Address): string {
  return `slack:${team}:${channel}${thread_ts === undefined ? '' : `:${thread_ts}`}`;
}

export function addressOf(conversation: string): Address | undefined {
  const [, team, channel, thread_ts] = CONVERSATION.exec(conversation) ?? [];
  if (channel === undefined) return undefined;
  return { channel, ...(thread_ts && { thread_ts }), ...(team && { team }) };
}

/** Slack limits posts by channel, about one a second; threads of a channel share that. */
export function deliveryLaneOf({ channel, team = '' }: Address): string {
  return `slack:${team}:${channel}`;
}

/** Ids of direct messages begin with D; a user id opens one. Groups of people (G) and channels (C) are shared. */
export function isShared({ channel }: Address): boolean {
  return !/^[DUW]/.test(String(channel));
}

/** What is sent to a person arrives in their direct messages with the app, whose id is another one. */
export function answersFrom({ channel }: Address): boolean {
  return !/^[UW]/.test(String(channel));
}

import { z } from 'zod';
import type { Address } from '../../protocol/turn.ts';
import { idIn, type Loose, objectIn } from './loose.ts';

/** The General topic of a forum. The platform refuses it as `message_thread_id`. */
const GENERAL_TOPIC = 1;

const wholeNumber = z
  .union([z.number(), z.string().regex(/^-?\d{1,16}$/)])
  .transform(Number)
  .refine((id) => idIn(id) !== undefined, 'must be a whole number other than 0');

const publicName = z
  .string()
  .regex(/^@[A-Za-z]\w{3,31}$/)
  .toLowerCase();

/** `{chat_id, message_thread_id?}` as callers write it; digits may come as strings, names in any case. */
export const telegramAddress: z.ZodType<Address> = z
  .strictObject({
    chat_id: z.union([wholeNumber, publicName], { error: 'must be a chat id, e.g. 42 or -1001557, or a public @name' }),
    message_thread_id: wholeNumber.refine((id) => id > 0, 'must be positive').optional(),
  })
  .transform(({ chat_id, message_thread_id }) => addressIn(chat_id, message_thread_id));

function addressIn(chatId: number | string, threadId: number | undefined): Address {
  return threadId === undefined || threadId === GENERAL_TOPIC
    ? { chat_id: chatId }
    : { chat_id: chatId, message_thread_id: threadId };
}

/**
 * Where a message was written. The thread counts only in a real topic: elsewhere `message_thread_id`
 * names a chain of replies, and sending to that is refused with "message thread not found".
 */
export function addressOfMessage(message: Loose): Address | undefined {
  const chatId = idIn(objectIn(message.chat)?.id);
  if (chatId === undefined) return undefined;
  return addressIn(chatId, message.is_topic_message === true ? idIn(message.message_thread_id) : undefined);
}

export function conversationOf(address: Address): string {
  const thread = address.message_thread_id;
  return thread === undefined ? `telegram:${address.chat_id}` : `telegram:${address.chat_id}:${thread}`;
}

/** The address of a conversation that `conversationOf` named. */
export function addressOf(conversation: string): Address | undefined {
  const match = /^telegram:(-?\d+|@\w+)(?::(\d+))?$/.exec(conversation);
  if (!match) return undefined;
  const address = telegramAddress.safeParse({ chat_id: match[1], ...(match[2] && { message_thread_id: match[2] }) });
  return address.success ? address.data : undefined;
}

/** The whole chat is one lane: Telegram's waits hold a chat, not a topic. */
export function deliveryLaneOf(address: Address): string {
  return `telegram:${address.chat_id}`;
}

/** Groups and channels have negative ids; only they have public names. */
export function isShared(address: Address): boolean {
  return typeof address.chat_id === 'string' || (address.chat_id ?? 0) < 0;
}

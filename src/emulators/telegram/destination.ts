import { isObject } from '../bounded-json.ts';
import type { Parameters } from './parameters.ts';
import { badRequest, forbidden } from './refusal.ts';
import type { Message } from './wire.ts';
import type { Room, StoredMessage, World } from './world.ts';

/** The room that `chat_id` names. Throws the refusal of a chat that is missing or has moved. */
export function readRoom(world: World, parameters: Parameters): Room {
  const chatId = parameters.text('chat_id');
  if (!chatId) throw badRequest('chat_id is empty');
  const room = chatId.startsWith('@') ? world.roomByUsername(chatId.slice(1)) : world.room(Number(chatId));
  if (!room) throw badRequest('chat not found');
  if (room.movedTo !== undefined) {
    throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: room.movedTo });
  }
  return room;
}

/** As `readRoom`, for something new: throws as well when nobody is there to read it. */
export function readOpenRoom(world: World, parameters: Parameters): Room {
  const room = readRoom(world, parameters);
  if (room.closed === 'blocked') throw forbidden('bot was blocked by the user');
  if (room.closed === 'deactivated') throw forbidden('user is deactivated');
  return room;
}

/** The topic that `message_thread_id` names. "General" has none: its id, 1, is not found either. */
export function readThread(
  room: Room,
  parameters: Parameters,
): Pick<Message, 'message_thread_id' | 'is_topic_message'> {
  const threadId = parameters.integer('message_thread_id');
  if (!threadId) return {};
  if (!room.topics.has(threadId)) throw badRequest('message thread not found');
  return { message_thread_id: threadId, is_topic_message: true };
}

/** The message that `reply_parameters` name. */
export function readReply(room: Room, parameters: Parameters): Pick<Message, 'reply_to_message'> {
  const reply = parameters.json('reply_parameters');
  if (reply === undefined) return {};
  if (!isObject(reply)) throw badRequest('object expected as reply parameters');
  if (typeof reply.message_id !== 'number') throw badRequest('can\'t find field "message_id"');
  const stored = room.messages.get(reply.message_id);
  if (!stored && reply.allow_sending_without_reply === true) return {};
  if (!stored) throw badRequest('message to be replied not found');
  return { reply_to_message: withoutReply(stored.message) };
}

/** The message of the bot that an edit names. */
export function readEditable(room: Room, parameters: Parameters): StoredMessage {
  const messageId = parameters.integer('message_id');
  if (!messageId) throw badRequest('message identifier is not specified');
  const stored = room.messages.get(messageId);
  if (!stored) throw badRequest('message to edit not found');
  if (!stored.isFromBot) throw badRequest("message can't be edited");
  return stored;
}

/** "Even if it is itself a reply, the message will not contain further `reply_to_message` fields." */
export function withoutReply({ reply_to_message: _, ...message }: Message): Message {
  return message;
}

import { isDeepStrictEqual } from 'node:util';
import type { Backstage, Method } from './backstage.ts';
import { readEditable, readOpenRoom, readRoom, readThread } from './destination.ts';
import { readMessageText } from './message-text.ts';
import type { Parameters } from './parameters.ts';
import { post } from './post.ts';
import { badRequest } from './refusal.ts';
import { checkFits, readReplyMarkup } from './reply-markup.ts';
import type { Entity, InlineKeyboardMarkup, Message } from './wire.ts';
import type { Room, StoredMessage } from './world.ts';

const CHAT_ACTIONS = new Set([
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
]);

const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';

/** Methods that put something into a chat or change it there. */
export function messageMethods(backstage: Backstage): Record<string, Method> {
  const { world, flood, emit } = backstage;

  function sendMessage(parameters: Parameters): Message {
    return post(backstage, parameters, textFields(readMessageText(parameters)));
  }

  function editMessageText(parameters: Parameters): Message {
    const formatted = readMessageText(parameters);
    const markup = readReplyMarkup(parameters.json('reply_markup'));
    const room = readOpenRoom(world, parameters);
    checkFits(markup, room.chat);
    const stored = readEditable(room, parameters);
    const { text: _text, entities: _entities, reply_markup: _markup, ...kept } = stored.message;
    return replace(room, stored, { ...kept, ...textFields(formatted), ...markupField(markup) });
  }

  function editMessageReplyMarkup(parameters: Parameters): Message {
    const markup = readReplyMarkup(parameters.json('reply_markup'));
    const room = readOpenRoom(world, parameters);
    checkFits(markup, room.chat);
    const stored = readEditable(room, parameters);
    const { reply_markup: _markup, ...kept } = stored.message;
    return replace(room, stored, { ...kept, ...markupField(markup) });
  }

  function replace(room: Room, stored: StoredMessage, content: Message): Message {
    if (isDeepStrictEqual(content, stored.message)) throw badRequest(NOT_MODIFIED);
    flood.take(room.chat);
    stored.message = { ...content, edit_date: world.nowSec() };
    emit({ type: 'edited', chatId: room.chat.id, message: stored.message });
    return stored.message;
  }

  function deleteMessage(parameters: Parameters): true {
    const room = readRoom(world, parameters);
    const messageId = parameters.integer('message_id');
    if (!messageId) throw badRequest('message identifier is not specified');
    if (!room.messages.delete(messageId)) throw badRequest('message to delete not found');
    emit({ type: 'deleted', chatId: room.chat.id, messageId });
    return true;
  }

  function sendChatAction(parameters: Parameters): true {
    const action = parameters.text('action') ?? '';
    if (!CHAT_ACTIONS.has(action)) throw badRequest('wrong parameter action in request');
    const room = readOpenRoom(world, parameters);
    readThread(room, parameters);
    emit({ type: 'action', chatId: room.chat.id, action });
    return true;
  }

  return { sendMessage, editMessageText, editMessageReplyMarkup, deleteMessage, sendChatAction };
}

function textFields({ text, entities }: { text: string; entities: Entity[] }): Pick<Message, 'text' | 'entities'> {
  return { text, ...(entities.length === 0 ? {} : { entities }) };
}

function markupField(markup: InlineKeyboardMarkup | undefined): Pick<Message, 'reply_markup'> {
  return markup ? { reply_markup: markup } : {};
}

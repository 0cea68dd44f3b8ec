import { EmulatorMisuse } from '../misuse.ts';
import type { Backstage } from './backstage.ts';
import type { PressResult } from './callback-queries.ts';
import { withoutReply } from './destination.ts';
import { MEDIA_KINDS, type MediaKind, mediaField, type NewFile } from './media.ts';
import { captionFields, readTypedText } from './message-text.ts';
import type { Chat, Message, User } from './wire.ts';
import type { Ref, Room, StoredMessage } from './world.ts';

/** Who Telegram names as author when an admin of a group writes anonymously. Telegram Bot API, Message.from, read 2026-11. */
const ANONYMOUS_ADMIN: User = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };

/** Under the name of a kind goes a file; the text becomes its caption. */
export interface SendExtras extends Partial<Record<MediaKind, NewFile>> {
  /** A forum topic, as `topic` gave it; absent = General. */
  threadId?: number;
  /** `message_id` of the message it replies to. */
  replyTo?: number;
  /** Sent in the name of the group. */
  isAnonymous?: boolean;
  /** Anything else that the message shall carry, as on the wire. */
  fields?: Readonly<Record<string, unknown>>;
}

/** What the people of the emulator do in their apps. Each act reaches the bot as an update. */
export class People {
  readonly #backstage: Backstage;

  constructor(backstage: Backstage) {
    this.#backstage = backstage;
  }

  send(from: Ref, chat: Ref, text: string, extras: SendExtras = {}): Message {
    const { world } = this.#backstage;
    const room = this.#roomFor(from, chat);
    const media = this.#mediaIn(extras);
    const message = world.add(
      room,
      {
        ...this.#authorOf(from, room, extras.isAnonymous ?? false),
        ...threadOf(room, extras),
        ...replyOf(room, extras.replyTo),
        ...(media ? { ...media, ...captionFields(readTypedText(text)) } : textFields(text)),
        ...extras.fields,
      },
      false,
    );
    this.#announce(room, message, 'message');
    return message;
  }

  edit(from: Ref, message: { chat: Ref; message_id: number }, text: string): Message {
    const room = this.#roomFor(from, message.chat);
    const stored = storedIn(room, message.message_id);
    const { id } = this.#backstage.world.personOf(from);
    if (stored.isFromBot || (stored.message.from?.id ?? id) !== id) {
      throw new EmulatorMisuse(`Message ${message.message_id} is not of user ${id}; people edit their own.`);
    }
    const { text: _text, entities: _entities, ...kept } = stored.message;
    stored.message = { ...kept, ...textFields(text), edit_date: this.#backstage.world.nowSec() };
    this.#announce(room, stored.message, 'edited');
    return stored.message;
  }

  /**
   * Presses a button: a number counts the buttons as they stand now from 0, row by row; a string is sent as callback
   * data, whether a button has it or not, since a foreign app can do that too. Resolves when the bot has answered.
   */
  press(from: Ref, message: { chat: Ref; message_id: number }, button: number | string): Promise<PressResult> {
    const { world, queries, updates } = this.#backstage;
    const room = this.#roomFor(from, message.chat);
    const { message: current } = storedIn(room, message.message_id);
    const data = typeof button === 'string' ? button : callbackDataOf(current, button);
    const { id, result } = queries.open();
    updates.push({
      callback_query: { id, from: world.personOf(from), message: current, chat_instance: `${room.chat.id}`, data },
    });
    return result;
  }

  /** An admin opens a topic in a forum. */
  addTopic(chat: Ref, name: string): Message {
    const { world } = this.#backstage;
    const room = world.roomOf(chat);
    const message = world.addTopic(room, name, { from: ANONYMOUS_ADMIN, sender_chat: room.chat });
    this.#announce(room, message, 'message');
    return message;
  }

  /** The person stops or restarts the bot; while it is stopped, sends are refused. */
  setBlocked(person: Ref, isBlocked: boolean): void {
    const { world, updates } = this.#backstage;
    const user = world.personOf(person);
    const room = world.roomOf(user);
    if (isBlocked) room.closed = 'blocked';
    else delete room.closed;
    const status = (isMember: boolean) => ({ status: isMember ? 'member' : 'kicked', user: world.bot });
    updates.push({
      my_chat_member: {
        chat: room.chat,
        from: user,
        date: world.nowSec(),
        old_chat_member: status(isBlocked),
        new_chat_member: status(!isBlocked),
      },
    });
  }

  /** The account is deleted. */
  deactivate(person: Ref): void {
    const { world } = this.#backstage;
    world.roomOf(world.personOf(person)).closed = 'deactivated';
  }

  /** The group becomes a supergroup with another id; sends to the old one are told where it went. */
  migrate(group: Ref): Chat {
    const { world } = this.#backstage;
    const old = world.roomOf(group);
    if (old.chat.type !== 'group' || old.movedTo !== undefined) {
      throw new EmulatorMisuse(`Chat ${old.chat.id} is no basic group (any more), it cannot become a supergroup.`);
    }
    const chat = world.newChat('supergroup', old.chat.title ?? 'Group');
    const from = ANONYMOUS_ADMIN;
    const left = world.add(old, { from, migrate_to_chat_id: chat.id }, false);
    const room = world.roomOf(chat);
    const arrived = world.add(room, { from, sender_chat: chat, migrate_from_chat_id: old.chat.id }, false);
    old.movedTo = chat.id;
    this.#announce(old, left, 'message');
    this.#announce(room, arrived, 'message');
    return chat;
  }

  #mediaIn(extras: SendExtras): Partial<Message> | undefined {
    for (const kind of MEDIA_KINDS) {
      const file = extras[kind];
      if (!file) continue;
      const { name, mime, bytes } = file;
      return mediaField(kind, this.#backstage.world.addFile(name, mime, bytes), bytes);
    }
    return undefined;
  }

  #announce(room: Room, message: Message, type: 'message' | 'edited'): void {
    const { updates, emit } = this.#backstage;
    const isPost = room.chat.type === 'channel';
    if (type === 'message') updates.push(isPost ? { channel_post: message } : { message });
    else updates.push(isPost ? { edited_channel_post: message } : { edited_message: message });
    emit({ type, chatId: room.chat.id, message });
  }

  #authorOf(from: Ref, { chat }: Room, isAnonymous: boolean): Pick<Message, 'from' | 'sender_chat'> {
    if (chat.type === 'channel') return { sender_chat: chat };
    if (isAnonymous) return { from: ANONYMOUS_ADMIN, sender_chat: chat };
    return { from: this.#backstage.world.personOf(from) };
  }

  #roomFor(from: Ref, chat: Ref): Room {
    const { world } = this.#backstage;
    const room = world.roomOf(chat);
    const { id } = world.personOf(from);
    if (room.chat.type === 'private' && room.chat.id !== id) {
      throw new EmulatorMisuse(`User ${id} is not in the private chat ${room.chat.id}.`);
    }
    if (room.closed) throw new EmulatorMisuse(`User ${id} has no open chat with the bot: ${room.closed}.`);
    if (room.movedTo !== undefined) throw new EmulatorMisuse(`Group ${room.chat.id} is now ${room.movedTo}.`);
    return room;
  }
}

function textFields(text: string): Pick<Message, 'text' | 'entities'> {
  const typed = readTypedText(text);
  if (typed.text === '') throw new EmulatorMisuse('Nobody can send a message without text.');
  return { text: typed.text, ...(typed.entities.length === 0 ? {} : { entities: typed.entities }) };
}

/** A reply outside of topics carries the id of its thread, but is no topic message. */
function threadOf(
  room: Room,
  { threadId, replyTo }: SendExtras,
): Pick<Message, 'message_thread_id' | 'is_topic_message'> {
  if (threadId !== undefined) {
    if (!room.topics.has(threadId)) throw new EmulatorMisuse(`Chat ${room.chat.id} has no topic ${threadId}.`);
    return { message_thread_id: threadId, is_topic_message: true };
  }
  return replyTo !== undefined && room.chat.type === 'supergroup' ? { message_thread_id: replyTo } : {};
}

function replyOf(room: Room, replyTo: number | undefined): Pick<Message, 'reply_to_message'> {
  return replyTo === undefined ? {} : { reply_to_message: withoutReply(storedIn(room, replyTo).message) };
}

function storedIn(room: Room, messageId: number): StoredMessage {
  const stored = room.messages.get(messageId);
  if (!stored) throw new EmulatorMisuse(`Chat ${room.chat.id} shows no message ${messageId}.`);
  return stored;
}

function callbackDataOf(message: Message, index: number): string {
  const buttons = message.reply_markup?.inline_keyboard.flat() ?? [];
  const button = buttons[index];
  if (!button) {
    throw new EmulatorMisuse(
      `Message ${message.message_id} has ${buttons.length} buttons, there is no button ${index}.`,
    );
  }
  if (button.callback_data === undefined) {
    throw new EmulatorMisuse(
      `Button ${index} of message ${message.message_id} opens something; the bot hears nothing of it.`,
    );
  }
  return button.callback_data;
}

import { dropOldest } from '../drop-oldest.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { Chat, Document, Message, User } from './wire.ts';

/** People count as the private chats that they are. */
const MAX_ROOMS = 1000;
const MAX_MESSAGES_PER_ROOM = 500;
const MAX_TOPICS_PER_ROOM = 100;
const MAX_FILES = 32;
const MAX_FILES_BYTES = 64 * 1024 * 1024;

/** Telegram gives basic groups ids down to here and supergroups and channels lower ones. */
const LOWEST_GROUP_ID = -999_999_999_999;

/** A user or chat, by its id or by the object that carries it. */
export type Ref = number | { id: number };

type SharedChatType = 'group' | 'supergroup' | 'channel';

/** A chat as the emulator keeps it. */
export interface Room {
  readonly chat: Chat;
  /** Oldest first; the oldest go when there are more than 500. */
  readonly messages: Map<number, StoredMessage>;
  /** Names of forum topics by `message_thread_id`. */
  readonly topics: Map<number, string>;
  /** Of a supergroup or channel, where 1 is the note that it was made; the other types count together. */
  lastMessageId: number;
  /** Why the bot cannot write here any more. */
  closed?: 'blocked' | 'deactivated';
  /** The supergroup that this group became. */
  movedTo?: number;
}

export interface StoredMessage {
  /** Replaced, never changed, when the message is edited. */
  message: Message;
  isFromBot: boolean;
}

/** People, chats, messages and files: all that the emulated Telegram remembers. Every list has a bound. */
export class World {
  readonly bot: User;
  readonly #now: () => number;
  readonly #people = new Map<number, User>();
  readonly #rooms = new Map<number, Room>();
  readonly #files = new Map<string, { document: Document; bytes: Uint8Array }>();
  #lastNumber = 1000;
  /** Private chats and basic groups share one sequence of message ids, supergroups and channels have their own. */
  #lastSharedMessageId = 0;

  constructor(bot: User, now: () => number) {
    this.bot = bot;
    this.#now = now;
  }

  /** The person of this first name; made on first use, together with the private chat with the bot. */
  person(name: string, fields: Partial<User> = {}): User {
    for (const person of this.#people.values()) if (person.first_name === name) return person;
    const id = this.#unusedId((number) => number);
    return this.#addPerson({ id, is_bot: false, first_name: name, language_code: 'en', ...fields });
  }

  /** As `person`, by id. */
  personOf(ref: Ref): User {
    const id = idOf(ref);
    const known = this.#people.get(id);
    if (known) return known;
    if (id <= 0) throw new EmulatorMisuse(`No user has the id ${id}; the ids of users are positive.`);
    return this.#addPerson({ id, is_bot: false, first_name: `User ${id}`, language_code: 'en' });
  }

  /** The chat of this type and title; made on first use. */
  chat(type: SharedChatType, title: string, fields: Partial<Chat> = {}): Chat {
    const known = this.rooms().find(({ chat, movedTo }) => chat.type === type && chat.title === title && !movedTo);
    return known?.chat ?? this.newChat(type, title, fields);
  }

  newChat(type: SharedChatType, title: string, fields: Partial<Chat> = {}): Chat {
    const id = this.#unusedId((number) => (type === 'group' ? -number : LOWEST_GROUP_ID - 1 - number));
    return this.#addRoom({ id, type, title, ...fields }).chat;
  }

  /** The room of a chat that the bot knows. */
  room(id: number): Room | undefined {
    return this.#rooms.get(id);
  }

  roomByUsername(username: string): Room | undefined {
    return [...this.#rooms.values()].find(({ chat }) => chat.username?.toLowerCase() === username.toLowerCase());
  }

  /** The room of a chat; one of an unknown id is made, of the type that Telegram gives such ids to. */
  roomOf(ref: Ref): Room {
    const id = idOf(ref);
    const known = this.#rooms.get(id);
    if (known) return known;
    if (id > 0) {
      this.personOf(id);
      return this.roomOf(id);
    }
    return this.#addRoom({ id, type: id < LOWEST_GROUP_ID ? 'supergroup' : 'group', title: `Group ${id}` });
  }

  rooms(): Room[] {
    return [...this.#rooms.values()];
  }

  /** Puts a new message into a room, with the next id and the time. */
  add(room: Room, content: Omit<Message, 'message_id' | 'date' | 'chat'>, isFromBot: boolean): Message {
    const message: Message = {
      message_id: this.#nextMessageId(room),
      date: this.nowSec(),
      chat: room.chat,
      ...content,
    };
    room.messages.set(message.message_id, { message, isFromBot });
    dropOldest(room.messages, MAX_MESSAGES_PER_ROOM);
    return message;
  }

  /** Makes a topic and the service message that tells of it. */
  addTopic(room: Room, name: string, author: Pick<Message, 'from' | 'sender_chat'>): Message {
    if (!room.chat.is_forum) throw new EmulatorMisuse(`Chat ${room.chat.id} is no forum, it has no topics.`);
    const created = this.add(room, { ...author, forum_topic_created: { name, icon_color: 7322096 } }, false);
    const message: Message = { ...created, message_thread_id: created.message_id, is_topic_message: true };
    room.messages.set(message.message_id, { message, isFromBot: false });
    room.topics.set(message.message_id, name);
    dropOldest(room.topics, MAX_TOPICS_PER_ROOM);
    return message;
  }

  addFile(name: string, mime: string, bytes: Uint8Array): Document {
    const unique = `file${++this.#lastNumber}`;
    const document = {
      file_id: `BQAC-${unique}`,
      file_unique_id: unique,
      file_name: name,
      mime_type: mime,
      file_size: bytes.byteLength,
    };
    this.#files.set(document.file_id, { document, bytes });
    dropOldest(this.#files, MAX_FILES);
    let keptBytes = 0;
    for (const [id, file] of [...this.#files].reverse()) {
      keptBytes += file.bytes.byteLength;
      if (keptBytes > MAX_FILES_BYTES && id !== document.file_id) this.#files.delete(id);
    }
    return document;
  }

  file(fileId: string): { document: Document; bytes: Uint8Array } | undefined {
    return this.#files.get(fileId);
  }

  /** Unix seconds, as Telegram dates everything. */
  nowSec(): number {
    return Math.floor(this.#now() / 1000);
  }

  #nextMessageId(room: Room): number {
    if (room.chat.type === 'private' || room.chat.type === 'group') return ++this.#lastSharedMessageId;
    return ++room.lastMessageId;
  }

  /** A test may have used any id before. */
  #unusedId(idOfNumber: (number: number) => number): number {
    do this.#lastNumber++;
    while (this.#rooms.has(idOfNumber(this.#lastNumber)));
    return idOfNumber(this.#lastNumber);
  }

  #addPerson(person: User): User {
    const { id, first_name, username } = person;
    this.#addRoom({ id, type: 'private', first_name, ...(username === undefined ? {} : { username }) });
    this.#people.set(id, person);
    return person;
  }

  #addRoom(chat: Chat): Room {
    if (this.#rooms.size >= MAX_ROOMS) throw new EmulatorMisuse(`The emulator keeps at most ${MAX_ROOMS} chats.`);
    const room: Room = { chat, messages: new Map(), topics: new Map(), lastMessageId: 1 };
    this.#rooms.set(chat.id, room);
    return room;
  }
}

export function idOf(ref: Ref): number {
  const id = typeof ref === 'number' ? ref : ref.id;
  if (!Number.isSafeInteger(id)) throw new EmulatorMisuse(`${JSON.stringify(id)} is no id of a user or chat.`);
  return id;
}

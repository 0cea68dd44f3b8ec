import { EmulatorMisuse } from '../misuse.ts';
import type { Backstage } from './backstage.ts';
import type { NewFile } from './files.ts';
import { DEFAULT_MENTIONS, mentionFields, pingsOf } from './mentions.ts';
import type { Message } from './wire.ts';
import { CHANNEL } from './wire.ts';
import type { Ref, Room } from './world.ts';

/** A message, by its channel and id; a message is one itself. */
export interface MessageRef {
  channel_id: string;
  id: string;
}

export interface SendExtras {
  /** The message that it answers; its author is notified. */
  replyTo?: MessageRef;
  files?: readonly NewFile[];
  /** Anything else that the message shall carry, as on the wire. */
  fields?: Readonly<Record<string, unknown>>;
}

/** "2000", for people without a subscription. support.discord.com, read 2026-11. */
const MAX_TYPED = 2000;
const REPLY = 19;

/** What the people of the emulator write in their apps. Each act reaches the app as an event. */
export class People {
  readonly #backstage: Backstage;

  constructor(backstage: Backstage) {
    this.#backstage = backstage;
  }

  /** Writing in a guild joins it. */
  send(from: Ref, channel: Ref, text: string, extras: SendExtras = {}): Message {
    const { world, timeline, files } = this.#backstage;
    const user = world.personOf(from);
    const room = this.roomFor(from, channel);
    const attachments = (extras.files ?? []).map((file) => files.add(room.channel.id, file));
    if (text.trim() === '' && attachments.length === 0 && !extras.fields) {
      throw new EmulatorMisuse('Nobody can send a message without text or a file.');
    }
    if (text.length > MAX_TYPED) throw new EmulatorMisuse(`Nobody can type more than ${MAX_TYPED} characters.`);
    if (room.channel.thread_metadata?.locked) throw new EmulatorMisuse(`The thread ${room.channel.id} is locked.`);
    if (room.channel.thread_metadata) room.channel.thread_metadata.archived = false;
    const replied = extras.replyTo && this.find(extras.replyTo).message;
    const pings = pingsOf(world, room, text, DEFAULT_MENTIONS.message, replied?.author);
    const fields = { content: text.trim(), embeds: [], components: [], attachments, flags: 0 };
    return timeline.post(
      room,
      user,
      { fields: { ...fields, ...mentionFields(world, pings) }, pings },
      { nonce: world.ids.next(), ...replyLooks(room, replied), ...extras.fields },
    );
  }

  edit(from: Ref, ref: MessageRef, text: string): Message {
    const { world, timeline } = this.#backstage;
    const { room, message } = this.#own(from, ref);
    const pings = pingsOf(world, room, text, DEFAULT_MENTIONS.message);
    return timeline.change(room, message, {}, { content: text.trim(), ...mentionFields(world, pings) });
  }

  remove(from: Ref, ref: MessageRef): void {
    const { room, message } = this.#own(from, ref);
    this.#backstage.timeline.remove(room, message);
  }

  /** Discord shows a preview of a link in a message, whoever wrote it: the message is updated, not edited. */
  unfurl(ref: MessageRef, preview: { url: string; title: string }): Message {
    const { room, message } = this.find(ref);
    const embeds = [...message.embeds, { type: 'link', ...preview }];
    const { edited_timestamp } = message;
    return this.#backstage.timeline.change(room, message, {}, { embeds, edited_timestamp });
  }

  react(from: Ref, ref: MessageRef, emoji: string): void {
    const { room, message } = this.find(ref);
    this.#backstage.events.reacted(room, message, this.#backstage.world.personOf(from), emoji);
  }

  /** A public thread, grown from a message or free. */
  startThread(from: Ref, channel: Ref, name: string, fromMessage?: MessageRef): Room {
    const { world, events } = this.#backstage;
    const parent = this.roomFor(from, channel);
    if (parent.channel.type !== CHANNEL.text) throw new EmulatorMisuse('Threads grow in text channels only.');
    const id = fromMessage && this.find(fromMessage).message.id;
    if (id !== undefined && world.room(id)) throw new EmulatorMisuse(`Message ${id} has a thread already.`);
    const ownerId = world.personOf(from).id;
    const thread = world.addThread(parent, { name, ownerId, ...(id === undefined ? {} : { id }) });
    events.channelAdded(thread);
    return thread;
  }

  find({ channel_id, id }: MessageRef): { room: Room; message: Message } {
    const room = this.#backstage.world.roomOf(channel_id);
    const message = room.messages.get(id);
    if (!message) throw new EmulatorMisuse(`Channel ${channel_id} shows no message ${id} to everyone.`);
    return { room, message };
  }

  /** The channel, if the person may write there. */
  roomFor(from: Ref, channel: Ref): Room {
    const { world } = this.#backstage;
    const room = world.roomOf(channel);
    const { id, username } = world.personOf(from);
    if (room.channel.recipients && !room.channel.recipients.some((person) => person.id === id)) {
      throw new EmulatorMisuse(`${username} is not in the conversation ${room.channel.id}.`);
    }
    room.guild?.members.add(id);
    return room;
  }

  #own(from: Ref, ref: MessageRef): { room: Room; message: Message } {
    const found = this.find(ref);
    const { id } = this.#backstage.world.personOf(from);
    if (found.message.author.id !== id) {
      throw new EmulatorMisuse(`Message ${ref.id} is not of ${id}; people change their own.`);
    }
    return found;
  }
}

function replyLooks(room: Room, replied: Message | undefined): Partial<Message> {
  if (!replied) return {};
  const guild = room.guild ? { guild_id: room.guild.id } : {};
  return {
    type: REPLY,
    message_reference: { type: 0, message_id: replied.id, channel_id: replied.channel_id, ...guild },
    referenced_message: replied,
  };
}

import type { Events } from './app/events.ts';
import type { EmulatorEvent } from './backstage.ts';
import type { Content } from './content.ts';
import type { Message } from './wire.ts';
import type { Room, World } from './world.ts';

/** Every change to what conversations show: it is kept, watchers are told, and the app is. */
export class Timeline {
  readonly #world: World;
  readonly #events: Events;
  readonly #emit: (event: EmulatorEvent) => void;

  constructor(world: World, events: Events, emit: (event: EmulatorEvent) => void) {
    this.#world = world;
    this.#events = events;
    this.#emit = emit;
  }

  /** A new message; `to` is the one who sees it, when it is for one person. The app hears nothing of those. */
  post(room: Room, fields: Partial<Message>, to?: string): Message {
    const { ids } = this.#world;
    const message: Message = { type: 'message', ts: ids.ts(), text: '', team: room.workspace.team.id, ...fields };
    if (message.blocks) message.blocks = this.#world.withBlockIds(message.blocks);
    if (message.thread_ts !== undefined && message.parent_user_id === undefined) {
      const parent = room.messages.get(message.thread_ts)?.user;
      if (parent !== undefined) message.parent_user_id = parent;
    }
    this.#world.add(room, message, to);
    this.#emit({ type: 'message', channel: room.channel.id, message, ...(to === undefined ? {} : { to }) });
    if (to === undefined) {
      this.#events.posted(room, message);
      this.#countReply(room, message);
    }
    return message;
  }

  /** A reply changes the message that its thread is below. The app is told of that, too, as of an edit. */
  #countReply(room: Room, { ts, thread_ts, user }: Message): void {
    const root = room.messages.get(thread_ts ?? ts);
    if (!root || root.ts === ts) return;
    const users = [...new Set([...(root.reply_users ?? []), ...(user === undefined ? [] : [user])])];
    this.change(room, root, {
      thread_ts: root.ts,
      reply_count: (root.reply_count ?? 0) + 1,
      reply_users: users,
      reply_users_count: users.length,
      latest_reply: ts,
    });
  }

  /** As `post`, in the bot's name. */
  postAsBot(room: Room, content: Content, extras: Partial<Message> = {}, to?: string): Message {
    const { bot, botProfile } = room.workspace;
    const author = { user: bot.id, bot_id: botProfile.id, app_id: this.#world.app.id, bot_profile: botProfile };
    return this.post(room, { ...author, ...content, ...extras }, to);
  }

  /** Changes a message in place. The app hears of it where all see the message. */
  change(room: Room, previous: Message, fields: Partial<Message>): Message {
    const message: Message = { ...previous, ...fields };
    if (fields.blocks) message.blocks = this.#world.withBlockIds(fields.blocks);
    if (message.blocks?.length === 0) delete message.blocks;
    if (message.attachments?.length === 0) delete message.attachments;
    const ephemeral = room.ephemerals.get(previous.ts);
    if (ephemeral) room.ephemerals.set(previous.ts, { ...ephemeral, message });
    else room.messages.set(previous.ts, message);
    this.#emit({ type: 'changed', channel: room.channel.id, message });
    if (!ephemeral) this.#events.changed(room, message, previous);
    return message;
  }

  remove(room: Room, message: Message): void {
    const isEphemeral = room.ephemerals.delete(message.ts);
    room.messages.delete(message.ts);
    this.#emit({ type: 'deleted', channel: room.channel.id, ts: message.ts });
    if (!isEphemeral) this.#events.deleted(room, message);
  }
}

import type { Events } from './app/events.ts';
import type { EmulatorEvent, Pings } from './backstage.ts';
import type { Content } from './content.ts';
import type { Message, User } from './wire.ts';
import { isThread, type Room, type World } from './world.ts';

const NOBODY: Pings = { everyone: false, users: [], roles: [] };

/** Every change to what channels show: it is kept, watchers are told, and the app is. */
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
  post(room: Room, author: User, content: Partial<Content>, extras: Partial<Message> = {}, to?: string): Message {
    const { ids } = this.#world;
    const message: Message = {
      type: 0,
      id: ids.next(),
      channel_id: room.channel.id,
      author,
      content: '',
      timestamp: ids.timestamp(),
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
      pinned: false,
      flags: 0,
      ...content.fields,
      ...extras,
    };
    room.pings.set(message.id, content.pings ?? NOBODY);
    if (isThread(room)) {
      room.channel.message_count = (room.channel.message_count ?? 0) + 1;
      room.channel.total_message_sent = (room.channel.total_message_sent ?? 0) + 1;
    }
    this.#world.add(room, message, to);
    this.#emit({ type: 'message', channelId: room.channel.id, message, ...(to === undefined ? {} : { to }) });
    if (to === undefined) this.#events.posted(room, message);
    return message;
  }

  /** Changes a message in place. Nobody is notified, unless it was a placeholder that now gets its text. */
  change(room: Room, previous: Message, content: Partial<Content>, extras: Partial<Message> = {}): Message {
    const wasLoading = (previous.flags & 128) !== 0;
    const edited = wasLoading ? {} : { edited_timestamp: this.#world.ids.timestamp() };
    const message: Message = { ...previous, ...edited, ...content.fields, ...extras };
    if (wasLoading && content.pings) room.pings.set(message.id, content.pings);
    const ephemeral = room.ephemerals.get(previous.id);
    if (ephemeral) room.ephemerals.set(previous.id, { ...ephemeral, message });
    else room.messages.set(previous.id, message);
    const seenBy = ephemeral ? { to: ephemeral.to } : {};
    this.#emit({ type: 'changed', channelId: room.channel.id, message, ...seenBy });
    if (!ephemeral) this.#events.changed(room, message);
    return message;
  }

  remove(room: Room, message: Message): void {
    const isEphemeral = room.ephemerals.delete(message.id);
    room.messages.delete(message.id);
    this.#emit({ type: 'deleted', channelId: room.channel.id, messageId: message.id });
    if (!isEphemeral) this.#events.deleted(room, message);
  }
}

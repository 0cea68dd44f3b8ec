import { randomUUID } from 'node:crypto';
import { EmulatorMisuse } from '../misuse.ts';
import type { Backstage } from './backstage.ts';
import type { NewFile } from './files.ts';
import { withReaction } from './reactions.ts';
import { readTypedText } from './typed-text.ts';
import type { Message } from './wire.ts';
import type { Ref, Room } from './world.ts';

/** A message, by its channel and `ts`. */
export interface MessageRef {
  channel: Ref;
  ts: string;
}

export interface SendExtras {
  /** `ts` of the message whose thread it goes into. */
  threadTs?: string;
  /** With `threadTs`: shown in the channel as well. */
  isBroadcast?: boolean;
  files?: readonly NewFile[];
  /** Anything else that the message shall carry, as on the wire. */
  fields?: Readonly<Record<string, unknown>>;
}

/** What the people of the emulator write in their apps. Each act reaches the app as an event where it is a member. */
export class People {
  readonly #backstage: Backstage;

  constructor(backstage: Backstage) {
    this.#backstage = backstage;
  }

  /** Writing in a channel joins it. */
  send(from: Ref, channel: Ref, text: string, extras: SendExtras = {}): Message {
    const { world, timeline, files } = this.#backstage;
    const user = world.personOf(from);
    const room = this.#roomFor(from, channel);
    const shared = (extras.files ?? []).map((file) => files.add(room.workspace, user.id, file));
    const thread = this.#threadOf(room, extras);
    return timeline.post(room, {
      user: user.id,
      client_msg_id: randomUUID(),
      ...this.#words(text, shared.length > 0),
      ...thread,
      ...(shared.length > 0 ? { subtype: 'file_share', files: shared, upload: false } : {}),
      ...extras.fields,
    });
  }

  edit(from: Ref, ref: MessageRef, text: string): Message {
    const { world, timeline } = this.#backstage;
    const { room, message } = this.#own(from, ref);
    const edited = { user: world.personOf(from).id, ts: world.ids.ts() };
    return timeline.change(room, message, { ...this.#words(text), edited });
  }

  remove(from: Ref, ref: MessageRef): void {
    const { room, message } = this.#own(from, ref);
    this.#backstage.timeline.remove(room, message);
  }

  /** Slack shows a preview of a link in a message, whoever wrote it. */
  unfurl(ref: MessageRef, link: { url: string; title: string }): Message {
    const { room, message } = this.#find(ref);
    const attachments = [...(message.attachments ?? []), { id: 1, from_url: link.url, title: link.title }];
    return this.#backstage.timeline.change(room, message, { attachments });
  }

  react(from: Ref, ref: MessageRef, name: string): void {
    const { room, message } = this.#find(ref);
    const user = this.#backstage.world.personOf(from);
    const changed = withReaction(message, name, user.id);
    if (!changed) throw new EmulatorMisuse(`${user.real_name} has reacted with ${name} already.`);
    room.messages.set(message.ts, changed);
    this.#backstage.events.reacted(room, message, user, name);
  }

  openHome(from: Ref): void {
    const { world, events } = this.#backstage;
    const user = world.personOf(from);
    events.homeOpened(user, world.direct(world.workspaceOf(user.team_id), [user.id]));
  }

  #words(text: string, mayBeEmpty = false): Pick<Message, 'text' | 'blocks'> {
    if (text.trim() === '' && !mayBeEmpty) throw new EmulatorMisuse('Nobody can send a message without text.');
    if (text === '') return { text };
    return readTypedText(text, this.#backstage.world.ids.next('b'));
  }

  #threadOf(room: Room, { threadTs, isBroadcast = false }: SendExtras): Partial<Message> {
    if (threadTs === undefined) return {};
    const root = room.messages.get(threadTs);
    if (!root) throw new EmulatorMisuse(`Conversation ${room.channel.id} shows no message ${threadTs}.`);
    return { thread_ts: threadTs, ...(isBroadcast ? { subtype: 'thread_broadcast', root } : {}) };
  }

  #own(from: Ref, ref: MessageRef): { room: Room; message: Message } {
    const found = this.#find(ref);
    const { id } = this.#backstage.world.personOf(from);
    if (found.message.user !== id)
      throw new EmulatorMisuse(`Message ${ref.ts} is not of ${id}; people change their own.`);
    return found;
  }

  #find({ channel, ts }: MessageRef): { room: Room; message: Message } {
    const room = this.#backstage.world.roomOf(channel);
    const message = room.messages.get(ts);
    if (!message) throw new EmulatorMisuse(`Conversation ${room.channel.id} shows no message ${ts}.`);
    return { room, message };
  }

  #roomFor(from: Ref, channel: Ref): Room {
    const { world } = this.#backstage;
    const room = world.roomOf(channel);
    const user = world.personOf(from);
    if (user.team_id !== room.workspace.team.id) {
      throw new EmulatorMisuse(`${user.real_name} is not in the workspace ${room.workspace.team.name}.`);
    }
    if ((room.channel.is_im || room.channel.is_mpim) && !room.members.has(user.id)) {
      throw new EmulatorMisuse(`${user.real_name} is not in the conversation ${room.channel.id}.`);
    }
    room.members.add(user.id);
    return room;
  }
}

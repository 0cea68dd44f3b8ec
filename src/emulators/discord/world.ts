import { dropOldest } from '../drop-oldest.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { Pings } from './backstage.ts';
import type { Snowflakes } from './snowflakes.ts';
import { CHANNEL, type Channel, type Member, type Message, type Role, type User } from './wire.ts';

const MAX_GUILDS = 100;
const MAX_PEOPLE = 1000;
const MAX_ROOMS = 1000;
const MAX_MESSAGES_PER_ROOM = 500;
/** Every permission, as a member who owns the guild has them. */
export const ALL_PERMISSIONS = '9007199254740991';

export interface Guild {
  readonly id: string;
  readonly name: string;
  /** By name; `@everyone` has the id of the guild. */
  readonly roles: Map<string, Role>;
  readonly members: Set<string>;
}

/** A channel, thread or direct conversation as the emulator keeps it. */
export interface Room {
  readonly channel: Channel;
  readonly guild?: Guild;
  /** By id, oldest first; the oldest go when there are more than 500. Messages are replaced, never changed. */
  readonly messages: Map<string, Message>;
  /** Messages that one person alone sees, by id. */
  readonly ephemerals: Map<string, { to: string; message: Message }>;
  /** Who was notified, by message id. */
  readonly pings: Map<string, Pings>;
  /** What the bot may not do here. */
  denied: 'view' | 'send' | undefined;
}

/** A person, guild or channel, by its id or by the object that carries it. */
export type Ref = string | { id: string };

/** Guilds, people, channels and messages: what the emulated Discord remembers. Every list has a bound. */
export class World {
  readonly ids: Snowflakes;
  readonly bot: User;
  /** People who take no direct messages from the bot. */
  readonly closedDms = new Set<string>();
  readonly #guilds = new Map<string, Guild>();
  readonly #people = new Map<string, User>();
  readonly #rooms = new Map<string, Room>();

  constructor(ids: Snowflakes, botId: string) {
    this.ids = ids;
    this.bot = { ...newUser(botId, 'Emulated bot'), global_name: null, discriminator: '0001', bot: true };
  }

  /** The guild of this name; made on first use, with the bot in it. `isNew` tells which. */
  guild(name: string): { guild: Guild; isNew: boolean } {
    for (const guild of this.#guilds.values()) if (guild.name === name) return { guild, isNew: false };
    if (this.#guilds.size >= MAX_GUILDS) throw new EmulatorMisuse(`The emulator keeps at most ${MAX_GUILDS} guilds.`);
    const id = this.ids.next();
    const everyone = newRole(id, '@everyone');
    const guild: Guild = { id, name, roles: new Map([['@everyone', everyone]]), members: new Set([this.bot.id]) };
    this.#guilds.set(id, guild);
    return { guild, isNew: true };
  }

  guilds(): Guild[] {
    return [...this.#guilds.values()];
  }

  findGuild(id: string): Guild | undefined {
    return this.#guilds.get(id);
  }

  guildOf(ref: Ref): Guild {
    const guild = this.#guilds.get(idOf(ref));
    if (!guild) throw new EmulatorMisuse(`There is no guild ${idOf(ref)}.`);
    return guild;
  }

  /** The role of this name; made on first use. */
  role(guild: Guild, name: string): Role {
    const role = guild.roles.get(name) ?? newRole(this.ids.next(), name);
    guild.roles.set(name, role);
    return role;
  }

  /** The person of this name; made on first use. */
  person(name: string, fields: Partial<User> = {}): User {
    for (const user of this.#people.values()) if (user.global_name === name) return user;
    if (this.#people.size >= MAX_PEOPLE) throw new EmulatorMisuse(`The emulator keeps at most ${MAX_PEOPLE} people.`);
    const user = { ...newUser(this.ids.next(), name), ...fields };
    this.#people.set(user.id, user);
    return user;
  }

  personOf(ref: Ref): User {
    const person = this.#people.get(idOf(ref));
    if (!person) throw new EmulatorMisuse(`Nobody has the id ${idOf(ref)}.`);
    return person;
  }

  /** A person or the bot. */
  user(id: string): User | undefined {
    return id === this.bot.id ? this.bot : this.#people.get(id);
  }

  member(user: User): Member {
    return {
      roles: [],
      nick: null,
      avatar: null,
      joined_at: '2026-01-04T20:21:10.139000+00:00',
      premium_since: null,
      deaf: false,
      mute: false,
      pending: false,
      flags: 0,
      communication_disabled_until: null,
      user,
    };
  }

  /** The text channel of this name; made on first use. */
  channel(guild: Guild, name: string): { room: Room; isNew: boolean } {
    const known = this.rooms().find((room) => room.guild === guild && room.channel.name === name && !isThread(room));
    if (known) return { room: known, isNew: false };
    const room = this.#addRoom(this.ids.next(), guild, {
      type: CHANNEL.text,
      name,
      position: this.#rooms.size,
      permission_overwrites: [],
      parent_id: null,
      topic: null,
      nsfw: false,
      rate_limit_per_user: 0,
    });
    return { room, isNew: true };
  }

  /** A new thread; one that grows from a message has that message's id. */
  addThread(
    parent: Room,
    thread: { id?: string; name: string; ownerId: string; isPrivate?: boolean; archiveMin?: number },
  ): Room {
    const at = this.ids.timestamp();
    return this.#addRoom(thread.id ?? this.ids.next(), parent.guild, {
      type: thread.isPrivate ? CHANNEL.privateThread : CHANNEL.publicThread,
      name: thread.name,
      parent_id: parent.channel.id,
      owner_id: thread.ownerId,
      rate_limit_per_user: 0,
      message_count: 0,
      member_count: 2,
      total_message_sent: 0,
      thread_metadata: {
        archived: false,
        auto_archive_duration: thread.archiveMin ?? 1440,
        archive_timestamp: at,
        locked: false,
        create_timestamp: at,
      },
    });
  }

  /** The direct conversation of a person and the bot; made on first use. */
  dm(person: User): { room: Room; isNew: boolean } {
    const known = this.rooms().find(({ channel }) => channel.recipients?.[0]?.id === person.id);
    if (known) return { room: known, isNew: false };
    const room = this.#addRoom(this.ids.next(), undefined, { type: CHANNEL.dm, recipients: [person] });
    return { room, isNew: true };
  }

  room(id: string): Room | undefined {
    return this.#rooms.get(id);
  }

  roomOf(ref: Ref): Room {
    const room = this.#rooms.get(idOf(ref));
    if (!room) throw new EmulatorMisuse(`There is no channel ${idOf(ref)}.`);
    return room;
  }

  rooms(): Room[] {
    return [...this.#rooms.values()];
  }

  removeRoom(id: string): void {
    this.#rooms.delete(id);
  }

  /** Keeps a new message, seen by all or by one person. */
  add(room: Room, message: Message, to?: string): void {
    if (to === undefined) room.messages.set(message.id, message);
    else room.ephemerals.set(message.id, { to, message });
    room.channel.last_message_id = message.id;
    for (const kept of [room.messages, room.ephemerals, room.pings]) dropOldest(kept, MAX_MESSAGES_PER_ROOM);
  }

  #addRoom(id: string, guild: Guild | undefined, fields: Partial<Channel> & { type: number }): Room {
    if (this.#rooms.size >= MAX_ROOMS) throw new EmulatorMisuse(`The emulator keeps at most ${MAX_ROOMS} channels.`);
    const channel: Channel = {
      id,
      flags: 0,
      last_message_id: null,
      ...(guild ? { guild_id: guild.id } : {}),
      ...fields,
    };
    const room: Room = {
      channel,
      ...(guild ? { guild } : {}),
      messages: new Map(),
      ephemerals: new Map(),
      pings: new Map(),
      denied: undefined,
    };
    this.#rooms.set(id, room);
    return room;
  }
}

export function idOf(ref: Ref): string {
  return typeof ref === 'string' ? ref : ref.id;
}

export function isThread({ channel }: Room): boolean {
  return channel.thread_metadata !== undefined;
}

function newUser(id: string, name: string): User {
  const username = name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return { id, username, global_name: name, discriminator: '0', avatar: null, public_flags: 0 };
}

function newRole(id: string, name: string): Role {
  const looks = { color: 0, hoist: false, position: 0, permissions: ALL_PERMISSIONS, flags: 0 };
  return { id, name, ...looks, managed: false, mentionable: true };
}

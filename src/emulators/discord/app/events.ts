import { CHANNEL, type Message, type User } from '../wire.ts';
import { type Guild, isThread, type Room, type World } from '../world.ts';
import { INTENT } from './intents.ts';

/** Something that the app hears of over the gateway. */
export interface GatewayEvent {
  type: string;
  /** The session needs this intent; 0 for none. */
  intent: number;
  guildId?: string;
  data: object;
  /** What a session without the intent for message content is told instead. */
  dataWithoutContent?: object;
}

/** Makes the gateway's events of what happens where the app is. */
export class Events {
  readonly #world: World;
  readonly #send: (event: GatewayEvent) => void;

  constructor(world: World, send: (event: GatewayEvent) => void) {
    this.#world = world;
    this.#send = send;
  }

  posted(room: Room, message: Message): void {
    this.#message('MESSAGE_CREATE', room, message);
  }

  /** An edit, by a person or the app, or a preview that Discord made of a link. */
  changed(room: Room, message: Message): void {
    this.#message('MESSAGE_UPDATE', room, message);
  }

  deleted(room: Room, { id }: Message): void {
    const guild = room.guild ? { guild_id: room.guild.id } : {};
    this.#inRoom(room, 'MESSAGE_DELETE', { id, channel_id: room.channel.id, ...guild });
  }

  reacted(room: Room, message: Message, user: User, emoji: string): void {
    const guild = room.guild ? { guild_id: room.guild.id, member: this.#world.member(user) } : {};
    const intent = room.guild ? INTENT.guildReactions : INTENT.directReactions;
    this.#send({
      type: 'MESSAGE_REACTION_ADD',
      intent,
      ...(room.guild ? { guildId: room.guild.id } : {}),
      data: {
        user_id: user.id,
        channel_id: room.channel.id,
        message_id: message.id,
        message_author_id: message.author.id,
        emoji: { id: null, name: emoji },
        burst: false,
        type: 0,
        ...guild,
      },
    });
  }

  guildJoined(guild: Guild): void {
    this.#send({ type: 'GUILD_CREATE', intent: INTENT.guilds, guildId: guild.id, data: this.guildData(guild) });
  }

  channelAdded(room: Room): void {
    if (room.channel.type === CHANNEL.dm) return;
    const type = isThread(room) ? 'THREAD_CREATE' : 'CHANNEL_CREATE';
    const fresh = isThread(room) ? { newly_created: true } : {};
    this.#inRoom(room, type, { ...room.channel, ...fresh }, INTENT.guilds);
  }

  channelChanged(room: Room): void {
    this.#inRoom(room, isThread(room) ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE', room.channel, INTENT.guilds);
  }

  channelRemoved(room: Room): void {
    const { id, type, guild_id, parent_id } = room.channel;
    const name = isThread(room) ? 'THREAD_DELETE' : 'CHANNEL_DELETE';
    this.#inRoom(room, name, { id, type, guild_id, parent_id }, INTENT.guilds);
  }

  interaction(interaction: object, room: Room): void {
    const guild = room.guild ? { guildId: room.guild.id } : {};
    this.#send({ type: 'INTERACTION_CREATE', intent: 0, ...guild, data: interaction });
  }

  /** Any other event, as on the wire. */
  other(type: string, data: object): void {
    this.#send({ type, intent: 0, data });
  }

  /** A guild as `GUILD_CREATE` tells it. */
  guildData(guild: Guild): object {
    const rooms = this.#world.rooms().filter((room) => room.guild === guild);
    const users = [...guild.members].map((id) => this.#world.user(id)).filter((user) => user !== undefined);
    return {
      id: guild.id,
      name: guild.name,
      icon: null,
      owner_id: '1',
      roles: [...guild.roles.values()],
      channels: rooms.filter((room) => !isThread(room)).map(({ channel }) => channel),
      threads: rooms.filter(isThread).map(({ channel }) => channel),
      members: users.map((user) => this.#world.member(user)),
      member_count: users.length,
      joined_at: '2026-01-04T20:39:45.451082+00:00',
      large: false,
      unavailable: false,
      preferred_locale: 'en-US',
      features: [],
      emojis: [],
      stickers: [],
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
      afk_timeout: 300,
      verification_level: 0,
      default_message_notifications: 0,
      explicit_content_filter: 0,
      mfa_level: 0,
      nsfw_level: 0,
      premium_tier: 0,
      system_channel_flags: 0,
    };
  }

  #message(type: string, room: Room, message: Message): void {
    if (room.denied === 'view') return;
    const { bot } = this.#world;
    const { user: _, ...member } = this.#world.member(message.author);
    const withMember = (user: User) => {
      const { user: __, ...own } = this.#world.member(user);
      return { ...user, member: own };
    };
    const inGuild = room.guild ? { guild_id: room.guild.id, member, mentions: message.mentions.map(withMember) } : {};
    const data = { ...message, channel_type: room.channel.type, ...inGuild };
    // "Own messages, direct messages and messages that mention the app keep it": docs.discord.com, gateway, read 2026-11.
    const keepsContent =
      !room.guild || message.author.id === bot.id || message.mentions.some(({ id }) => id === bot.id);
    const bare = { ...data, content: '', embeds: [], attachments: [], components: [] };
    this.#send({
      type,
      intent: room.guild ? INTENT.guildMessages : INTENT.directMessages,
      ...(room.guild ? { guildId: room.guild.id } : {}),
      data,
      ...(keepsContent ? {} : { dataWithoutContent: bare }),
    });
  }

  #inRoom(room: Room, type: string, data: object, wanted?: number): void {
    if (room.denied === 'view') return;
    const intent = wanted ?? (room.guild ? INTENT.guildMessages : INTENT.directMessages);
    this.#send({ type, intent, ...(room.guild ? { guildId: room.guild.id } : {}), data });
  }
}

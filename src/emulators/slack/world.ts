import { dropOldest } from '../drop-oldest.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { Ids } from './ids.ts';
import type { Block, BotProfile, Channel, Message, Team, User } from './wire.ts';

const MAX_WORKSPACES = 100;
const MAX_PEOPLE = 1000;
const MAX_ROOMS = 1000;
const MAX_MESSAGES_PER_ROOM = 500;

/** The team of the app that all workspaces install. */
export interface App {
  id: string;
  clientId: string;
  clientSecret: string;
  /** Signs what is posted to the app. */
  signingSecret: string;
  /** Opens Socket Mode. */
  appToken: string;
}

/** A workspace that has the app installed from its beginning. */
export interface Workspace {
  readonly team: Team;
  readonly botToken: string;
  /** The app as a member of the workspace. */
  readonly bot: User;
  readonly botProfile: BotProfile;
  /** Without, the token is no good. */
  isInstalled: boolean;
}

/** A conversation as the emulator keeps it. */
export interface Room {
  readonly workspace: Workspace;
  readonly channel: Channel;
  readonly members: Set<string>;
  /** By `ts`, oldest first; the oldest go when there are more than 500. Messages are replaced, never changed. */
  readonly messages: Map<string, Message>;
  /** Messages that one person alone sees, by `ts`. */
  readonly ephemerals: Map<string, { to: string; message: Message }>;
}

/** A person or conversation, by its id or by the object that carries it. */
export type Ref = string | { id: string };

/** Workspaces, people, conversations and messages: what the emulated Slack remembers. Every list has a bound. */
export class World {
  readonly app: App;
  readonly ids: Ids;
  readonly #workspaces = new Map<string, Workspace>();
  readonly #people = new Map<string, User>();
  readonly #rooms = new Map<string, Room>();

  constructor(app: App, ids: Ids) {
    this.app = app;
    this.ids = ids;
  }

  /** The workspace of this name; made on first use. */
  workspace(name: string): Workspace {
    for (const workspace of this.#workspaces.values()) if (workspace.team.name === name) return workspace;
    if (this.#workspaces.size >= MAX_WORKSPACES)
      throw new EmulatorMisuse(`The emulator keeps at most ${MAX_WORKSPACES} workspaces.`);
    const domain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const team = { id: this.ids.next('T'), name, domain };
    const bot = { ...newUser(this.ids.next('U'), team.id, 'Emulated bot'), is_bot: true };
    const workspace: Workspace = {
      team,
      bot,
      botToken: `xoxb-emulated-${this.#workspaces.size + 1}`,
      botProfile: {
        id: this.ids.next('B'),
        app_id: this.app.id,
        user_id: bot.id,
        name: bot.real_name,
        team_id: team.id,
        deleted: false,
      },
      isInstalled: true,
    };
    this.#workspaces.set(team.id, workspace);
    return workspace;
  }

  findWorkspace(teamId: string): Workspace | undefined {
    return this.#workspaces.get(teamId);
  }

  workspaceOf(teamId: string): Workspace {
    const workspace = this.findWorkspace(teamId);
    if (!workspace) throw new EmulatorMisuse(`There is no workspace ${teamId}.`);
    return workspace;
  }

  workspaceByToken(token: string): Workspace | undefined {
    return [...this.#workspaces.values()].find(({ botToken }) => botToken === token);
  }

  /** The person of this name in the workspace; made on first use. */
  person({ team }: Workspace, name: string, fields: Partial<User> = {}): User {
    for (const user of this.#people.values()) if (user.team_id === team.id && user.real_name === name) return user;
    if (this.#people.size >= MAX_PEOPLE) throw new EmulatorMisuse(`The emulator keeps at most ${MAX_PEOPLE} people.`);
    const user = { ...newUser(this.ids.next('U'), team.id, name), ...fields };
    this.#people.set(user.id, user);
    return user;
  }

  personOf(ref: Ref): User {
    const person = this.#people.get(idOf(ref));
    if (!person) throw new EmulatorMisuse(`Nobody has the id ${idOf(ref)}.`);
    return person;
  }

  /** A person or the bot, as the app may ask about them. */
  user({ team, bot }: Workspace, id: string): User | undefined {
    if (id === bot.id) return bot;
    const person = this.#people.get(id);
    return person?.team_id === team.id ? person : undefined;
  }

  users({ team, bot }: Workspace): User[] {
    return [bot, ...[...this.#people.values()].filter(({ team_id }) => team_id === team.id)];
  }

  /** The channel of this name; made on first use, with the bot in it. */
  channel(workspace: Workspace, name: string, { isPrivate = false } = {}): Channel {
    const known = this.rooms(workspace).find(({ channel }) => channel.name === name);
    if (known) return known.channel;
    const kind = { is_channel: !isPrivate, is_group: isPrivate, is_private: isPrivate, name };
    return this.#addRoom(workspace, 'C', kind, [workspace.bot.id]).channel;
  }

  /** The direct messages of these people and the bot; made on first use. */
  direct(workspace: Workspace, people: readonly string[]): Room {
    const members = new Set([...people, workspace.bot.id]);
    const known = this.rooms(workspace).find(
      (room) =>
        (room.channel.is_im || room.channel.is_mpim) &&
        room.members.size === members.size &&
        [...members].every((id) => room.members.has(id)),
    );
    if (known) return known;
    const [person] = people;
    if (people.length === 1 && person) return this.#addRoom(workspace, 'D', { is_im: true, user: person }, members);
    return this.#addRoom(workspace, 'G', { is_mpim: true, is_group: true }, members);
  }

  room(id: string): Room | undefined {
    return this.#rooms.get(id);
  }

  roomOf(ref: Ref): Room {
    const room = this.#rooms.get(idOf(ref));
    if (!room) throw new EmulatorMisuse(`There is no conversation ${idOf(ref)}.`);
    return room;
  }

  rooms({ team }: Workspace): Room[] {
    return [...this.#rooms.values()].filter(({ workspace }) => workspace.team.id === team.id);
  }

  /** Keeps a new message, seen by all or by one person. */
  add(room: Room, message: Message, to?: string): Message {
    if (to === undefined) room.messages.set(message.ts, message);
    else room.ephemerals.set(message.ts, { to, message });
    dropOldest(room.messages, MAX_MESSAGES_PER_ROOM);
    dropOldest(room.ephemerals, MAX_MESSAGES_PER_ROOM);
    return message;
  }

  /** Blocks as Slack keeps them: each has a `block_id`. */
  withBlockIds(blocks: readonly Block[]): Block[] {
    return blocks.map((block) => (block.block_id === undefined ? { ...block, block_id: this.ids.next('b') } : block));
  }

  #addRoom(workspace: Workspace, kind: string, fields: Partial<Channel>, members: Iterable<string>): Room {
    if (this.#rooms.size >= MAX_ROOMS)
      throw new EmulatorMisuse(`The emulator keeps at most ${MAX_ROOMS} conversations.`);
    const channel: Channel = {
      id: this.ids.next(kind),
      is_channel: false,
      is_group: false,
      is_im: false,
      is_mpim: false,
      is_private: true,
      is_archived: false,
      context_team_id: workspace.team.id,
      ...fields,
    };
    const room: Room = {
      workspace,
      channel,
      members: new Set(members),
      messages: new Map(),
      ephemerals: new Map(),
    };
    this.#rooms.set(channel.id, room);
    return room;
  }
}

export function idOf(ref: Ref): string {
  return typeof ref === 'string' ? ref : ref.id;
}

function newUser(id: string, teamId: string, name: string): User {
  return {
    id,
    team_id: teamId,
    name: name.toLowerCase().replace(/\s+/g, '.'),
    real_name: name,
    is_bot: false,
    deleted: false,
    locale: 'en-US',
    tz: 'Europe/London',
    profile: { display_name: name, real_name: name },
  };
}

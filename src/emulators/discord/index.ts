import { type Log, silentLog } from '../../protocol/log.ts';
import { EmulatorMisuse } from '../misuse.ts';
import { Events } from './app/events.ts';
import { Gateway } from './app/gateway.ts';
import { InteractionsEndpoint } from './app/interactions-endpoint.ts';
import { newApplicationKeys } from './app/signature.ts';
import { Asking } from './asking.ts';
import type { Backstage, EmulatorEvent } from './backstage.ts';
import { Commands } from './commands.ts';
import { ContentReader } from './content.ts';
import { runControl } from './control.ts';
import type { DiscordEmulator } from './emulator.ts';
import { FileStore } from './files.ts';
import { Hands } from './hands.ts';
import { Interactions, RESPONSE_TIMEOUT_MS, TOKEN_LIFETIME_MS } from './interactions.ts';
import { People } from './people.ts';
import { RateLimits, type RequestLimits } from './rate-limits.ts';
import { Responses } from './responses.ts';
import { RestApi } from './rest/rest-api.ts';
import { startServer } from './server.ts';
import { Snowflakes } from './snowflakes.ts';
import { Timeline } from './timeline.ts';
import { idOf, type Ref, World } from './world.ts';

export type { DiscordEmulator };

/** The bot of an application has its id, as with all newer ones. */
const APPLICATION_ID = '200000000000000002';
const TOKEN = 'emulated.discord.token';
const FIRST_GUILD = 'Emulated guild';
/** "e.g. 45 s", docs.discord.com/developers/events/gateway, read 2026-11; this is what bots are told. */
const HEARTBEAT_INTERVAL_MS = 41_250;

export interface DiscordEmulatorOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Unix milliseconds. */
  now?: () => number;
  log?: Log;
  /** Whether requests faster than Discord allows are answered with 429. Off by default. */
  rateLimits?: boolean | RequestLimits;
  /** How long the app may take for its first answer to an interaction; 3 s by default. */
  responseTimeoutMs?: number;
  /** How long edits and follow-ups work; 15 min by default. */
  tokenLifetimeMs?: number;
  heartbeatIntervalMs?: number;
  /** Whether the developer portal allows message content and the other privileged intents. On by default. */
  allowsPrivilegedIntents?: boolean;
}

export async function createDiscordEmulator(options: DiscordEmulatorOptions = {}): Promise<DiscordEmulator> {
  const { port = 0, now = Date.now, log = silentLog, rateLimits = false } = options;
  const { responseTimeoutMs = RESPONSE_TIMEOUT_MS, tokenLifetimeMs = TOKEN_LIFETIME_MS } = options;
  const listeners = new Set<(event: EmulatorEvent) => void>();
  const emit = (event: EmulatorEvent) => {
    for (const listener of listeners) listener(event);
  };
  let url = '';
  const gatewayUrl = () => `${url.replace('http', 'ws')}/gateway`;
  const keys = newApplicationKeys();
  const ids = new Snowflakes(now);
  const world = new World(ids, APPLICATION_ID);
  const first = world.guild(FIRST_GUILD).guild;
  const gateway: Gateway = new Gateway({
    token: TOKEN,
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? HEARTBEAT_INTERVAL_MS,
    allowsPrivilegedIntents: options.allowsPrivilegedIntents ?? true,
    ready: () => ({
      v: 10,
      user: world.bot,
      user_settings: {},
      session_type: 'normal',
      private_channels: [],
      application: { id: APPLICATION_ID, flags: 1 << 19 },
    }),
    guilds: () => world.guilds().map((guild) => ({ id: guild.id, data: events.guildData(guild) })),
    url: gatewayUrl,
    log,
  });
  const events: Events = new Events(world, (event) => gateway.dispatch(event));
  const timeline = new Timeline(world, events, emit);
  const files = new FileStore(ids, () => url);
  const content = new ContentReader(world, files);
  const backstage: Backstage = {
    applicationId: APPLICATION_ID,
    publicKey: keys.publicKey,
    token: TOKEN,
    gatewayUrl,
    world,
    ids,
    timeline,
    events,
    files,
    content,
    responses: new Responses(world, timeline, content, emit),
    interactions: new Interactions({ responseTimeoutMs, tokenLifetimeMs }, now),
    commands: new Commands(APPLICATION_ID, ids),
    emit,
  };
  const limits = new RateLimits(rateLimits, now);
  const api = new RestApi(backstage, limits);
  let endpoint: InteractionsEndpoint | undefined;
  const asking = new Asking(
    backstage,
    () => endpoint,
    () => gateway.sessions > 0,
  );
  const people = new People(backstage);
  const hands = new Hands(backstage, people, asking);
  const guildOf = (ref?: Ref) => (ref === undefined ? first : world.guildOf(ref));

  const server = await startServer({
    port,
    log,
    handlers: {
      rest: (request) => api.handle(request),
      control: (action, given) => runControl(emulator, action, given),
      file: (id) => files.find(id),
    },
  });
  url = server.url;
  server.http.on('upgrade', (request, stream, head) => gateway.upgrade(request, stream, head));

  const emulator: DiscordEmulator = {
    url,
    apiUrl: `${url}/api`,
    application: { id: APPLICATION_ID, token: TOKEN, bot: world.bot, ...keys },
    firstGuild: first,
    calls: api.calls,
    guild(name) {
      const { guild, isNew } = world.guild(name);
      if (isNew) events.guildJoined(guild);
      return guild;
    },
    person: (name, fields) => world.person(name, fields),
    role: (name, { guild } = {}) => world.role(guildOf(guild), name),
    channel(name, { guild } = {}) {
      const { room, isNew } = world.channel(guildOf(guild), name);
      if (isNew) events.channelAdded(room);
      return room.channel;
    },
    thread: (from, channel, name, fromMessage) => people.startThread(from, channel, name, fromMessage).channel,
    dm: (person) => world.dm(world.personOf(person)).room.channel,
    deny(channel, what) {
      world.roomOf(channel).denied = what;
    },
    closeDms(person) {
      world.closedDms.add(world.personOf(person).id);
    },
    archive(thread, { isLocked = false } = {}) {
      const room = world.roomOf(thread);
      if (!room.channel.thread_metadata) throw new EmulatorMisuse(`Channel ${idOf(thread)} is no thread.`);
      Object.assign(room.channel.thread_metadata, { archived: true, locked: isLocked });
      events.channelChanged(room);
    },
    removeChannel(channel) {
      const room = world.roomOf(channel);
      world.removeRoom(room.channel.id);
      events.channelRemoved(room);
    },
    sendText: (from, channel, text, extras) => people.send(from, channel, text, extras),
    mention: (from, channel, text, extras) => people.send(from, channel, `<@${world.bot.id}> ${text}`, extras),
    edit: (from, message, text) => people.edit(from, message, text),
    remove: (from, message) => people.remove(from, message),
    unfurl: (message, preview) => people.unfurl(message, preview),
    react: (from, message, emoji) => people.react(from, message, emoji),
    press: async (from, message, which, asSeen) => hands.press(from, message, which, asSeen),
    select: async (from, message, which, picks, asSeen) => hands.select(from, message, which, picks, asSeen),
    slashCommand: async (from, channel, name, given = {}) => hands.command(from, channel, name, given),
    submitModal: async (from, fields) => hands.submitModal(from, fields),
    guilds: () => world.guilds(),
    channels: (guild) =>
      world
        .rooms()
        .filter((room) => guild === undefined || room.guild?.id === idOf(guild))
        .map(({ channel }) => channel),
    messages(channel, { as } = {}) {
      const room = world.room(idOf(channel));
      if (!room) return [];
      const own = [...room.ephemerals.values()].filter(({ to }) => as !== undefined && to === idOf(as));
      const all = [...room.messages.values(), ...own.map(({ message }) => message)];
      return all.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    },
    ephemerals: (channel) => [...(world.room(idOf(channel))?.ephemerals.values() ?? [])],
    file(id) {
      const found = files.find(id);
      return found && { mime: found.attachment.content_type, bytes: found.bytes };
    },
    pings({ channel_id, id }) {
      const pings = world.roomOf(channel_id).pings.get(id);
      if (!pings) throw new EmulatorMisuse(`Channel ${channel_id} had no message ${id}.`);
      return pings;
    },
    modal: (person) => hands.modal(person),
    commands: (guild) => backstage.commands.list(guild === undefined ? '' : idOf(guild)),
    async setInteractionsUrl(address) {
      const next =
        address === undefined
          ? undefined
          : new InteractionsEndpoint({ url: address, keys, timeoutMs: responseTimeoutMs, now });
      const fault = await next?.probe(asking.ping());
      if (fault !== undefined) return { isVerified: false, fault };
      endpoint?.close();
      endpoint = next;
      return { isVerified: true };
    },
    redeliver: (interaction) => asking.redeliver(interaction),
    redeliverMessage(ref) {
      const { room, message } = people.find(ref);
      events.posted(room, message);
    },
    expireInteractionTokens: () => backstage.interactions.expireTokens(),
    get gatewayConnections() {
      return gateway.connections;
    },
    askToReconnect: () => gateway.askToReconnect(),
    invalidateSessions: () => gateway.invalidateSessions(),
    closeGateway: (code) => gateway.closeConnections(code),
    cutGateway: () => gateway.cut(),
    setGatewayAway(isAway) {
      gateway.isAway = isAway;
      if (isAway) gateway.cut();
    },
    sendEvent: (type, data) => events.other(type, data),
    failNext(route, fault) {
      if (!api.routeNames.some((name) => name.toLowerCase() === route.toLowerCase())) {
        throw new EmulatorMisuse(`There is no route "${route}". There are: ${api.routeNames.join(', ')}.`);
      }
      api.failNext(route, fault);
    },
    limitRates: (wanted) => limits.set(wanted),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      endpoint?.close();
      gateway.close();
      listeners.clear();
      await server.close();
    },
  };
  return emulator;
}

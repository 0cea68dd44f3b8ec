import { type Log, silentLog } from '../../protocol/log.ts';
import { Faults } from '../faults.ts';
import { EmulatorMisuse } from '../misuse.ts';
import { Events } from './app/events.ts';
import { HttpLink, type RequestUrls } from './app/http-link.ts';
import { ACK_TIMEOUT_MS, type AppLink, type LinkTimes, RETRY_DELAYS_MS } from './app/link.ts';
import { SocketLink } from './app/socket-link.ts';
import { challengeRequestUrl } from './app/url-verification.ts';
import type { Backstage, EmulatorEvent, Fault } from './backstage.ts';
import { runControl } from './control.ts';
import type { SlackEmulator } from './emulator.ts';
import { FileStore } from './files.ts';
import { Hands } from './hands.ts';
import { Ids } from './ids.ts';
import { Installs } from './installs.ts';
import { Interactions } from './interactions.ts';
import { ModalHands } from './modal-hands.ts';
import { People } from './people.ts';
import { type PostLimits, RateLimits } from './rate-limits.ts';
import { ResponseUrls } from './response-urls.ts';
import { startServer } from './server.ts';
import { Timeline } from './timeline.ts';
import { Triggers } from './triggers.ts';
import { Views } from './views.ts';
import { WebApi } from './web-api.ts';
import type { Message } from './wire.ts';
import { type App, idOf, type Workspace, World } from './world.ts';

export type { SlackEmulator };

const APP: App = {
  id: 'A0EMULATED',
  clientId: '1.emulated',
  clientSecret: 'emulated-client-secret',
  signingSecret: 'e1e2e3e4e5e6e7e8e9e0eaebecedeeef',
  appToken: 'xapp-1-A0EMULATED-emulated',
};

const FIRST_WORKSPACE = 'Emulated workspace';

export interface SlackEmulatorOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Unix milliseconds. */
  now?: () => number;
  log?: Log;
  /** Whether posts faster than Slack allows are answered with 429. Off by default. */
  rateLimits?: boolean | PostLimits;
  /** How long the app may take to acknowledge; 3 s by default. */
  ackTimeoutMs?: number;
  /** Before each retry of an event: at once, 1 min and 5 min by default. */
  retryDelaysMs?: readonly number[];
}

export async function createSlackEmulator(options: SlackEmulatorOptions = {}): Promise<SlackEmulator> {
  const { port = 0, now = Date.now, log = silentLog, rateLimits = false } = options;
  const times: LinkTimes = {
    ackTimeoutMs: options.ackTimeoutMs ?? ACK_TIMEOUT_MS,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
  };
  const listeners = new Set<(event: EmulatorEvent) => void>();
  const emit = (event: EmulatorEvent) => {
    for (const listener of listeners) listener(event);
  };
  let url = '';
  const ids = new Ids(now);
  const world = new World(APP, ids);
  const first = world.workspace(FIRST_WORKSPACE);
  const socket = new SocketLink({ appId: APP.id, times, log });
  let http: HttpLink | undefined;
  const link = (): AppLink => http ?? socket;
  const events = new Events(APP, ids, (event) => link().sendEvent(event));
  const timeline = new Timeline(world, events, emit);
  const triggers = new Triggers(now);
  const responseUrls = new ResponseUrls(timeline, () => url, now);
  const backstage: Backstage = {
    rootUrl: () => url,
    world,
    timeline,
    events,
    socket,
    files: new FileStore(ids, () => url),
    views: new Views(world, triggers, emit),
    installs: new Installs(APP, now),
    rateLimits: new RateLimits(rateLimits, now),
    emit,
  };
  const people = new People(backstage);
  const interactions = new Interactions({ world, link, triggers, responseUrls });
  const hands = new Hands(backstage, interactions);
  const modalHands = new ModalHands(backstage, interactions);
  const faults = new Faults<Fault>();
  const api = new WebApi(backstage, responseUrls, faults);
  const workspaceOf = (workspace?: Workspace) => workspace ?? first;

  const server = await startServer({
    port,
    log,
    handlers: {
      call: (method, values, credentials) => api.call(method, values, credentials),
      respond: (path, values) => api.respond(path, values),
      control: (action, given) => runControl(emulator, action, given),
      file(token, teamId, fileId) {
        const workspace = world.workspaceByToken(token ?? '');
        if (workspace?.team.id !== teamId) return 'login';
        return backstage.files.find(workspace, fileId) ?? 'no';
      },
      upload: (ticket, mime, bytes) => backstage.files.receive(ticket, mime, bytes),
      authorize(asked) {
        const teamId = asked.searchParams.get('team') ?? first.team.id;
        const workspace = world.findWorkspace(teamId);
        return workspace && backstage.installs.authorize(asked, workspace);
      },
    },
  });
  url = server.url;
  server.http.on('upgrade', (request, stream, head) => socket.upgrade(request, stream, head));

  const emulator: SlackEmulator = {
    url,
    apiUrl: `${url}/api/`,
    app: APP,
    firstWorkspace: first,
    calls: api.calls,
    workspace: (name) => world.workspace(name),
    person: (name, { workspace, ...fields } = {}) => world.person(workspaceOf(workspace), name, fields),
    channel: (name, { workspace, isPrivate = false } = {}) =>
      world.channel(workspaceOf(workspace), name, { isPrivate }),
    dm(person) {
      const user = world.personOf(person);
      return world.direct(world.workspaceOf(user.team_id), [user.id]).channel;
    },
    group(members) {
      const users = members.map((member) => world.personOf(member));
      const [user] = users;
      if (!user || users.length < 2) throw new EmulatorMisuse('A group of direct messages has two people or more.');
      return world.direct(
        world.workspaceOf(user.team_id),
        users.map(({ id }) => id),
      ).channel;
    },
    inviteBot(channel) {
      const { members, workspace } = world.roomOf(channel);
      members.add(workspace.bot.id);
    },
    removeBot(channel) {
      const { members, workspace } = world.roomOf(channel);
      members.delete(workspace.bot.id);
    },
    uninstall(workspace) {
      workspace.isInstalled = false;
      events.other(workspace, { type: 'app_uninstalled' });
    },
    archive(channel) {
      world.roomOf(channel).channel.is_archived = true;
    },
    sendText: (from, channel, text, extras) => people.send(from, channel, text, extras),
    mention(from, channel, text, extras) {
      const { bot } = world.roomOf(channel).workspace;
      return people.send(from, channel, `<@${bot.id}> ${text}`, extras);
    },
    edit: (from, message, text) => people.edit(from, message, text),
    remove: (from, message) => people.remove(from, message),
    unfurl: (message, preview) => people.unfurl(message, preview),
    react: (from, message, name) => people.react(from, message, name),
    openHome: (from) => people.openHome(from),
    press: (from, message, button, asSeen) => hands.press(from, message, button, asSeen),
    select: (from, message, which, picks, asSeen) => hands.select(from, message, which, picks, asSeen),
    typeInto: (from, message, which, text) => hands.typeInto(from, message, which, text),
    slashCommand: (from, channel, command, text = '') => hands.command(from, channel, command, text),
    pressInView: (from, viewId, button) => modalHands.press(from, viewId, button),
    fillInView: (from, viewId, which, what) => modalHands.fill(from, viewId, which, what),
    submitView: (from, viewId) => modalHands.submit(from, viewId),
    closeView: (from, viewId) => modalHands.close(from, viewId),
    views: (person) => backstage.views.of(idOf(person)),
    home: (person) => backstage.views.home(idOf(person)),
    channels: (workspace) => world.rooms(workspaceOf(workspace)).map(({ channel }) => channel),
    messages(channel, { as } = {}) {
      const room = world.room(idOf(channel));
      if (!room) return [];
      const own: Message[] = [];
      for (const { to, message } of room.ephemerals.values()) if (as && to === idOf(as)) own.push(message);
      return [...room.messages.values(), ...own].sort((a, b) => (a.ts < b.ts ? -1 : 1));
    },
    ephemerals: (channel) => [...(world.room(idOf(channel))?.ephemerals.values() ?? [])],
    file(id) {
      const found = backstage.files.find(first, id);
      return found && { mime: found.file.mimetype, bytes: found.bytes };
    },
    async setRequestUrls(urls: RequestUrls | undefined) {
      http?.close();
      http = undefined;
      if (!urls) return { isVerified: true };
      const next = new HttpLink({ urls, signingSecret: APP.signingSecret, times, now, log });
      http = next;
      return { isVerified: await challengeRequestUrl(next, urls) };
    },
    get socketConnections() {
      return socket.connections;
    },
    get unheardEvents() {
      return link().unheardEvents;
    },
    disconnectSockets: (reason = 'refresh_requested') => socket.disconnect(reason),
    cutSockets: () => socket.cut(),
    sendEvent: (event, workspace) => events.other(workspaceOf(workspace), event),
    tellRateLimited: (workspace) => events.rateLimited(workspaceOf(workspace)),
    failNext: (method, fault) => faults.add(method, fault),
    limitRates: (limits) => backstage.rateLimits.set(limits),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      http?.close();
      socket.close();
      listeners.clear();
      await server.close();
    },
  };
  return emulator;
}

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../../../protocol/log.ts';
import { isObject, parseBoundedJson } from '../../bounded-json.ts';
import { dropOldest } from '../../drop-oldest.ts';
import type { GatewayEvent } from './events.ts';
import { GatewaySession } from './gateway-session.ts';
import { CLOSE, type CloseReason, isToken, readIdentity } from './identify.ts';
import { INTENT } from './intents.ts';

/** What a client may send: docs.discord.com/developers/events/gateway#sending-events and #rate-limiting, read 2026-11. */
const MAX_FRAME_BYTES = 4096;
const MAX_FRAMES_PER_MINUTE = 120;
const MAX_SESSIONS = 50;

export interface GatewayOptions {
  token: string;
  heartbeatIntervalMs: number;
  /** Whether the portal allows the privileged intents. */
  allowsPrivilegedIntents: boolean;
  /** `d` of READY but for what the session adds. */
  ready: () => object;
  /** `d` of the GUILD_CREATE events after it, and their guilds. */
  guilds: () => { id: string; data: object }[];
  url: () => string;
  log: Log;
}

interface Connection {
  socket: WebSocket;
  session?: GatewaySession;
  frames: number;
  isAlive: boolean;
  pulse: NodeJS.Timeout;
}

/**
 * The gateway: hello, identify or resume, events, heartbeats. A session that lost its connection is kept, with its last
 * 1000 events, until it is resumed or 50 newer ones push it out.
 */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #connections = new Set<Connection>();
  readonly #minute: NodeJS.Timeout;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#minute = setInterval(() => {
      for (const connection of this.#connections) connection.frames = 0;
    }, 60_000);
    this.#minute.unref();
  }

  /** Sessions with an open connection. */
  get connections(): number {
    return [...this.#sessions.values()].filter(({ isConnected }) => isConnected).length;
  }

  /** From now on nobody gets through, as when the network is away; or they do again. */
  isAway = false;

  /** Sessions that are told of events, or will be once resumed. */
  get sessions(): number {
    return this.#sessions.size;
  }

  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (this.isAway) {
      stream.destroy();
      return;
    }
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname !== '/gateway' && url.pathname !== '/gateway/') {
      stream.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      if (url.searchParams.get('v') === '10' && url.searchParams.get('encoding') !== 'etf') this.#greet(socket);
      else socket.close(...CLOSE.invalidVersion);
    });
  }

  dispatch(event: GatewayEvent): void {
    for (const session of this.#sessions.values()) if (session.wants(event)) session.tell(event);
  }

  /** Asks the app to connect anew and resume: opcode 7. */
  askToReconnect(): void {
    for (const { socket } of this.#connections) send(socket, { op: 7, d: null });
  }

  /** Ends all sessions: opcode 9. The app has to identify itself again. */
  invalidateSessions(): void {
    this.#sessions.clear();
    for (const connection of this.#connections) {
      delete connection.session;
      send(connection.socket, { op: 9, d: false });
    }
  }

  closeConnections(code: number): void {
    for (const { socket } of this.#connections) socket.close(code);
  }

  /** Breaks the connections without a word, as a lost network does. */
  cut(): void {
    for (const { socket } of this.#connections) socket.terminate();
  }

  close(): void {
    clearInterval(this.#minute);
    this.cut();
    this.#server.close();
  }

  #greet(socket: WebSocket): void {
    const { heartbeatIntervalMs, log } = this.#options;
    const connection: Connection = {
      socket,
      frames: 0,
      isAlive: true,
      pulse: setInterval(() => {
        // Twice the interval without a heartbeat: the client is gone or stuck.
        if (!connection.isAlive) socket.close(...CLOSE.sessionTimedOut);
        connection.isAlive = false;
      }, heartbeatIntervalMs * 2),
    };
    connection.pulse.unref();
    this.#connections.add(connection);
    socket.on('message', (data) => this.#hear(connection, data as Buffer));
    socket.on('error', (error) => log.debug({}, `Discord emulator: gateway connection failed: ${error.message}`));
    socket.on('close', (code) => {
      clearInterval(connection.pulse);
      this.#connections.delete(connection);
      connection.session?.detach(socket);
      // The client ends its session by closing with 1000 or 1001; with any other code it may resume.
      if (connection.session && (code === 1000 || code === 1001)) this.#sessions.delete(connection.session.id);
    });
    send(socket, { op: 10, d: { heartbeat_interval: heartbeatIntervalMs } });
  }

  #hear(connection: Connection, data: Buffer): void {
    connection.isAlive = true;
    const frame = data.length > MAX_FRAME_BYTES ? undefined : read(String(data));
    const isTooMuch = ++connection.frames > MAX_FRAMES_PER_MINUTE;
    const reason = isTooMuch ? CLOSE.rateLimited : frame ? this.#obey(connection, frame) : CLOSE.decodeError;
    if (reason) connection.socket.close(reason[0], reason[1]);
  }

  /** Does what a frame asks for; gives the reason to close where it may not. */
  #obey(connection: Connection, { op, d }: Record<string, unknown>): CloseReason | undefined {
    switch (op) {
      case 1:
        send(connection.socket, { op: 11, d: null });
        return undefined;
      case 2:
        return this.#identify(connection, d);
      case 6:
        return this.#resume(connection, d);
      case 3:
      case 4:
      case 8:
        // Presence, voice state, members: taken, and without effect here.
        return connection.session ? undefined : CLOSE.notAuthenticated;
      default:
        return CLOSE.unknownOpcode;
    }
  }

  #identify(connection: Connection, d: unknown): CloseReason | undefined {
    const { ready, guilds, url } = this.#options;
    if (connection.session) return CLOSE.alreadyAuthenticated;
    const identity = readIdentity(d, this.#options);
    if (!('intents' in identity)) return identity;
    const session = new GatewaySession(identity.intents, identity.shard);
    this.#start(connection, session);
    this.#sessions.set(session.id, session);
    dropOldest(this.#sessions, MAX_SESSIONS);
    const own = guilds().filter(({ id }) => session.serves(id));
    session.dispatch('READY', {
      ...ready(),
      session_id: session.id,
      resume_gateway_url: url(),
      shard: identity.shard,
      guilds: own.map(({ id }) => ({ id, unavailable: true })),
    });
    for (const { id, data } of own) {
      const event: GatewayEvent = { type: 'GUILD_CREATE', intent: INTENT.guilds, guildId: id, data };
      if (session.wants(event)) session.tell(event);
    }
    return undefined;
  }

  #resume(connection: Connection, d: unknown): CloseReason | undefined {
    if (connection.session) return CLOSE.alreadyAuthenticated;
    if (!isObject(d)) return CLOSE.decodeError;
    if (!isToken(d.token, this.#options.token)) return CLOSE.authenticationFailed;
    const session = this.#sessions.get(String(d.session_id));
    const seq = typeof d.seq === 'number' ? d.seq : 0;
    if (session?.canReplay(seq)) {
      this.#start(connection, session);
      session.replay(seq);
    } else send(connection.socket, { op: 9, d: false });
    return undefined;
  }

  #start(connection: Connection, session: GatewaySession): void {
    connection.session = session;
    session.attach(connection.socket);
  }
}

function send(socket: WebSocket, frame: object): void {
  socket.send(JSON.stringify(frame));
}

function read(text: string): Record<string, unknown> | undefined {
  try {
    const frame = parseBoundedJson(text);
    return isObject(frame) ? frame : undefined;
  } catch {
    return undefined;
  }
}

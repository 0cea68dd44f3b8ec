import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../../../protocol/log.ts';
import { isObject, parseBoundedJson } from '../../bounded-json.ts';
import { dropOldest } from '../../drop-oldest.ts';
import type { AppAnswer, AppLink, Interaction, LinkTimes } from './link.ts';

/** docs.slack.dev/apis/events-api/using-socket-mode, read 2026-11. */
const MAX_CONNECTIONS = 10;
/** The SDK gives up on a server that has not pinged for 30 s (@slack/socket-mode 3.1.0). */
const PING_INTERVAL_MS = 10_000;
const MAX_WAITING = 10_000;
const MAX_TICKETS = 100;
const MAX_FRAME_BYTES = 1024 * 1024;

interface Envelope {
  id: string;
  type: 'events_api' | Interaction['type'];
  payload: object;
  attempt: number;
  timer?: NodeJS.Timeout;
  /** Of something that is told once: what waits for the answer. */
  settle?: (answer: AppAnswer) => void;
}

/**
 * Tells the app over the WebSockets that it has opened; each envelope goes to one of them, in turn.
 * An event that is not acknowledged in time is sent again under the same id. While no socket is open events wait,
 * the last 10,000; Slack itself would give up after six minutes. What a person does while none is open fails at once.
 */
export class SocketLink implements AppLink {
  readonly #appId: string;
  readonly #times: LinkTimes;
  readonly #log: Log;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  #sockets: readonly WebSocket[] = [];
  readonly #waiting = new Map<string, Envelope>();
  readonly #tickets = new Map<string, true>();
  readonly #pings: NodeJS.Timeout;
  #turn = 0;

  constructor(options: { appId: string; times: LinkTimes; log: Log }) {
    this.#appId = options.appId;
    this.#times = options.times;
    this.#log = options.log;
    this.#pings = setInterval(() => {
      for (const socket of this.#sockets) socket.ping('Ping from emulator');
    }, PING_INTERVAL_MS);
    this.#pings.unref();
  }

  get connections(): number {
    return this.#sockets.length;
  }

  /** The path and query that open one WebSocket, once. */
  openTicket(): string {
    const ticket = randomUUID();
    this.#tickets.set(ticket, true);
    dropOldest(this.#tickets, MAX_TICKETS);
    return `/link/?ticket=${ticket}&app_id=${this.#appId}`;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isKnown = url.pathname === '/link/' && this.#tickets.delete(url.searchParams.get('ticket') ?? '');
    if (!isKnown || this.#sockets.length >= MAX_CONNECTIONS) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => this.#greet(opened));
  }

  sendEvent(event: object): void {
    const envelope: Envelope = { id: randomUUID(), type: 'events_api', payload: event, attempt: 0 };
    const [oldest] = this.#waiting.values();
    if (oldest && this.#waiting.size >= MAX_WAITING) this.#giveUp(oldest);
    this.#waiting.set(envelope.id, envelope);
    this.#send(envelope);
  }

  get unheardEvents(): number {
    let count = 0;
    for (const { type } of this.#waiting.values()) if (type === 'events_api') count++;
    return count;
  }

  ask({ type, payload }: Interaction): Promise<AppAnswer> {
    if (this.#sockets.length === 0) return Promise.resolve({ isAcked: false });
    return new Promise((settle) => {
      const envelope: Envelope = { id: randomUUID(), type, payload, attempt: 0, settle };
      this.#waiting.set(envelope.id, envelope);
      this.#send(envelope);
    });
  }

  /** Tells the app that its sockets are about to close, and closes them. They still take acknowledgements, no envelopes. */
  disconnect(reason: 'warning' | 'refresh_requested' | 'link_disabled'): void {
    const closing = this.#sockets;
    this.#sockets = [];
    for (const socket of closing) {
      socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'emulator' } }));
      socket.close(1000);
    }
  }

  /** Breaks the sockets without a word, as a lost network does. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  close(): void {
    clearInterval(this.#pings);
    for (const envelope of [...this.#waiting.values()]) this.#drop(envelope);
    this.cut();
    this.#server.close();
  }

  #greet(socket: WebSocket): void {
    this.#sockets = [...this.#sockets, socket];
    socket.on('message', (data) => this.#hear(String(data)));
    socket.on('error', (error) => this.#log.debug({}, `Slack emulator: socket failed: ${error.message}`));
    socket.on('close', () => {
      this.#sockets = this.#sockets.filter((open) => open !== socket);
    });
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: this.#sockets.length,
        connection_info: { app_id: this.#appId },
        debug_info: { host: 'emulator', build_number: 1, approximate_connection_time: 18_060 },
      }),
    );
    for (const envelope of [...this.#waiting.values()]) if (!envelope.timer) this.#send(envelope);
  }

  #send(envelope: Envelope): void {
    const socket = this.#sockets[this.#turn++ % this.#sockets.length];
    delete envelope.timer;
    if (!socket) return;
    socket.send(
      JSON.stringify({
        envelope_id: envelope.id,
        type: envelope.type,
        payload: envelope.payload,
        accepts_response_payload: envelope.type !== 'events_api',
        ...(envelope.type === 'events_api'
          ? { retry_attempt: envelope.attempt, retry_reason: envelope.attempt === 0 ? '' : 'timeout' }
          : {}),
      }),
    );
    this.#after(envelope, this.#times.ackTimeoutMs, () => this.#retry(envelope));
  }

  #retry(envelope: Envelope): void {
    const delayMs = envelope.settle ? undefined : this.#times.retryDelaysMs[envelope.attempt];
    if (delayMs === undefined) {
      this.#giveUp(envelope);
      return;
    }
    envelope.attempt++;
    this.#log.debug({ attempt: envelope.attempt }, 'Slack emulator: event is sent again');
    this.#after(envelope, delayMs, () => this.#send(envelope));
  }

  #after(envelope: Envelope, delayMs: number, then: () => void): void {
    envelope.timer = setTimeout(then, delayMs);
    envelope.timer.unref();
  }

  #hear(frame: string): void {
    let ack: unknown;
    try {
      ack = parseBoundedJson(frame);
    } catch {
      return;
    }
    const envelope = isObject(ack) ? this.#waiting.get(String(ack.envelope_id)) : undefined;
    if (!envelope || !isObject(ack)) return;
    this.#forget(envelope);
    envelope.settle?.({ isAcked: true, ...(ack.payload === undefined ? {} : { body: ack.payload }) });
  }

  #giveUp(envelope: Envelope): void {
    const { type, attempt } = envelope;
    this.#log.warn({ type, attempt }, 'Slack emulator: the app never acknowledged an envelope');
    this.#drop(envelope);
  }

  #drop(envelope: Envelope): void {
    this.#forget(envelope);
    envelope.settle?.({ isAcked: false });
  }

  #forget(envelope: Envelope): void {
    clearTimeout(envelope.timer);
    this.#waiting.delete(envelope.id);
  }
}

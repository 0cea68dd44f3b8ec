import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { GatewayEvent } from './events.ts';
import { INTENT } from './intents.ts';

/** Events that a session which lost its connection may miss and still resume. */
const MAX_REPLAYED = 1000;

/** What an app has identified itself for; it outlives its connection, so that it can be resumed. */
export class GatewaySession {
  readonly id = randomUUID().replaceAll('-', '');
  readonly intents: number;
  readonly #shard: readonly [index: number, count: number];
  #socket: WebSocket | undefined;
  #lastSeq = 0;
  readonly #sent: { seq: number; frame: string }[] = [];

  constructor(intents: number, shard: readonly [index: number, count: number]) {
    this.intents = intents;
    this.#shard = shard;
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  attach(socket: WebSocket): void {
    this.#socket = socket;
  }

  /** Nothing happens when another connection has taken over meanwhile. */
  detach(socket: WebSocket): void {
    if (this.#socket === socket) this.#socket = undefined;
  }

  /** Whether the event is for this session: by its intents, and by the guild's shard. */
  wants({ intent, guildId }: GatewayEvent): boolean {
    return (intent === 0 || (this.intents & intent) !== 0) && this.serves(guildId);
  }

  /** Direct messages, which have no guild, go to the first shard. */
  serves(guildId: string | undefined): boolean {
    const [index, count] = this.#shard;
    return (guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count))) === index;
  }

  tell({ type, data, dataWithoutContent }: GatewayEvent): void {
    const seesContent = (this.intents & INTENT.messageContent) !== 0;
    this.dispatch(type, seesContent ? data : (dataWithoutContent ?? data));
  }

  dispatch(type: string, data: unknown): void {
    const seq = ++this.#lastSeq;
    const frame = JSON.stringify({ op: 0, t: type, s: seq, d: data });
    this.#sent.push({ seq, frame });
    if (this.#sent.length > MAX_REPLAYED) this.#sent.shift();
    this.#socket?.send(frame);
  }

  /** Whether everything after `seq` can still be told. */
  canReplay(seq: number): boolean {
    return seq <= this.#lastSeq && seq >= (this.#sent[0]?.seq ?? this.#lastSeq + 1) - 1;
  }

  replay(seq: number): void {
    for (const sent of this.#sent) if (sent.seq > seq) this.#socket?.send(sent.frame);
    this.dispatch('RESUMED', {});
  }
}

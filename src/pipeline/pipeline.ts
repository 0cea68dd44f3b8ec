import type { Seal } from '../callback/seal.ts';
import type { Agent, ToolHost } from '../protocol/agent.ts';
import type { Inbound, Received } from '../protocol/channel.ts';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { DeliveryPolicies, Store, TurnWork } from '../protocol/store.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { InboundFile } from '../protocol/turn.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import { type Beginning, beginWith } from './beginning.ts';
import type { Compose } from './composer.ts';
import { createOutbox } from './outbox.ts';
import { createPump } from './pump.ts';
import { type PushDeps, type PushRequest, type PushResult, push } from './push.ts';
import { type ConnectedChannel, type ReceiveDeps, type ReceiveOptions, receive } from './receive.ts';
import { createSeenLately } from './seen-lately.ts';
import type { Say } from './sentences.ts';
import { runTurn, type TurnDeps, type TurnListener } from './turns.ts';
import { isClaimLost, untilKept } from './until-kept.ts';

export interface PipelineOptions {
  store: Store;
  transformers: ReadonlyMap<string, Transformer>;
  widgetTypes: WidgetTypes;
  agent: Agent;
  agentName: string;
  tools: ToolHost;
  onCrash: 'rerun' | 'notify';
  seal: Seal;
  compose: Compose;
  say: Say;
  log: Log;
  meter: Meter;
  now: () => number;
  random: () => number;
  /** The same that the store paces by. */
  policies: DeliveryPolicies;
  /** A message that could not be delivered for so long, from when it was to go out, is given up. */
  expiresAfterMs: number;
  /** Makes the URL of a file that came in. */
  fileUrl: (channel: string, file: InboundFile) => string;
  /** Turns that run at the same time, over all conversations. */
  maxLiveTurns?: number;
}

/** The one way through: receive → inbox → decode → converse → compose → render → outbox → dispatch. */
export interface Pipeline {
  /** Joins a connected channel. Before `start`. */
  join(channel: ConnectedChannel): void;
  readonly channels: ReadonlyMap<string, ConnectedChannel>;
  receive(channelName: string, inbound: Inbound, options?: ReceiveOptions): Promise<Received>;
  push(request: PushRequest): Promise<PushResult>;
  /**
   * Hears a turn that is run in this process; another instance may take it instead. Gives the function that stops
   * listening.
   */
  follow(turnId: string, listener: TurnListener): () => void;
  start(): void;
  /** Lets what is in flight end, up to `timeoutMs`, then gives it up; it is taken up again at the next start. */
  stop(timeoutMs: number): Promise<void>;
  isStopping(): boolean;
  /** Whether the turn runs in this process right now. */
  isRunning(turnId: string): boolean;
  activity(): { liveTurns: number; liveDeliveries: number };
}

const MAX_LIVE_TURNS = 256;
/** Of the time to stop, for the turns in flight; what they say needs the rest to go out. */
const TURNS_SHARE = 0.7;
/** Wait before a turn that failed in our own code is tried again. */
const RETRY_TURN_MS = 1_000;

export function createPipeline(options: PipelineOptions): Pipeline {
  const { store, log } = options;
  const channels = new Map<string, ConnectedChannel>();
  let isStopping = false;
  const listeners = new Map<string, TurnListener>();
  const running = new Set<string>();
  const givingUp = new AbortController();
  const shared = { ...options, channels, signal: givingUp.signal };

  const beginning: Beginning = (write) => beginWith({ turns: turnPump, deliveries: deliveryPump }, write);
  const turnDeps: TurnDeps = {
    ...shared,
    beginning,
    listenerOf: (turnId) => listeners.get(turnId),
    onLaneFree: () => turnPump.wake(),
  };
  const turnPump = createPump<TurnWork>({
    maxActive: options.maxLiveTurns ?? MAX_LIVE_TURNS,
    claim: (limit) => store.claimTurns(limit),
    async handle(work) {
      running.add(work.turnId);
      try {
        await runTurn(work, turnDeps);
      } catch (error) {
        if (givingUp.signal.aborted) return;
        if (isClaimLost(error)) return dropTurn(work, error);
        log.error({ turn_id: work.turnId, reason: reasonOf(error) }, 'turn failed; it is tried again');
        await untilKept(
          () =>
            store.releaseTurn({
              turnId: work.turnId,
              epoch: work.epoch,
              atMs: options.now() + RETRY_TURN_MS,
              isUntried: false,
            }),
          shared,
        );
      } finally {
        running.delete(work.turnId);
      }
    },
    onFault: (error) => log.error({ reason: reasonOf(error) }, 'taking turns failed; trying again'),
  });

  /** Whoever follows it here hears no more of it: it goes on elsewhere, or nowhere. */
  function dropTurn(work: TurnWork, failed: BridgeError): void {
    options.meter.claimLost('turn');
    log.warn({ ...failed.facts, reason: failed.message }, 'turn dropped: it is not ours any more');
    listeners.get(work.turnId)?.onEnd({ run: work.attempt, failed });
  }

  const deliveryPump = createOutbox({ ...shared, mayGoOn: () => !isStopping });

  store.listen({
    onWork() {
      turnPump.wake();
      deliveryPump.wake();
    },
    onStopAsked: (turnId) => log.info({ turn_id: turnId }, 'turn asked to stop'),
  });

  const receiveDeps: ReceiveDeps = { ...shared, beginning, seenLately: createSeenLately() };
  const pushDeps: PushDeps = { ...shared, beginning };

  // What another instance kept, or let wait, may be ours to take.
  store.listen({
    onWork() {
      turnPump.wake();
      deliveryPump.wake();
    },
    onStopAsked() {},
  });

  return {
    channels,
    join: (channel) => void channels.set(channel.type.name, channel),
    async receive(channelName, inbound, receiveOptions) {
      const channel = channels.get(channelName);
      if (!channel) throw new BridgeError('channel_off', `Channel '${channelName}' is not connected.`);
      return receive(channel, inbound, receiveDeps, receiveOptions);
    },
    push: (request) => push(request, pushDeps),
    follow(turnId, listener) {
      listeners.set(turnId, listener);
      return () => void listeners.delete(turnId);
    },
    start() {
      turnPump.wake();
      deliveryPump.wake();
    },
    async stop(timeoutMs) {
      isStopping = true;
      const startedMs = performance.now();
      // Turns first: what they say in their last moment still goes out.
      await turnPump.stop(timeoutMs * TURNS_SHARE);
      await deliveryPump.stop(Math.max(0, timeoutMs - (performance.now() - startedMs)));
      givingUp.abort();
      const failed = new BridgeError('shutting_down', 'The service is stopping. Send the request again.');
      for (const listener of listeners.values()) listener.onEnd({ run: 0, failed });
    },
    isStopping: () => isStopping,
    isRunning: (turnId) => running.has(turnId),
    activity: () => ({ liveTurns: turnPump.active, liveDeliveries: deliveryPump.active }),
  };
}

import type { Seal } from '../callback/seal.ts';
import type { Agent, ToolHost } from '../protocol/agent.ts';
import type { BlobOwner } from '../protocol/blob-store.ts';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { Inbound, Received } from '../protocol/inbound.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { DeliveryPolicies } from '../protocol/pace.ts';
import type { Store, TurnWork } from '../protocol/store.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { InboundFile } from '../protocol/turn.ts';
import type { TurnRules } from '../protocol/turn-rules.ts';
import type { AfterTurn } from '../protocol/ui/after-turn.ts';
import type { CreateStage } from '../protocol/ui/ui-stage.ts';
import type { ViewContext } from '../protocol/ui/view-context.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import { type Beginning, beginWith } from './beginning.ts';
import type { Compose } from './composer.ts';
import { createFollowers, type EndListener } from './following/followers.ts';
import type { TurnWatch } from './following/watch.ts';
import type { ConnectedChannel, ReceiveDeps } from './intake/arrival.ts';
import { createCommandIn } from './intake/commands.ts';
import { createNotices } from './intake/notices.ts';
import { createOutbox } from './outbox.ts';
import { type PassedOn, type PassOnRequest, passOn } from './pass-on.ts';
import { createPump } from './pump.ts';
import { type PushDeps, type PushRequest, type PushResult, push } from './push.ts';
import { type ReceiveOptions, receive } from './receive.ts';
import { createSeenLately } from './seen-lately.ts';
import type { Say } from './sentences.ts';
import { createSayIn } from './speak.ts';
import { handleTurn } from './turn/handle-turn.ts';
import { createHistory } from './turn/history.ts';
import { createLiveTurns } from './turn/live-turns.ts';

export interface PipelineOptions {
  store: Store;
  transformers: ReadonlyMap<string, Transformer>;
  widgetTypes: WidgetTypes;
  agent: Agent;
  /** Whether it is a remote runtime, whose widgets have ids that are not sealed here. */
  agentMakesWidgets: boolean;
  /** Channels whose updates another runtime gets in the agent's place, with what hands them over. */
  forwards: ReadonlyMap<string, Agent>;
  agentName: string;
  /** What the bot says it is. */
  description?: string | undefined;
  tools: ToolHost;
  /** Whether the agent wants to know what was said before; then it is kept on every channel. */
  agentRemembers: boolean;
  rules: TurnRules;
  onCrash: 'rerun' | 'notify';
  seal: Seal;
  compose: Compose;
  createStage: CreateStage;
  /** Adds something to turns that ended well, before anybody is told of their end. Absent = nothing does. */
  afterTurn?: AfterTurn | undefined;
  say: Say;
  log: Log;
  meter: Meter;
  now: () => number;
  random: () => number;
  /** Whether other processes work on the store. Default false. */
  isShared?: boolean;
  /** The same that the store paces by. */
  policies: DeliveryPolicies;
  /** A message that could not be delivered for so long, from when it was to go out, is given up. */
  expiresAfterMs: number;
  /** Makes the URL of a file that came in. */
  fileUrl: (channel: string, file: InboundFile) => string;
  /** What the views that a person has open want a model to know. Absent = there are no views. */
  viewContexts?: (owner: BlobOwner) => Promise<readonly ViewContext[]>;
}

/** The one way through: receive → inbox → decode → converse → compose → render → outbox → dispatch. */
export interface Pipeline {
  /** Joins a connected channel. Before `start`. */
  join(channel: ConnectedChannel): void;
  readonly channels: ReadonlyMap<string, ConnectedChannel>;
  receive(channelName: string, inbound: Inbound, options?: ReceiveOptions): Promise<Received>;
  push(request: PushRequest): Promise<PushResult>;
  /** Delivers a payload that another runtime has printed. Throws `channel_off` when the channel is not connected. */
  passOn(request: Omit<PassOnRequest, 'channel'> & { channel: string }): Promise<PassedOn>;
  /** A delivered message never arrived, as its platform says later. Gives whether there is such a delivery. */
  deliveryFailed(message: { channel: string; deliveryId: string; reason: string }): Promise<boolean>;
  /**
   * Waits for the end of a turn that is run in this process; another instance may take it instead. Gives the function
   * that stops listening.
   */
  follow(turnId: string, listener: EndListener): () => void;
  /** Reads what a turn says while it says it. To be closed when the reader goes. */
  watch(turnId: string): TurnWatch;
  /** Takes up what waits. Nothing is claimed before. */
  start(): void;
  /** Lets what is in flight end, up to `timeoutMs`, then gives it up; it is taken up again at the next start. */
  stop(timeoutMs: number): Promise<void>;
  isStopping(): boolean;
  /** A person was erased: where they write is kept again with their next message here, and within a minute elsewhere. */
  forget(personId: string): void;
  /** Whether the turn runs in this process right now. */
  isRunning(turnId: string): boolean;
  /** What the formation's people are told, in their language. */
  say: Say;
  activity(): { liveTurns: number; liveDeliveries: number };
}

/** Of the time to stop, for the turns in flight; what they say needs the rest to go out. */
const TURNS_SHARE = 0.7;

export function createPipeline(options: PipelineOptions): Pipeline {
  const { store, log } = options;
  const channels = new Map<string, ConnectedChannel>();
  // Until all channels are there: what is claimed for one that is not is put off for a minute.
  let isStarted = false;
  let isStopping = false;
  const givingUp = new AbortController();
  const shared = { ...options, channels, signal: givingUp.signal };

  const beginning: Beginning = (write) => beginWith({ turns: turnPump, deliveries: deliveryPump }, write);
  const liveTurns = createLiveTurns();
  const followers = createFollowers({ ...options, stopTurn: (turnId) => liveTurns.stop(turnId) });
  const turnDeps = {
    ...{ ...shared, beginning, followers, liveTurns, onLaneFree: () => turnPump.wake() },
    history: options.agentRemembers ? createHistory(shared) : async () => [],
  };
  const turnPump = createPump<TurnWork>({
    maxActive: options.rules.concurrency,
    claim: async (limit) => (isStarted ? store.claimTurns(limit) : []),
    handle: (work) => handleTurn(work, turnDeps),
    onFault: (error) => log.error({ reason: reasonOf(error) }, 'taking turns failed; trying again'),
  });

  const deliveryPump = createOutbox({ ...shared, isStarted: () => isStarted, mayGoOn: () => !isStopping });

  const seenLately = createSeenLately();
  const receiveDeps: ReceiveDeps = {
    ...shared,
    beginning,
    followers,
    commandIn: createCommandIn(options.rules.commands),
    notices: createNotices(),
    sayIn: createSayIn(shared),
    seenLately,
  };
  const pushDeps: PushDeps = { ...shared, beginning };

  store.listen({
    onWork() {
      turnPump.wake();
      deliveryPump.wake();
    },
    onStopAsked: (turnId) => liveTurns.stop(turnId),
    onLogged: (turnIds) => followers.wake(turnIds),
    onReading: (turnIds) => followers.readElsewhere(turnIds),
  });

  function connected(channelName: string): ConnectedChannel {
    const channel = channels.get(channelName);
    if (!channel) throw new BridgeError('channel_off', `Channel '${channelName}' is not connected.`);
    return channel;
  }

  return {
    channels,
    join: (channel) => void channels.set(channel.type.name, channel),
    async receive(channelName, inbound, receiveOptions) {
      return receive(connected(channelName), inbound, receiveDeps, receiveOptions);
    },
    push: (request) => push(request, pushDeps),
    passOn: async (request) => passOn({ ...request, channel: connected(request.channel) }, pushDeps),
    async deliveryFailed(message) {
      const isKnown = await store.failDelivered(message);
      const { channel, deliveryId, reason } = message;
      if (isKnown) log.error({ channel, delivery_id: deliveryId, reason }, 'delivery dead: it came back');
      return isKnown;
    },
    follow: (turnId, listener) => followers.follow(turnId, listener),
    watch: (turnId) => followers.watch(turnId),
    start() {
      isStarted = true;
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
      liveTurns.giveUp();
      const failed = new BridgeError('shutting_down', 'The service is stopping. Send the request again.');
      followers.stop({ failed });
    },
    isStopping: () => isStopping,
    forget: (personId) => seenLately.forget(personId),
    isRunning: (turnId) => liveTurns.has(turnId),
    say: options.say,
    activity: () => ({ liveTurns: turnPump.active, liveDeliveries: deliveryPump.active }),
  };
}

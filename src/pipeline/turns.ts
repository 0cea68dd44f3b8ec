import type { Agent, ToolHost } from '../protocol/agent.ts';
import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Inbound } from '../protocol/channel.ts';
import type { Envelope } from '../protocol/envelope.ts';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { Store, TurnFinish, TurnWork } from '../protocol/store.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { Address, InboundFile, Turn } from '../protocol/turn.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import type { Beginning } from './beginning.ts';
import { type Compose, reportEmitted } from './composer.ts';
import { converse } from './converse.ts';
import type { ConnectedChannel } from './receive.ts';
import { readsMarkdown, render } from './render.ts';
import { keptReply } from './reply.ts';
import type { Say } from './sentences.ts';
import { untilKept } from './until-kept.ts';

/** Follows one turn while it happens, in this process. */
export interface TurnListener {
  onText(delta: string, run: number): void;
  /** Called after the turn was kept as done. */
  onEnd(end: { run: number; envelope: Envelope } | { run: number; failed: BridgeError }): void;
}

export interface TurnDeps {
  store: Store;
  channels: ReadonlyMap<string, ConnectedChannel>;
  transformers: ReadonlyMap<string, Transformer>;
  widgetTypes: WidgetTypes;
  agent: Agent;
  agentName: string;
  tools: ToolHost;
  /** What a turn does that a crash cut short: run again, or ask the person to repeat. */
  onCrash: 'rerun' | 'notify';
  compose: Compose;
  say: Say;
  log: Log;
  meter: Meter;
  now: () => number;
  /** Makes the URL of a file that came in; it works for a while, for whoever has it. */
  fileUrl: (channel: string, file: InboundFile) => string;
  listenerOf: (turnId: string) => TurnListener | undefined;
  /** A reply that is not taken for so long is given up. */
  expiresAfterMs: number;
  beginning: Beginning;
  /** Called when the next turn of a lane can be claimed. */
  onLaneFree: () => void;
  /** Aborted when the service gives up waiting for turns in flight. */
  signal: AbortSignal;
}

/** A turn that kills the process this often is set aside, so that it cannot do so for ever. */
const MAX_ATTEMPTS = 5;
const CHANNEL_OFF_RETRY_MS = 60_000;

/**
 * Takes one claimed turn to its end: decode, converse, compose, render, keep.
 *
 * The end is one transaction, "row done" together with everything the turn says. A crash before it
 * runs the turn again; a crash after it only has to deliver. Throws `claim_lost` when somebody else has the turn by now.
 */
export async function runTurn(work: TurnWork, deps: TurnDeps): Promise<void> {
  const channel = deps.channels.get(work.channel);
  const facts = { turn_id: work.turnId, channel: work.channel, conversation: work.conversation, attempt: work.attempt };
  if (!channel) {
    await deps.store.releaseTurn({
      turnId: work.turnId,
      epoch: work.epoch,
      atMs: deps.now() + CHANNEL_OFF_RETRY_MS,
      isUntried: true,
    });
    deps.log.warn(facts, 'turn waits: its channel is off');
    return;
  }
  const listener = deps.listenerOf(work.turnId);
  const turn = await readTurn(work, channel, deps, facts);
  if (!turn) {
    const failed = new BridgeError('turn_failed', 'The message could not be read. The log has the reason.');
    listener?.onEnd({ run: work.attempt, failed });
    return;
  }
  const said = await listen(turn, deps, listener, facts);
  // The conversation may have moved while the agent worked: the reply is for where it lives now.
  const conversation = await deps.store.currentName(work.conversation);
  const address = addressIn(conversation, turn.address, channel);
  const envelope = deps.compose(said.agentTurn, {
    conversation,
    // Nobody could answer a question that an unknown person was asked: it is shown as text and kept by nobody.
    canAsk: turn.isAttributable || !turn.isShared,
    sendsFiles: channel.type.printFile !== undefined,
    readsMarkdown: turn.readsMarkdown,
  });
  const { payloads, carrierIndex, notes } = render({
    channel: channel.type,
    transformer: deps.transformers.get(work.channel),
    widgetTypes: deps.widgetTypes,
    envelope,
    context: {
      address,
      agentName: deps.agentName,
      nowMs: deps.now(),
      request: { message: turn.message, user_id: turn.person.id, files: turn.files },
      files: said.agentTurn.files,
    },
  });
  await finish(
    {
      turnId: work.turnId,
      epoch: work.epoch,
      state: said.failed?.code === 'turn_set_aside' ? 'dead' : 'done',
      ...(said.failed && { reason: said.failed.code }),
      ...keptReply({
        turnId: work.turnId,
        channel: channel.type,
        conversation,
        address,
        payloads,
        carrierIndex,
        envelope,
        asker: turn.person.id,
        answers: 'asker',
        expiresAfterMs: deps.expiresAfterMs,
        nowMs: deps.now(),
      }),
    },
    work,
    deps,
  );
  reportEmitted(envelope, { ...deps, turnId: work.turnId, conversation });
  deps.log.info({ ...facts, parts: payloads.length, notes: notes.map((note) => note.code) }, 'turn done');
  listener?.onEnd(said.failed ? { run: work.attempt, failed: said.failed } : { run: work.attempt, envelope });
}

interface ReadTurn extends Turn {
  isAttributable: boolean;
  isShared: boolean;
}

async function readTurn(
  work: TurnWork,
  channel: ConnectedChannel,
  deps: TurnDeps,
  facts: object,
): Promise<ReadTurn | undefined> {
  const end = (state: TurnFinish['state'], reason?: string) =>
    finish(
      { turnId: work.turnId, epoch: work.epoch, state, deliveries: [], questions: [], ...(reason && { reason }) },
      work,
      deps,
    );
  let inbound: Inbound | undefined;
  try {
    inbound = await channel.connection.decode(work.raw);
  } catch (error) {
    deps.log.error({ ...facts, reason: reasonOf(error) }, 'turn set aside: its update could not be read');
    await end('dead', `The update could not be read: ${reasonOf(error)}`);
    return undefined;
  }
  if (inbound?.event.type !== 'message' && inbound?.event.type !== 'press' && inbound?.event.type !== 'edit') {
    await end('done');
    return undefined;
  }
  return {
    turnId: work.turnId,
    attempt: work.attempt,
    channel: work.channel,
    conversation: work.conversation,
    person: inbound.person,
    message: inbound.event.type === 'press' ? inbound.event.label || (work.response?.label ?? '') : inbound.event.text,
    files: inbound.event.type === 'press' ? [] : fetchable(inbound.event.files ?? [], channel, deps),
    address: addressIn(work.conversation, inbound.address, channel),
    isAttributable: inbound.isAttributable,
    isShared: channel.type.isShared(inbound.address),
    readsMarkdown: readsMarkdown(channel.type, deps.transformers.get(work.channel)),
    ...(work.response && { uiResponse: work.response }),
  };
}

/** The files with a URL that an agent can fetch them by, where the channel gives their bytes. */
function fetchable(
  files: readonly InboundFile[],
  { type, connection }: ConnectedChannel,
  { fileUrl }: TurnDeps,
): readonly InboundFile[] {
  if (files.length === 0 || !connection.openFile) return files;
  return files.map((file) => ({ ...file, url: fileUrl(type.name, file) }));
}

/** Where the reply goes: a conversation that moved meanwhile has another address than the update says. */
function addressIn(conversation: string, said: Address, { type }: ConnectedChannel): Address {
  return type.conversationOf(said) === conversation ? said : (type.addressOf(conversation) ?? said);
}

/** Runs the agent; what goes wrong there ends in a sentence to the person, never in silence. */
async function listen(turn: ReadTurn, deps: TurnDeps, listener: TurnListener | undefined, facts: object) {
  try {
    if (turn.attempt > MAX_ATTEMPTS) {
      throw new BridgeError('turn_set_aside', `The turn did not end in ${MAX_ATTEMPTS} attempts and is set aside.`);
    }
    if (turn.attempt > 1 && deps.onCrash === 'notify') {
      return { agentTurn: { text: deps.say('interrupted', turn.person.locale) }, failed: undefined };
    }
    const onText = listener && ((delta: string) => listener.onText(delta, turn.attempt));
    const agentTurn = await converse(deps.agent, turn, { signal: deps.signal, tools: deps.tools }, onText);
    return { agentTurn, failed: undefined };
  } catch (error) {
    if (deps.signal.aborted) throw error;
    const failed = error instanceof BridgeError ? error : agentFailed(error);
    deps.log.error({ ...facts, code: failed.code, reason: failed.message }, 'agent failed');
    const agentTurn: AgentTurn = { text: deps.say('agent_failed', turn.person.locale) };
    return { agentTurn, failed };
  }
}

async function finish(end: TurnFinish, work: TurnWork, deps: TurnDeps): Promise<void> {
  const { laneWaits } = await deps.beginning((take) => untilKept(() => deps.store.finishTurn({ ...end, take }), deps));
  if (laneWaits) deps.onLaneFree();
  deps.meter.turnEnded(work.channel, end.state, deps.now() - work.receivedAtMs);
}

/** What an agent throws may quote the conversation, so only its kind is told; the rest is the error's cause. */
function agentFailed(error: unknown): BridgeError {
  const kind = error instanceof Error ? error.name : typeof error;
  return new BridgeError('agent_failed', `The agent failed with ${kind}. Its own log has more.`, { cause: error });
}

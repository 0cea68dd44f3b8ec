import type { Envelope } from '../protocol/envelope.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { Store, TurnFinish, TurnWork } from '../protocol/store.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { InboundFile } from '../protocol/turn.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import type { Beginning } from './beginning.ts';
import { type Compose, reportEmitted } from './composer.ts';
import type { ConnectedChannel } from './intake/arrival.ts';
import { render } from './render.ts';
import { keptReply, silentReply } from './reply.ts';
import { silenceOf } from './silence.ts';
import { type Answer, type AnswerDeps, answer, stopped } from './turn/answer.ts';
import type { LiveTurn } from './turn/live-turns.ts';
import { addressIn, type ReadTurn, readTurn } from './turn/read-turn.ts';
import { untilKept } from './until-kept.ts';

/** Follows one turn while it happens, in this process. */
export interface TurnListener {
  onText(delta: string, run: number): void;
  /** Called after the turn was kept as done. */
  onEnd(end: { run: number; envelope: Envelope } | { run: number; failed: BridgeError }): void;
}

export interface TurnDeps extends AnswerDeps {
  store: Store;
  channels: ReadonlyMap<string, ConnectedChannel>;
  transformers: ReadonlyMap<string, Transformer>;
  widgetTypes: WidgetTypes;
  agentName: string;
  compose: Compose;
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

const CHANNEL_OFF_RETRY_MS = 60_000;

/**
 * Takes one claimed turn to its end: decode, converse, compose, render, keep.
 *
 * The end is one transaction, "row done" together with everything the turn says. A crash before it
 * runs the turn again; a crash after it only has to deliver. Throws `claim_lost` when somebody else has the turn by now.
 */
export async function runTurn(work: TurnWork, live: LiveTurn, deps: TurnDeps): Promise<void> {
  const channel = deps.channels.get(work.channel);
  const facts = { turn_id: work.turnId, channel: work.channel, conversation: work.conversation, attempt: work.attempt };
  if (!channel) {
    const { turnId, epoch } = work;
    const release = { turnId, epoch, atMs: deps.now() + CHANNEL_OFF_RETRY_MS, isUntried: true };
    await untilKept(() => deps.store.releaseTurn(release), deps);
    deps.log.warn(facts, 'turn waits: its channel is off');
    return;
  }
  const turn = await readTurn(work, channel, deps);
  if (turn === undefined) {
    await finish({ state: 'done' }, work, deps);
    return;
  }
  if ('unreadable' in turn) {
    const failed = new BridgeError('turn_failed', 'The message could not be read. The log has the reason.');
    return setAside(work, { failed, reason: turn.unreadable }, deps);
  }
  const listener = deps.listenerOf(work.turnId);
  const answered = await answer(turn, live, deps, listener && ((delta) => listener.onText(delta, work.attempt)));
  // The conversation may have moved while the agent worked: the reply is for where it lives now. A store that does not
  // answer is waited for: what the agent said is not thrown away, nor the attempt counted as its failure.
  const conversation = await untilKept(() => deps.store.currentName(work.conversation), deps);
  // Looked at last: whoever asked was told already that it stopped.
  const said = live.cut === 'stopped' ? stopped(answered, turn, deps.say) : answered;
  const reply = print(said, { turn, channel, conversation }, deps);
  const { reason } = said;
  const end = { state: said.state, ...(reason !== undefined && { reason }), ...reply.kept };
  if (await finish(end, work, deps)) {
    deps.log.info({ ...facts, reason: 'stopped' }, 'turn done');
    const { envelope } = print(stopped(answered, turn, deps.say), { turn, channel, conversation }, deps);
    listener?.onEnd({ run: work.attempt, envelope });
    return;
  }
  const { envelope } = reply;
  reportEmitted(envelope, { ...deps, turnId: work.turnId, conversation });
  const how = { ...(reason !== undefined && { reason }), parts: reply.parts, notes: reply.notes };
  deps.log.info({ ...facts, ...how }, 'turn done');
  listener?.onEnd(said.failed ? { run: work.attempt, failed: said.failed } : { run: work.attempt, envelope });
}

/** The reply as it is kept, and as a client of the API is told it. */
function print(
  said: Answer,
  { turn, channel, conversation }: { turn: ReadTurn; channel: ConnectedChannel; conversation: string },
  deps: TurnDeps,
) {
  const address = addressIn(conversation, turn.address, channel);
  const envelope = deps.compose(said.agentTurn, {
    conversation,
    // Nobody could answer a question that an unknown person was asked: it is shown as text and kept by nobody.
    canAsk: turn.isAttributable || !turn.isShared,
    sendsFiles: channel.type.printFile !== undefined,
    readsMarkdown: turn.readsMarkdown,
  });
  const nowMs = deps.now();
  const { payloads, carrierIndex, notes } = render({
    channel: channel.type,
    transformer: deps.transformers.get(turn.channel),
    widgetTypes: deps.widgetTypes,
    envelope,
    context: {
      address,
      agentName: deps.agentName,
      nowMs,
      request: { message: turn.message, user_id: turn.person.id, files: turn.files },
      files: said.agentTurn.files,
    },
    submitLabel: deps.say('submit', turn.person.locale),
  });
  // The sentence that the stop was answered with stands in the same conversation; it is said once.
  const isSaidAlready = said.reason === 'stopped' && !channel.type.repliesPerRequest;
  const { turnId, secret, joinedSecrets } = turn;
  const to = { turnId, channel: channel.type, conversation, address, expiresAfterMs: deps.expiresAfterMs, nowMs };
  const kept = keptReply({
    ...to,
    payloads: isSaidAlready ? [] : payloads,
    carrierIndex,
    envelope,
    asker: turn.person.id,
    answers: 'asker',
    secret,
  });
  for (const joined of joinedSecrets) kept.deliveries.push(...silentReply({ ...to, secret: joined }));
  return { envelope, kept, parts: kept.deliveries.length, notes: notes.map((note) => note.code) };
}

/** Sets aside, without words, a turn that nothing can be said in. `reason` is kept with it for an operator. */
export async function setAside(
  work: TurnWork,
  why: { failed: BridgeError; reason: string },
  deps: TurnDeps,
): Promise<void> {
  deps.log.error({ turn_id: work.turnId, attempt: work.attempt, reason: why.reason }, 'turn set aside');
  const { turnId, conversation, raw } = work;
  const channel = deps.channels.get(work.channel);
  const to = { turnId, conversation, expiresAfterMs: deps.expiresAfterMs, nowMs: deps.now() };
  const deliveries = channel ? await silenceOf([raw], { ...to, channel }) : [];
  await finish({ state: 'dead', reason: why.reason, deliveries }, work, deps);
  deps.listenerOf(work.turnId)?.onEnd({ run: work.attempt, failed: why.failed });
}

/** Gives whether somebody had asked to stop the turn, so that nothing of what it says was kept. */
async function finish(
  end: Pick<TurnFinish, 'state' | 'reason'> & Partial<TurnFinish>,
  work: TurnWork,
  deps: TurnDeps,
): Promise<boolean> {
  const { turnId, epoch } = work;
  const finished = { deliveries: [], questions: [], ...end, turnId, epoch };
  const freed = await deps.beginning((take) => untilKept(() => deps.store.finishTurn({ ...finished, take }), deps));
  if (freed.laneWaits) deps.onLaneFree();
  deps.meter.turnEnded(work.channel, end.state, deps.now() - work.receivedAtMs);
  return freed.isStopped === true;
}

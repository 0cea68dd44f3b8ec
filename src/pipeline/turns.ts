import type { BlobOwner } from '../protocol/blob-store.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { Produced } from '../protocol/produced.ts';
import type { Store, TurnFinish, TurnWork } from '../protocol/store.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { InboundFile } from '../protocol/turn.ts';
import type { TurnEvent } from '../protocol/turn-log.ts';
import type { AfterTurn } from '../protocol/ui/after-turn.ts';
import type { CreateStage, StageRequest } from '../protocol/ui/ui-stage.ts';
import type { ViewContext } from '../protocol/ui/view-context.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import type { Beginning } from './beginning.ts';
import { type Compose, reportEmitted } from './composer.ts';
import type { Followers } from './following/followers.ts';
import type { LoggedRun } from './following/logged-run.ts';
import { RememberedRun } from './following/remembered-run.ts';
import type { RunRecord } from './following/run-record.ts';
import type { TurnEnding } from './following/turn-ending.ts';
import type { ConnectedChannel } from './intake/arrival.ts';
import { printsUi, render } from './render.ts';
import { keptReply, silentReply } from './reply.ts';
import { silenceOf } from './silence.ts';
import { afterAgent } from './turn/after-agent.ts';
import { type Answer, type AnswerDeps, answer, stopped } from './turn/answer.ts';
import type { LiveTurn } from './turn/live-turns.ts';
import { addressIn, type ReadTurn, readTurn } from './turn/read-turn.ts';
import { untilKept } from './until-kept.ts';
import { writingFor } from './writing.ts';

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
  viewContexts?: (owner: BlobOwner) => Promise<readonly ViewContext[]>;
  /** Makes the URL of a file that came in; it works for a while, for whoever has it. */
  fileUrl: (channel: string, file: InboundFile) => string;
  followers: Followers;
  /** Whether the agent wants to know what was said before, on every channel. */
  agentRemembers: boolean;
  /** A reply that is not taken for so long is given up. */
  expiresAfterMs: number;
  beginning: Beginning;
  createStage: CreateStage;
  /** Adds something to turns that ended well. Absent = nothing does. */
  afterTurn?: AfterTurn | undefined;
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
  const run = channel.type.keepsTurnLog ? deps.followers.begin(work, turn.joinedTurnIds) : undefined;
  const stage = deps.createStage(stageRequest(turn, work, run));
  const asked = askedIn(turn, work);
  run?.tell(asked);
  // Another runtime that stands in the agent's place remembers by itself.
  const isRemembered = deps.agentRemembers && !turn.isForwarded;
  const record = run ?? (isRemembered ? new RememberedRun(work, asked, deps) : undefined);
  const onText = run && ((delta: string) => run.say(delta));
  const answered = await answer(turn, live, deps, { stage, onText });
  // What is added comes behind all of the text, and is made of all of it: choices and links included.
  let whole: string | undefined;
  let isAllSaid = false;
  const sayAll = () => {
    if (whole !== undefined) return whole;
    const going = { turn, channel, conversation: work.conversation, shown: stage.settle() };
    whole = composed(answered, going, deps).envelope.text;
    isAllSaid = run?.sayAll(whole) ?? false;
    return whole;
  };
  await afterAgent(answered, turn, live, { stage, afterTurn: deps.afterTurn, sayAll, log: deps.log });
  const cutOff = () =>
    stopped(isAllSaid ? { ...answered, agentTurn: { text: whole ?? '' } } : answered, turn, deps.say);
  const shown = stage.end();
  // The conversation may have moved while the agent worked: the reply is for where it lives now. A store that does not
  // answer is waited for: what the agent said is not thrown away, nor the attempt counted as its failure.
  const conversation = await untilKept(() => deps.store.currentName(work.conversation), deps);
  // Looked at last: whoever asked was told already that it stopped.
  const said = live.cut === 'stopped' ? cutOff() : answered;
  const reply = print(said, { turn, channel, conversation, shown }, deps);
  const { reason } = said;
  const { envelope } = reply;
  const end = { state: said.state, ...(reason !== undefined && { reason }), ...reply.kept };
  const ending = said.failed ? { failed: said.failed } : { envelope };
  if (await finish(end, work, deps, { ending, record })) {
    deps.log.info({ ...facts, reason: 'stopped' }, 'turn done');
    const cutShort = {
      envelope: print(cutOff(), { turn, channel, conversation, shown }, deps).envelope,
    };
    deps.followers.tellEnd(work.turnId, cutShort);
    await record?.closeLate(cutShort);
    return;
  }
  reportEmitted(envelope, { log: deps.log, meter: deps.meter, turnId: work.turnId, conversation });
  const how = { ...(reason !== undefined && { reason }), parts: reply.parts, notes: reply.notes };
  deps.log.info({ ...facts, ...how }, 'turn done');
}

function stageRequest(turn: ReadTurn, { attempt }: TurnWork, run: LoggedRun | undefined): StageRequest {
  const { turnId, channel, conversation, person, client } = turn;
  return {
    ...{ turnId, run: attempt, channel, conversation, personId: person.id, client },
    hasText: () => run !== undefined && run.feed.text !== '',
    ...(run && { tell: (event: TurnEvent) => run.tell(event) }),
  };
}

function askedIn({ message, uiResponse }: ReadTurn, { receivedAtMs }: TurnWork): TurnEvent {
  return { type: 'asked', message, receivedAtMs, ...(uiResponse && { uiResponse }) };
}

/** Where a reply goes, and what was shown before it. */
interface Going {
  turn: ReadTurn;
  channel: ConnectedChannel;
  conversation: string;
  shown: Produced;
}

/** The envelope of a reply, and by whom it is written to where. */
function composed(said: Answer, { turn, channel, conversation, shown }: Going, deps: TurnDeps) {
  const address = addressIn(conversation, turn.address, channel);
  const { printer, transformer } = writingFor(channel.type, address, deps.transformers);
  const envelope = deps.compose(said.agentTurn, {
    conversation,
    // Nobody could answer a question that an unknown person was asked: it is shown as text and kept by nobody.
    canAsk: turn.isAttributable || !turn.isShared,
    sendsFiles: printer.printFile !== undefined,
    readsMarkdown: turn.readsMarkdown,
    // Of an answer that failed or was stopped only words are left.
    ...(said.failed === undefined && said.reason !== 'stopped' && { shown }),
    isUnprinted: turn.client !== undefined || transformer === undefined,
    printsUi: printsUi(printer, transformer),
  });
  return { envelope, address, printer, transformer };
}

/** The reply as it is kept, and as a client of the API is told it. */
function print(said: Answer, going: Going, deps: TurnDeps) {
  const { turn, channel, conversation } = going;
  const { envelope, address, printer, transformer } = composed(said, going, deps);
  const nowMs = deps.now();
  const { payloads, carrierIndex, notes } = render({
    channel: printer,
    transformer,
    widgetTypes: deps.widgetTypes,
    envelope,
    context: {
      address,
      agentName: deps.agentName,
      nowMs,
      request: { message: turn.message, user_id: turn.person.id, files: turn.files },
      files: said.agentTurn.files,
      metadata: {
        turn_id: turn.turnId,
        session_id: turn.session,
        status: said.failed ? 'failed' : 'completed',
        ...(said.failed && { error: said.failed.code }),
      },
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
  const ending = { failed: why.failed };
  const record = deps.followers.runOf(work);
  await finish({ state: 'dead', reason: why.reason, deliveries }, work, deps, { ending, record });
}

/**
 * Ends the turn, and tells of it whoever follows. Gives whether somebody had asked to stop it: then nothing of what it
 * says was kept, and nobody was told.
 */
async function finish(
  end: Pick<TurnFinish, 'state' | 'reason'> & Partial<TurnFinish>,
  work: TurnWork,
  deps: TurnDeps,
  said?: { ending: TurnEnding; record: RunRecord | undefined },
): Promise<boolean> {
  const { turnId, epoch } = work;
  const closing = await said?.record?.closing(said.ending);
  const finished = {
    ...{ deliveries: [], questions: [], ...end, turnId, epoch },
    ...(closing && { log: closing.entry }),
  };
  const freed = await deps.beginning((take) => untilKept(() => deps.store.finishTurn({ ...finished, take }), deps));
  if (freed.laneWaits) deps.onLaneFree();
  deps.meter.turnEnded(work.channel, end.state, deps.now() - work.receivedAtMs);
  if (freed.isStopped) return true;
  if (closing) said?.record?.close(closing);
  if (said) deps.followers.tellEnd(turnId, said.ending);
  return false;
}

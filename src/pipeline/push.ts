import { createHash } from 'node:crypto';
import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { ChannelType } from '../protocol/channel.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { AnswerPolicy } from '../protocol/question.ts';
import type { Store } from '../protocol/store.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { Address } from '../protocol/turn.ts';
import type { CreateStage } from '../protocol/ui/ui-stage.ts';
import type { Widget, WidgetTypes } from '../protocol/widget.ts';
import type { Beginning } from './beginning.ts';
import { type Compose, reportEmitted } from './composer.ts';
import { wholeLog } from './following/whole-log.ts';
import { loggedWhenSent } from './late-log.ts';
import { newId } from './new-id.ts';
import { pushOnce } from './push-once.ts';
import { printsUi, readsMarkdown, render } from './render.ts';
import { keptReply } from './reply.ts';
import type { Say } from './sentences.ts';
import { stageWhole } from './stage-whole.ts';
import { writingFor } from './writing.ts';

/** An agent turn that arrives by API, for one conversation. */
export interface PushRequest {
  channel: ChannelType;
  address: Address;
  turn: AgentTurn;
  answers?: AnswerPolicy | undefined;
  /** Unix milliseconds; when it is to go out. Absent or in the past = at once. */
  sendAtMs?: number | undefined;
  idempotencyKey?: string | undefined;
}

/** The answer to a push, as it travels. */
export interface PushResult {
  turn_id: string;
  conversation: string;
  ui: readonly Widget[];
  deliveries: { id: string; channel: string; status: 'queued' | 'scheduled' }[];
}

export interface PushDeps {
  store: Store;
  transformers: ReadonlyMap<string, Transformer>;
  widgetTypes: WidgetTypes;
  agentName: string;
  compose: Compose;
  createStage: CreateStage;
  /** Whether the agent wants to know what was pushed. */
  agentRemembers: boolean;
  say: Say;
  /** A delivery that is not taken for so long is given up, from when it is to go out. */
  expiresAfterMs: number;
  now: () => number;
  beginning: Beginning;
  log: Log;
  meter: Meter;
}

/**
 * Composes and keeps a pushed turn; delivery follows on its own. The same idempotency key gives the same answer and sends nothing.
 * Throws `answers_required` for a question into a shared conversation that does not say who may answer,
 * `idempotency_mismatch` when the key was used for another request, `body_invalid` for a time more than a year ahead.
 */
export async function push(request: PushRequest, deps: PushDeps): Promise<PushResult> {
  const { channel, sendAtMs } = request;
  const named = channel.conversationOf(request.address);
  const conversation = await deps.store.currentName(named);
  // The caller may know the conversation by an address that it has left.
  const address = conversation === named ? request.address : (channel.addressOf(conversation) ?? request.address);
  const nowMs = deps.now();
  if (sendAtMs !== undefined) checkAhead(sendAtMs, nowMs);
  const turnId = newId('turn', nowMs);
  const { printer, transformer } = writingFor(channel, address, deps.transformers);
  const stage = { turnId, run: 1, channel: channel.name, conversation };
  const envelope = deps.compose(request.turn, {
    shown: await stageWhole(request.turn, stage, deps),
    conversation,
    canAsk: !channel.isOneWay,
    sendsFiles: printer.printFile !== undefined,
    readsMarkdown: readsMarkdown(printer, transformer),
    isUnprinted: transformer === undefined,
    printsUi: printsUi(printer, transformer),
  });
  if (envelope.questions.length > 0 && channel.isShared(address) && request.answers === undefined) {
    throw new BridgeError(
      'answers_required',
      `Cannot ask in '${conversation}': several people may read there, so the turn must say who answers. Set answers to "anyone" or to a list of user ids.`,
    );
  }
  if (envelope.questions.length > 0 && channel.answersFrom?.(address) === false) {
    throw new BridgeError(
      'address_invalid',
      `Cannot ask in '${conversation}': answers come back from its numeric id. Name that as the address.`,
    );
  }
  const { payloads, carrierIndex } = render({
    channel: printer,
    transformer,
    widgetTypes: deps.widgetTypes,
    envelope,
    context: {
      address,
      agentName: deps.agentName,
      nowMs: Math.max(nowMs, sendAtMs ?? nowMs),
      files: request.turn.files,
      metadata: { turn_id: turnId, status: 'completed' },
    },
    // Who will read it has not said in which language.
    submitLabel: deps.say('submit', undefined),
  });
  const isLater = sendAtMs !== undefined && sendAtMs > nowMs;
  const isLoggedLater = isLater && channel.keepsTurnLog === true;
  const reply = keptReply({
    turnId,
    channel,
    conversation,
    address,
    payloads: isLoggedLater ? loggedWhenSent(payloads, envelope) : payloads,
    carrierIndex,
    envelope,
    asker: undefined,
    answers: request.answers ?? 'anyone',
    expiresAfterMs: deps.expiresAfterMs,
    nowMs,
    sendAtMs,
  });
  const result: PushResult = {
    turn_id: turnId,
    conversation,
    ui: envelope.widgets,
    deliveries: reply.deliveries.map(({ deliveryId, notBeforeMs }) => ({
      id: deliveryId,
      channel: channel.name,
      status: notBeforeMs === undefined ? 'queued' : 'scheduled',
    })),
  };
  // What goes out later is not said yet, and may still be taken back.
  const isLogged = !isLater && (channel.keepsTurnLog === true || deps.agentRemembers);
  const kept = {
    turnId,
    conversation,
    channel: channel.name,
    fingerprint: fingerprintOf(request),
    ...reply,
    receivedAtMs: nowMs,
    ...(isLogged && { log: wholeLog({ run: 1, ending: { envelope } }) }),
    ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
  };
  const answer = await pushOnce(kept, result, deps);
  if (answer === result) reportEmitted(envelope, { ...deps, turnId, conversation });
  return answer;
}

/** 366 days: a slip in the year is told, and a yearly message can be scheduled from one to the next. */
const FURTHEST_AHEAD_MS = 366 * 24 * 60 * 60 * 1000;

function checkAhead(sendAtMs: number, nowMs: number): void {
  if (sendAtMs - nowMs <= FURTHEST_AHEAD_MS) return;
  throw new BridgeError(
    'body_invalid',
    `Cannot schedule this turn: send_at is ${new Date(sendAtMs).toISOString()}, more than a year ahead. Send it again nearer to that time.`,
  );
}

function fingerprintOf({ channel, address, turn, answers, sendAtMs }: PushRequest): string {
  const said: unknown[] = [channel.name, address, turn, answers ?? null];
  // Not null when absent, so that the key of an earlier version's request still fits it.
  if (sendAtMs !== undefined) said.push(sendAtMs);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

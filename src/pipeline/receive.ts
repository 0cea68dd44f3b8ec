import { type PressOutcome, resolveHint, resolvePress, resolveTyped } from '../callback/resolve.ts';
import type { Seal } from '../callback/seal.ts';
import type { ChannelConnection, ChannelType, Inbound, Received, Toast } from '../protocol/channel.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { PendingQuestion } from '../protocol/question.ts';
import type { Acceptance, NewDelivery, Store } from '../protocol/store.ts';
import type { UiResponse } from '../protocol/turn.ts';
import type { Beginning } from './beginning.ts';
import { newId } from './new-id.ts';
import type { SeenLately } from './seen-lately.ts';
import type { Say } from './sentences.ts';

/** A channel that is connected, with its type. */
export interface ConnectedChannel {
  type: ChannelType;
  connection: ChannelConnection;
}

export interface ReceiveDeps {
  store: Store;
  seal: Seal;
  say: Say;
  log: Log;
  meter: Meter;
  now: () => number;
  beginning: Beginning;
  /** How long an edit is tried. */
  expiresAfterMs: number;
  seenLately: SeenLately;
}

/** Optional parts of a receive: the web route knows its turn's id before it is kept. */
export interface ReceiveOptions {
  turnId?: string;
}

/**
 * Makes an inbound durable, and claims the question it answers in the same transaction:
 * when this resolves, the row is on the disk and the toast tells the truth. Throws when it could not be kept.
 */
export async function receive(
  channel: ConnectedChannel,
  inbound: Inbound,
  deps: ReceiveDeps,
  options: ReceiveOptions = {},
): Promise<Received> {
  const arrival = await arrive(channel, inbound, deps, options.turnId ?? newId('turn', deps.now()));
  const received = await keep(arrival, deps);
  deps.meter.received(channel.type.name, received.status);
  if (received.toast) deps.meter.pressed(channel.type.name, received.toast.code);
  return received;
}

interface Arrival {
  channel: ConnectedChannel;
  inbound: Inbound;
  turnId: string;
  conversation: string;
  isShared: boolean;
  nowMs: number;
}

async function arrive(
  channel: ConnectedChannel,
  inbound: Inbound,
  deps: ReceiveDeps,
  turnId: string,
): Promise<Arrival> {
  return {
    channel,
    inbound,
    turnId,
    conversation: await deps.store.currentName(channel.type.conversationOf(inbound.address)),
    isShared: channel.type.isShared(inbound.address),
    nowMs: deps.now(),
  };
}

async function keep(arrival: Arrival, deps: ReceiveDeps): Promise<Received> {
  const { inbound, channel, conversation } = arrival;
  switch (inbound.event.type) {
    case 'message':
      return keepMessage(arrival, inbound.event, deps);
    case 'press':
      return keepPress(arrival, inbound.event, deps);
    case 'edit': {
      const { messageId } = inbound.event;
      const wasWaiting = await deps.store.replaceWaiting({
        channel: channel.type.name,
        conversation,
        messageId,
        raw: inbound.raw,
      });
      return { status: wasWaiting ? 'accepted' : 'ignored' };
    }
    case 'moved':
      await move(channel, inbound.address, inbound.event.to, deps);
      return { status: 'ignored' };
    default:
      inbound.event satisfies never;
      return { status: 'ignored' };
  }
}

async function keepMessage(
  arrival: Arrival,
  event: Extract<Inbound['event'], { type: 'message' }>,
  deps: ReceiveDeps,
): Promise<Received> {
  const { inbound, isShared, nowMs, conversation } = arrival;
  const questions = await deps.store.questions(conversation, nowMs);
  const who = { personId: inbound.person.id, isAttributable: inbound.isAttributable, isShared, nowMs, questions };
  // A client's hint that fits no question must not answer another one by its words.
  const answer =
    event.hint !== undefined
      ? resolveHint({ ...who, hint: event.hint })
      : resolveTyped({ ...who, text: event.text, repliesTo: event.repliesTo });
  const acceptance = acceptanceOf(arrival, deps, event.messageId);
  if (answer) acceptance.claim = claimOf(arrival, answer, { questions, whenLost: 'keep_as_message' }, deps);
  return accept(acceptance, deps);
}

async function keepPress(
  arrival: Arrival,
  event: Extract<Inbound['event'], { type: 'press' }>,
  deps: ReceiveDeps,
): Promise<Received> {
  const { inbound, conversation, nowMs } = arrival;
  const [questions, conversationNames] = await Promise.all([
    deps.store.questions(conversation, nowMs),
    deps.store.namesOf(conversation),
  ]);
  const outcome = resolvePress({
    data: event.data,
    personId: inbound.person.id,
    isAttributable: inbound.isAttributable,
    isShared: arrival.isShared,
    conversationNames,
    questions,
    nowMs,
    seal: deps.seal,
    acceptsUnsealed: false,
  });
  const toast = (code: Toast['code'], label?: string): Toast => ({
    code,
    text: deps.say(code, inbound.person.locale, label),
  });

  if (outcome.type === 'foreign') {
    if (!event.mayBeMessage || event.label === '') return { status: 'ignored', toast: toast('expired') };
    return { ...(await accept(acceptanceOf(arrival, deps), deps)), toast: toast('received') };
  }
  if (outcome.type !== 'answer') {
    return { status: 'ignored', toast: toast(refusalOf(outcome), labelOf(outcome)) };
  }

  const received = await accept(
    { ...acceptanceOf(arrival, deps), claim: claimOf(arrival, outcome, { questions, whenLost: 'drop' }, deps) },
    deps,
  );
  if (received.status === 'ignored') {
    // Somebody was faster, in this very moment.
    const answered = (await deps.store.questions(conversation, nowMs)).find(
      (question) => question.widgetId === outcome.question.widgetId,
    )?.answered;
    return { ...received, toast: answered ? toast('already_answered', answered.label) : toast('expired') };
  }
  return { ...received, toast: toast('recorded', outcome.response.label) };
}

function refusalOf(outcome: Exclude<PressOutcome, { type: 'answer' | 'foreign' }>): Toast['code'] {
  return outcome.type === 'hint' ? 'expired' : outcome.type;
}

function labelOf(outcome: PressOutcome): string | undefined {
  return outcome.type === 'already_answered' ? outcome.label : undefined;
}

function acceptanceOf(
  { channel, inbound, turnId, conversation, isShared, nowMs }: Arrival,
  deps: ReceiveDeps,
  messageId?: string,
): Acceptance {
  const acceptance: Acceptance = {
    turnId,
    channel: channel.type.name,
    dedupeKey: inbound.dedupeKey,
    conversation,
    raw: inbound.raw,
    receivedAtMs: nowMs,
  };
  if (messageId !== undefined) acceptance.messageId = messageId;
  if (!isShared && inbound.isAttributable && !deps.seenLately.has(inbound.person.id, conversation, nowMs)) {
    acceptance.seat = { userId: inbound.person.id, address: inbound.address };
  }
  return acceptance;
}

/** The claim of an answer, with the edit that shows it in the message that asked. */
function claimOf(
  { channel, inbound, turnId, conversation, nowMs }: Arrival,
  answer: { question: PendingQuestion; response: UiResponse },
  { questions, whenLost }: { questions: readonly PendingQuestion[]; whenLost: 'keep_as_message' | 'drop' },
  { expiresAfterMs }: ReceiveDeps,
): NonNullable<Acceptance['claim']> {
  const { question, response } = answer;
  const carrier = question.message;
  if (!carrier) return { response, whenLost };
  const answered = questions.flatMap((other) =>
    other.answered && other.message?.deliveryId === carrier.deliveryId
      ? [{ widgetId: other.widgetId, label: other.answered.label }]
      : [],
  );
  const payload = channel.connection.showAnswered({
    payload: JSON.parse(carrier.payload),
    answered: [...answered, { widgetId: question.widgetId, label: response.label }],
  });
  if (payload === undefined) return { response, whenLost };
  const edit: NewDelivery = {
    deliveryId: newId('dlv', nowMs),
    turnId,
    channel: channel.type.name,
    conversation,
    lane: channel.type.deliveryLaneOf(inbound.address),
    kind: 'edit',
    // The message may have been sent before the conversation moved; the edit goes to where it lives now.
    payload: JSON.stringify(channel.connection.readdress(payload, inbound.address)),
    targetDeliveryId: carrier.deliveryId,
    expiresAtMs: nowMs + expiresAfterMs,
  };
  return { response, edit, whenLost };
}

async function accept(acceptance: Acceptance, deps: ReceiveDeps): Promise<Received> {
  const accepted = await deps.beginning((take) => deps.store.accept({ ...acceptance, take }));
  switch (accepted.status) {
    case 'duplicate':
      return { status: 'duplicate', turnId: accepted.turnId };
    case 'full':
    case 'limited':
      throw new BridgeError('internal', 'The store refused an inbound by a limit that was not asked for.');
    case 'lost':
      return { status: 'ignored' };
    case 'accepted':
      if (acceptance.seat) {
        deps.seenLately.add(acceptance.seat.userId, acceptance.conversation, acceptance.receivedAtMs);
      }
      deps.log.debug(
        { turn_id: acceptance.turnId, channel: acceptance.channel, conversation: acceptance.conversation },
        'inbound kept',
      );
      return { status: 'accepted', turnId: acceptance.turnId };
    default:
      return accepted satisfies never;
  }
}

/** Moves a conversation to its new address, with everything that waits in it. */
export async function move(
  channel: ConnectedChannel,
  from: Inbound['address'],
  to: Inbound['address'],
  deps: Pick<ReceiveDeps, 'store' | 'log'>,
): Promise<void> {
  const { type, connection } = channel;
  const names = { from: type.conversationOf(from), to: type.conversationOf(to) };
  await deps.store.move({
    ...names,
    fromLane: type.deliveryLaneOf(from),
    toLane: type.deliveryLaneOf(to),
    rewrite: (payload) => JSON.stringify(connection.readdress(JSON.parse(payload), to)),
  });
  deps.log.info(names, 'conversation moved');
}

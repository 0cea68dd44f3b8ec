import type { ChannelType } from '../protocol/channel.ts';
import type { Envelope } from '../protocol/envelope.ts';
import type { NewDelivery } from '../protocol/kept-delivery.ts';
import type { AnswerPolicy } from '../protocol/question.ts';
import type { NewQuestion } from '../protocol/store.ts';
import type { Address } from '../protocol/turn.ts';
import { QUESTION_TTL_MS } from './lifetimes.ts';
import { newId } from './new-id.ts';

/** What is kept of a reply: its deliveries in order, and its questions tied to the one that shows them. */
export interface KeptReply {
  deliveries: NewDelivery[];
  questions: NewQuestion[];
}

/** Where a reply goes, and until when. */
export interface Destination {
  turnId: string;
  channel: ChannelType;
  conversation: string;
  address: Address;
  /** A delivery that is not taken for so long is given up, from when it is to go out. */
  expiresAfterMs: number;
  nowMs: number;
  /** Unix milliseconds; when it is to go out. Absent or in the past = now. */
  sendAtMs?: number | undefined;
  /** That of the inbound which it answers. */
  secret?: string | undefined;
}

export function keptReply(
  options: Destination & {
    payloads: readonly unknown[];
    /** The payload that shows the questions, by its place. */
    carrierIndex: number;
    envelope: Envelope;
    /** Who was asked. Absent for a pushed turn. */
    asker: string | undefined;
    answers: AnswerPolicy;
  },
): KeptReply {
  const { conversation, envelope, payloads } = options;
  const deliveries = payloads.length > 0 ? deliveriesOf(payloads, options) : silentReply(options);
  const carrier = deliveries[options.carrierIndex];
  const questions = envelope.questions.map(
    (question): NewQuestion => ({
      ...question,
      conversation,
      answers: options.answers,
      expiresAtMs: startsAtMs(options) + QUESTION_TTL_MS,
      ...(options.asker !== undefined && { asker: options.asker }),
      ...(carrier && { deliveryId: carrier.deliveryId }),
    }),
  );
  return { deliveries, questions };
}

/** What is kept of a reply that has no words: most often nothing. */
export function silentReply(to: Destination): NewDelivery[] {
  const payload = to.secret === undefined ? undefined : to.channel.whenSilent?.(to.secret);
  return payload === undefined ? [] : deliveriesOf([payload], to);
}

function deliveriesOf(payloads: readonly unknown[], to: Destination): NewDelivery[] {
  const { turnId, channel, conversation, nowMs } = to;
  const atMs = startsAtMs(to);
  const lane = channel.deliveryLaneOf(to.address);
  return payloads.map((payload, place): NewDelivery => {
    const secret = secretFor(to, place);
    return {
      deliveryId: newId('dlv', nowMs),
      turnId,
      channel: channel.name,
      conversation,
      lane,
      kind: 'send',
      payload: JSON.stringify(payload),
      expiresAtMs: atMs + to.expiresAfterMs,
      ...(atMs > nowMs && { notBeforeMs: atMs }),
      ...(secret !== undefined && { secret }),
    };
  });
}

function startsAtMs({ nowMs, sendAtMs }: Destination): number {
  return Math.max(nowMs, sendAtMs ?? nowMs);
}

function secretFor({ channel, secret }: Destination, place: number): string | undefined {
  return secret === undefined || !channel.secretOf ? secret : channel.secretOf(secret, place);
}

import type { ChannelType } from '../protocol/channel.ts';
import type { Envelope } from '../protocol/envelope.ts';
import type { AnswerPolicy } from '../protocol/question.ts';
import type { NewDelivery, NewQuestion } from '../protocol/store.ts';
import type { Address } from '../protocol/turn.ts';
import { QUESTION_TTL_MS } from './lifetimes.ts';
import { newId } from './new-id.ts';

/** What is kept of a reply: its deliveries in order, and its questions tied to the one that shows them. */
export interface KeptReply {
  deliveries: NewDelivery[];
  questions: NewQuestion[];
}

export function keptReply(options: {
  turnId: string;
  channel: ChannelType;
  conversation: string;
  address: Address;
  payloads: readonly unknown[];
  /** The payload that shows the questions, by its place. */
  carrierIndex: number;
  envelope: Envelope;
  /** Who was asked. Absent for a pushed turn. */
  asker: string | undefined;
  answers: AnswerPolicy;
  /** A delivery that is not taken for so long is given up, from when it is to go out. */
  expiresAfterMs: number;
  nowMs: number;
  /** Unix milliseconds; when it is to go out. Absent or in the past = now. */
  sendAtMs?: number | undefined;
  /** That of the inbound which it answers. */
  secret?: string | undefined;
}): KeptReply {
  const { turnId, channel, conversation, envelope, nowMs, secret } = options;
  const startsAtMs = Math.max(nowMs, options.sendAtMs ?? nowMs);
  const lane = channel.deliveryLaneOf(options.address);
  const payloads = options.payloads.length > 0 ? options.payloads : silence(channel, secret);
  const deliveries = payloads.map((payload, place): NewDelivery => {
    const kept = secret === undefined ? undefined : secretFor(channel, secret, place);
    return {
      deliveryId: newId('dlv', nowMs),
      turnId,
      channel: channel.name,
      conversation,
      lane,
      kind: 'send',
      payload: JSON.stringify(payload),
      expiresAtMs: startsAtMs + options.expiresAfterMs,
      ...(startsAtMs > nowMs && { notBeforeMs: startsAtMs }),
      ...(kept !== undefined && { secret: kept }),
    };
  });
  const carrier = deliveries[options.carrierIndex];
  const questions = envelope.questions.map(
    (question): NewQuestion => ({
      ...question,
      conversation,
      answers: options.answers,
      expiresAtMs: startsAtMs + QUESTION_TTL_MS,
      ...(options.asker !== undefined && { asker: options.asker }),
      ...(carrier && { deliveryId: carrier.deliveryId }),
    }),
  );
  return { deliveries, questions };
}

function secretFor(channel: ChannelType, secret: string, place: number): string | undefined {
  return channel.secretOf ? channel.secretOf(secret, place) : secret;
}

/** What a reply without words takes. */
function silence(channel: ChannelType, secret: string | undefined): readonly unknown[] {
  const payload = secret === undefined ? undefined : channel.whenSilent?.(secret);
  return payload === undefined ? [] : [payload];
}

import { createHash } from 'node:crypto';
import { BridgeError } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Note } from '../protocol/notes.ts';
import type { Store } from '../protocol/store.ts';
import type { Beginning } from './beginning.ts';
import type { ConnectedChannel } from './intake/arrival.ts';
import { newId } from './new-id.ts';
import { pushOnce } from './push-once.ts';
import { keptReply } from './reply.ts';

/** A payload that another runtime has printed. */
export interface PassOnRequest {
  channel: ConnectedChannel;
  payload: unknown;
  idempotencyKey?: string | undefined;
}

/** The answer to it, as it travels. */
export interface PassedOn {
  /** That of the last message: the one with the buttons. */
  delivery_id: string;
  turn_id: string;
  conversation: string;
  /** Every message that it became, in order. */
  deliveries: { id: string; channel: string; status: 'queued' }[];
  /** What was mended. */
  notes: readonly Note[];
}

export interface PassOnDeps {
  store: Store;
  /** A delivery that is not taken for so long is given up. */
  expiresAfterMs: number;
  now: () => number;
  beginning: Beginning;
  log: Log;
}

/**
 * Keeps a finished payload for delivery, in the lane of its chat like everything else. What the platform would refuse is
 * mended first. The same idempotency key gives the same answer and sends nothing.
 * Throws `payload_refused` when nobody can mend it; nothing is kept then.
 */
export async function passOn({ channel, payload, idempotencyKey }: PassOnRequest, deps: PassOnDeps): Promise<PassedOn> {
  const { type, connection } = channel;
  const accepted = type.acceptPayload?.(payload) ?? { fault: 'This channel takes no finished payloads.' };
  if ('fault' in accepted) {
    throw new BridgeError('payload_refused', `Cannot deliver this payload on '${type.name}'. ${accepted.fault}`);
  }
  const named = type.conversationOf(accepted.address);
  const conversation = await deps.store.currentName(named);
  // The runtime may know the conversation by an address that it has left.
  const movedTo = conversation === named ? undefined : type.addressOf(conversation);
  const payloads = movedTo ? accepted.payloads.map((one) => connection.readdress(one, movedTo)) : accepted.payloads;
  const nowMs = deps.now();
  const turnId = newId('turn', nowMs);
  const { deliveries } = keptReply({
    turnId,
    channel: type,
    conversation,
    address: movedTo ?? accepted.address,
    payloads,
    carrierIndex: payloads.length - 1,
    envelope: { text: '', widgets: [], questions: [], notes: [] },
    asker: undefined,
    answers: 'anyone',
    expiresAfterMs: deps.expiresAfterMs,
    nowMs,
  });
  const answer: PassedOn = {
    delivery_id: deliveries.at(-1)?.deliveryId ?? '',
    turn_id: turnId,
    conversation,
    deliveries: deliveries.map(({ deliveryId }) => ({ id: deliveryId, channel: type.name, status: 'queued' })),
    notes: accepted.notes,
  };
  const kept = {
    turnId,
    conversation,
    channel: type.name,
    fingerprint: createHash('sha256')
      .update(JSON.stringify(['bridge', type.name, payload]))
      .digest('hex'),
    deliveries,
    questions: [],
    receivedAtMs: nowMs,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const first = await pushOnce(kept, answer, deps);
  if (first === answer) {
    const facts = { turn_id: turnId, channel: type.name, conversation, parts: payloads.length };
    deps.log.info({ ...facts, notes: accepted.notes.map(({ code }) => code) }, 'payload kept');
  }
  return first;
}

import type { Inbound, Received } from '../protocol/inbound.ts';
import { acceptMessage } from './intake/accept.ts';
import { type Arrival, acceptanceOf, type ConnectedChannel, type ReceiveDeps } from './intake/arrival.ts';
import { keepMessage } from './intake/keep-message.ts';
import { keepPress } from './intake/keep-press.ts';
import { weighStep } from './intake/weigh-step.ts';
import { newId } from './new-id.ts';

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
  const nowMs = deps.now();
  const received = await keep(
    {
      channel,
      inbound,
      turnId: options.turnId ?? newId('turn', nowMs),
      givenTurnId: options.turnId,
      conversation: await deps.store.currentName(channel.type.conversationOf(inbound.address)),
      isShared: inbound.isShared ?? channel.type.isShared(inbound.address),
      isForwarded: deps.forwards.has(channel.type.name),
      nowMs,
    },
    deps,
  );
  deps.meter.received(channel.type.name, received.status);
  if (received.toast) deps.meter.pressed(channel.type.name, received.toast.code);
  return received;
}

async function keep(arrival: Arrival, deps: ReceiveDeps): Promise<Received> {
  const { inbound, channel, conversation } = arrival;
  switch (inbound.event.type) {
    case 'message':
      return keepMessage(arrival, inbound.event, deps);
    case 'press':
      return keepPress(arrival, inbound.event, deps);
    case 'step':
      return weighStep(arrival, inbound.event, deps);
    case 'edit': {
      if (arrival.isForwarded) return acceptMessage(arrival, acceptanceOf(arrival, deps), deps);
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

import type { ChannelType } from '../protocol/channel.ts';
import type { Acceptance, Store } from '../protocol/store.ts';
import type { Address } from '../protocol/turn.ts';
import { newId } from './new-id.ts';

/*
 * A store keeps where people can be reached, for as long as they are seen there. Conversations that a channel wants to
 * know again are kept in the same way, each as the place of somebody who has its name: in one write with the message,
 * found by an index, and forgotten like somebody who never wrote again.
 */

/** What keeps a conversation known, with whatever is kept from it. */
export function seatOfConversation(conversation: string, address: Address): NonNullable<Acceptance['seat']> {
  return { userId: idOf(conversation), address };
}

/** Whether a conversation was made known. */
export async function isKnown(store: Pick<Store, 'seats'>, type: ChannelType, address: Address): Promise<boolean> {
  return (await store.seats(idOf(type.conversationOf(address)))).length > 0;
}

/** Makes a conversation known from which nothing came: by a turn that is done as it is kept. */
export async function makeKnown(
  store: Pick<Store, 'accept'>,
  type: ChannelType,
  address: Address,
  nowMs: number,
): Promise<void> {
  const turnId = newId('turn', nowMs);
  const conversation = type.conversationOf(address);
  await store.accept({
    turnId,
    channel: type.name,
    dedupeKey: `known:${turnId}`,
    conversation,
    raw: '',
    receivedAtMs: nowMs,
    seat: seatOfConversation(conversation, address),
    ending: { state: 'done', reason: 'known', deliveries: [] },
  });
}

/** No person has such an id: it begins with a control character. */
function idOf(conversation: string): string {
  return `\u001f${conversation}`;
}

import type { Address } from '../../protocol/turn.ts';
import { newId } from '../new-id.ts';
import type { ConnectedChannel, ReceiveDeps } from './arrival.ts';

/** A key that a channel has to know again, and the conversation that it is of. */
export interface Mark {
  dedupeKey: string;
  address: Address;
}

/** Keeps a mark beside what came in, as a turn that was done as it was kept. The same mark twice is one. */
export async function keepMark(
  { type }: ConnectedChannel,
  { dedupeKey, address }: Mark,
  { store, now }: Pick<ReceiveDeps, 'store' | 'now'>,
): Promise<void> {
  const nowMs = now();
  await store.accept({
    turnId: newId('turn', nowMs),
    channel: type.name,
    dedupeKey,
    conversation: type.conversationOf(address),
    raw: '',
    receivedAtMs: nowMs,
    ending: { state: 'done', reason: 'mark', deliveries: [] },
  });
}

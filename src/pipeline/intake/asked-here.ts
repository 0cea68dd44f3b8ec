import type { resolvePress } from '../../callback/resolve.ts';
import type { Arrival, ReceiveDeps } from './arrival.ts';

/** What a press or a step is resolved against: the questions of its conversation, and who presses. */
export async function askedHere(
  { inbound, conversation, isShared, nowMs }: Arrival,
  { store, seal }: Pick<ReceiveDeps, 'store' | 'seal'>,
): Promise<Omit<Parameters<typeof resolvePress>[0], 'data' | 'acceptsUnsealed'>> {
  const [questions, conversationNames] = await Promise.all([
    store.questions(conversation, nowMs),
    store.namesOf(conversation),
  ]);
  return {
    personId: inbound.person.id,
    isAttributable: inbound.isAttributable,
    isShared,
    conversationNames,
    questions,
    nowMs,
    seal,
  };
}

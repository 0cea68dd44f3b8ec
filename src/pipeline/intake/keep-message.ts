import { resolveHint, resolveTyped } from '../../callback/resolve.ts';
import type { Inbound, Received } from '../../protocol/channel.ts';
import { acceptMessage } from './accept.ts';
import { type Arrival, acceptanceOf, type ReceiveDeps } from './arrival.ts';
import { claimOf } from './claim.ts';
import { obey } from './obey.ts';

/** Takes a message: a command of ours, an answer to a question, or words for the agent. */
export async function keepMessage(
  arrival: Arrival,
  event: Extract<Inbound['event'], { type: 'message' }>,
  deps: ReceiveDeps,
): Promise<Received> {
  // With a file or a hint it is more than its words, and nobody in particular commands nothing.
  const isBare = event.files.length === 0 && event.hint === undefined && event.typed !== '';
  const command = isBare ? deps.commandIn(event.text) : undefined;
  if (command) return obey(arrival, command, deps);

  const { inbound, isShared, nowMs, conversation } = arrival;
  const questions = await deps.store.questions(conversation, nowMs);
  const who = { personId: inbound.person.id, isAttributable: inbound.isAttributable, isShared, nowMs, questions };
  // A client's hint that fits no question must not answer another one by its words.
  const answer =
    event.hint !== undefined
      ? resolveHint({ ...who, hint: event.hint })
      : resolveTyped({ ...who, text: event.typed ?? event.text, repliesTo: event.repliesTo });
  const acceptance = acceptanceOf(arrival, deps);
  if (answer) acceptance.claim = claimOf(arrival, answer, { questions, whenLost: 'keep_as_message' }, deps);
  return acceptMessage(arrival, acceptance, deps);
}

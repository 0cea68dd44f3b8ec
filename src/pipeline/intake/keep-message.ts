import type { Inbound, Received } from '../../protocol/inbound.ts';
import { acceptMessage } from './accept.ts';
import { answerIn } from './answer-in.ts';
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

  const answering = await answerIn(arrival, event, deps);
  if (!answering) return acceptMessage(arrival, acceptanceOf(arrival, deps), deps);
  const { arrival: there, answer, questions } = answering;
  const claim = claimOf(there, answer, { questions, whenLost: 'keep_as_message' }, deps);
  return acceptMessage(there, { ...acceptanceOf(there, deps), claim }, deps);
}

import { type Answer, resolveHint, resolveTyped } from '../../callback/resolve.ts';
import type { Inbound } from '../../protocol/inbound.ts';
import type { PendingQuestion } from '../../protocol/question.ts';
import type { Arrival, ReceiveDeps } from './arrival.ts';

/** The answer that a message gives, and where it was asked for: the message belongs there. */
export interface Answering {
  arrival: Arrival;
  answer: Answer;
  /** Of that conversation. */
  questions: readonly PendingQuestion[];
}

/**
 * Finds the question that a message answers: in its own conversation, else, where that is a thread in which nothing was
 * asked yet, the one in the message that the thread is below. Nothing when it is no answer.
 */
export async function answerIn(
  arrival: Arrival,
  event: Extract<Inbound['event'], { type: 'message' }>,
  { store }: Pick<ReceiveDeps, 'store'>,
): Promise<Answering | undefined> {
  const { inbound, channel, isShared, nowMs, conversation } = arrival;
  const { hint, repliesTo, below } = event;
  const text = event.typed ?? event.text;
  const questions = await store.questions(conversation, nowMs);
  const who = { personId: inbound.person.id, isAttributable: inbound.isAttributable, isShared, nowMs };
  // A client's hint that fits no question must not answer another one by its words.
  const answer =
    hint !== undefined
      ? resolveHint({ ...who, questions, hint })
      : resolveTyped({ ...who, questions, text, repliesTo, isThread: below !== undefined });
  if (answer) return { arrival, answer, questions };
  if (hint !== undefined || below === undefined || questions.length > 0) return undefined;

  const above = await store.currentName(channel.type.conversationOf(below));
  const askedAbove = await store.questions(above, nowMs);
  const repliedTo = askedAbove.filter(({ message }) => message?.receipt === repliesTo);
  const reply = resolveTyped({ ...who, questions: repliedTo, text, repliesTo });
  if (!reply) return undefined;
  return {
    arrival: { ...arrival, inbound: { ...inbound, address: below }, conversation: above },
    answer: reply,
    questions: askedAbove,
  };
}

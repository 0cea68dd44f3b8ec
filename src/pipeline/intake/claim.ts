import type { NewDelivery } from '../../protocol/kept-delivery.ts';
import type { PendingQuestion } from '../../protocol/question.ts';
import type { Acceptance } from '../../protocol/store.ts';
import type { UiResponse } from '../../protocol/turn.ts';
import { newId } from '../new-id.ts';
import type { Arrival } from './arrival.ts';

/** The claim of an answer, with the edit that shows it in the message that asked. */
export function claimOf(
  { channel, inbound, turnId, conversation, nowMs }: Arrival,
  answer: { question: PendingQuestion; response: UiResponse },
  { questions, whenLost }: { questions: readonly PendingQuestion[]; whenLost: 'keep_as_message' | 'drop' },
  { expiresAfterMs }: { expiresAfterMs: number },
): NonNullable<Acceptance['claim']> {
  const { question, response } = answer;
  const carrier = question.message;
  if (!carrier) return { response, whenLost };
  const answered = questions.flatMap((other) =>
    other.answered && other.message?.deliveryId === carrier.deliveryId
      ? [{ widgetId: other.widgetId, label: other.answered.label }]
      : [],
  );
  const payload = channel.connection.showAnswered({
    payload: JSON.parse(carrier.payload),
    answered: [...answered, { widgetId: question.widgetId, label: response.label }],
  });
  if (payload === undefined) return { response, whenLost };
  const edit: NewDelivery = {
    deliveryId: newId('dlv', nowMs),
    turnId,
    channel: channel.type.name,
    conversation,
    lane: channel.type.deliveryLaneOf(inbound.address),
    kind: 'edit',
    // The message may have been sent before the conversation moved; the edit goes to where it lives now.
    payload: JSON.stringify(channel.connection.readdress(payload, inbound.address)),
    targetDeliveryId: carrier.deliveryId,
    expiresAtMs: nowMs + expiresAfterMs,
    ...(inbound.secret !== undefined && { secret: inbound.secret }),
  };
  return { response, edit, whenLost };
}

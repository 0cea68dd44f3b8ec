import { type PressOutcome, resolvePress } from '../../callback/resolve.ts';
import { decodeSelection } from '../../callback/selection.ts';
import type { Inbound, Received, Toast } from '../../protocol/inbound.ts';
import { acceptAnswer, acceptMessage } from './accept.ts';
import { type Arrival, acceptanceOf, type ReceiveDeps } from './arrival.ts';
import { askedHere } from './asked-here.ts';
import { claimOf } from './claim.ts';

/** Takes a press. What it answers is claimed as it is kept, so that the toast tells the truth. */
export async function keepPress(
  arrival: Arrival,
  event: Extract<Inbound['event'], { type: 'press' }>,
  deps: ReceiveDeps,
): Promise<Received> {
  const { inbound, conversation, nowMs } = arrival;
  const asked = await askedHere(arrival, deps);
  const { questions } = asked;
  const acceptsUnsealed = arrival.isForwarded || deps.agentMakesWidgets;
  const outcome = resolvePress({ ...asked, data: event.data, acceptsUnsealed });
  const toast = (code: Toast['code'], label?: string): Toast => ({
    code,
    text: deps.say(code, inbound.person.locale, label),
  });

  // Whoever made the button knows what it means, and how often it may be pressed.
  if (arrival.isForwarded && (outcome.type === 'foreign' || outcome.type === 'hint')) {
    return { ...(await acceptAnswer(acceptanceOf(arrival, deps), deps)), toast: toast('received') };
  }
  if (outcome.type === 'foreign') {
    if (!event.mayBeMessage || event.label === '') return { status: 'ignored', toast: toast('expired') };
    const received = await acceptMessage(arrival, acceptanceOf(arrival, deps), deps);
    return { ...received, toast: toast('received') };
  }
  if (outcome.type === 'already_answered') {
    const repeated = await repeatedAnswer(arrival, event.data, deps);
    if (repeated) return { ...repeated, toast: toast('recorded', outcome.label) };
  }
  if (outcome.type !== 'answer') {
    return { status: 'ignored', toast: toast(refusalOf(outcome), labelOf(outcome)) };
  }

  const claim = claimOf(arrival, outcome, { questions, whenLost: 'drop' }, deps);
  const received = await acceptAnswer({ ...acceptanceOf(arrival, deps), claim }, deps);
  if (received.status === 'ignored') {
    // Somebody was faster, in this very moment.
    const answered = (await deps.store.questions(conversation, nowMs)).find(
      (question) => question.widgetId === outcome.question.widgetId,
    )?.answered;
    return { ...received, toast: answered ? toast('already_answered', answered.label) : toast('expired') };
  }
  return { ...received, toast: toast('recorded', outcome.response.label) };
}

/**
 * The press that answered the question, which its platform repeats: whoever pressed is told the same again. The store
 * knows it by its key before it looks at the question, and keeps nothing of any other.
 */
async function repeatedAnswer(
  arrival: Arrival,
  data: readonly string[],
  deps: ReceiveDeps,
): Promise<Received | undefined> {
  const id = decodeSelection(data)?.id ?? '';
  const claim = { response: { id, value: '', label: '', prompt: '' }, whenLost: 'drop' as const };
  const received = await acceptAnswer({ ...acceptanceOf(arrival, deps), claim }, deps);
  return received.status === 'duplicate' ? received : undefined;
}

function refusalOf(outcome: Exclude<PressOutcome, { type: 'answer' | 'foreign' }>): Toast['code'] {
  return outcome.type === 'hint' ? 'expired' : outcome.type;
}

function labelOf(outcome: PressOutcome): string | undefined {
  return outcome.type === 'already_answered' ? outcome.label : undefined;
}

import { resolveStep } from '../../callback/resolve.ts';
import type { Inbound, Received, Toast } from '../../protocol/inbound.ts';
import { acceptAnswer } from './accept.ts';
import { type Arrival, acceptanceOf, type ReceiveDeps } from './arrival.ts';
import { askedHere } from './asked-here.ts';

/** Says whether a step towards an answer counts. It writes nothing: the message itself shows what is chosen so far. */
export async function weighStep(
  arrival: Arrival,
  { widgetId, index, isShowable }: Extract<Inbound['event'], { type: 'step' }>,
  deps: ReceiveDeps,
): Promise<Received> {
  const outcome = resolveStep({
    ...(await askedHere(arrival, deps)),
    widgetId,
    index,
    acceptsUnsealed: deps.agentMakesWidgets,
  });
  const toast = (code: Toast['code'], label?: string): Received => ({
    status: 'ignored',
    toast: { code, text: deps.say(code, arrival.inbound.person.locale, label) },
  });
  // Its data only looks like ours.
  if (arrival.isForwarded && outcome.type === 'not_this_chat') {
    return { ...toast('received'), ...(await acceptAnswer(acceptanceOf(arrival, deps), deps)) };
  }
  if (outcome.type === 'already_answered') return toast(outcome.type, outcome.label);
  if (outcome.type !== 'open') return toast(outcome.type);
  if (!isShowable) return toast('expired');
  return index === undefined ? toast('nothing_chosen') : { status: 'ignored' };
}

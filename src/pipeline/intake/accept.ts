import type { Received } from '../../protocol/inbound.ts';
import type { Acceptance, Accepted } from '../../protocol/store.ts';
import type { Arrival, ReceiveDeps } from './arrival.ts';
import { capsOf, limitsOf } from './limits.ts';
import { dropSilently, refuse } from './refuse.ts';

/** Keeps a message, or refuses it where too many wait or come. An answer to a question is never refused. */
export async function acceptMessage(arrival: Arrival, acceptance: Acceptance, deps: ReceiveDeps): Promise<Received> {
  const { rules } = deps;
  if (!acceptance.claim) {
    acceptance.maxOpen = rules.whenBusy === 'drop' ? 1 : rules.maxWaiting + 1;
    acceptance.limits = [...limitsOf(arrival, rules), ...capsOf(arrival)];
  }
  const accepted = await accept(acceptance, deps);
  if (accepted.status === 'full') return refuse(arrival, rules.whenBusy === 'drop' ? 'busy' : 'lane_full', deps);
  if (accepted.status === 'limited' && capsOf(arrival).some(({ bucket }) => bucket === accepted.bucket)) {
    return dropSilently(arrival, deps);
  }
  if (accepted.status === 'limited') return refuse(arrival, 'rate_limited', deps);
  return receivedOf(accepted, acceptance.turnId);
}

/** Keeps an answer to a question, unless somebody was faster: then it is ignored. */
export async function acceptAnswer(acceptance: Acceptance, deps: ReceiveDeps): Promise<Received> {
  return receivedOf(await accept(acceptance, deps), acceptance.turnId);
}

async function accept(acceptance: Acceptance, deps: ReceiveDeps): Promise<Accepted> {
  const accepted = await deps.beginning((take) => deps.store.accept({ ...acceptance, take }));
  if (accepted.status === 'accepted') {
    const { turnId, channel, conversation, seat, receivedAtMs } = acceptance;
    if (seat) deps.seenLately.add(seat.userId, conversation, receivedAtMs);
    deps.log.debug({ turn_id: turnId, channel, conversation }, 'inbound kept');
  }
  return accepted;
}

function receivedOf(accepted: Accepted, turnId: string): Received {
  switch (accepted.status) {
    case 'accepted':
      return { status: 'accepted', turnId };
    case 'duplicate':
      return { status: 'duplicate', turnId: accepted.turnId };
    case 'lost':
    case 'full':
    case 'limited':
      return { status: 'ignored' };
    default:
      return accepted satisfies never;
  }
}

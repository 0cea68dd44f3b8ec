import type { Received } from '../../protocol/inbound.ts';
import type { Rate } from '../../protocol/pace.ts';
import type { SpokenEnding } from '../../protocol/turn-endings.ts';
import type { Arrival, ReceiveDeps } from './arrival.ts';
import { endAtOnce } from './end-at-once.ts';

/** Why a message is not run. */
export type Refusal = Extract<SpokenEnding, 'busy' | 'lane_full' | 'rate_limited'>;

const ONCE_A_MINUTE: Rate = { perSecond: 1 / 60, burst: 1 };
/** Each message that is dropped for good should be told of; one that comes by a script need not. */
const EACH_OF_A_FEW: Rate = { perSecond: 1 / 10, burst: 3 };

/**
 * Keeps a message that is not run, and tells the person. One that a formation drops while it is busy is gone with its
 * notice; any other is dead and can be retried by an operator.
 */
export async function refuse(arrival: Arrival, refusal: Refusal, deps: ReceiveDeps): Promise<Received> {
  const { channel, inbound, turnId, conversation } = arrival;
  const text = deps.say(refusal, inbound.person.locale);
  // Each person who is too fast is told; that a conversation is full, everybody in it reads.
  const whom = refusal === 'rate_limited' ? ` ${inbound.person.id}` : '';
  const received = await endAtOnce(
    arrival,
    {
      state: refusal === 'busy' ? 'done' : 'dead',
      reason: refusal,
      text,
      pace: { about: `${refusal} ${conversation}${whom}`, rate: refusal === 'busy' ? EACH_OF_A_FEW : ONCE_A_MINUTE },
    },
    deps,
  );
  if (received.status === 'accepted') {
    deps.meter.refused(channel.type.name, refusal);
    deps.log.info({ turn_id: turnId, channel: channel.type.name, conversation, reason: refusal }, 'message refused');
  }
  return received;
}

/**
 * Drops a message that exceeds a limit of its channel, such as one that keeps two machines from answering each other for
 * ever: a word about it would only go on with that. Nothing of it is kept.
 */
export function dropSilently({ channel, conversation }: Arrival, deps: ReceiveDeps): Received {
  deps.meter.refused(channel.type.name, 'capped');
  deps.log.warn({ channel: channel.type.name, conversation, reason: 'capped' }, 'message dropped');
  return { status: 'ignored' };
}

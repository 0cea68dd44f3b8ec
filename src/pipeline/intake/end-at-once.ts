import type { Received } from '../../protocol/inbound.ts';
import type { NewDelivery } from '../../protocol/kept-delivery.ts';
import type { Rate } from '../../protocol/pace.ts';
import type { Accepted } from '../../protocol/store.ts';
import type { SpokenEnding } from '../../protocol/turn-endings.ts';
import { silentReply } from '../reply.ts';
import { type Arrival, acceptanceOf, type ReceiveDeps } from './arrival.ts';

/**
 * Keeps an inbound that no agent sees, with what the bridge itself says about it, and what else is to go out. That is left unsaid while `pace` is
 * used up, over all instances; where each request has a reply of its own, it is always said.
 */
export async function endAtOnce(
  arrival: Arrival,
  ending: {
    state: 'done' | 'dead';
    reason: SpokenEnding;
    text: string;
    also?: readonly NewDelivery[];
    pace: { about: string; rate: Rate };
  },
  deps: ReceiveDeps,
): Promise<Received> {
  const { channel, inbound, turnId, conversation, nowMs } = arrival;
  const { state, reason, pace, also = [] } = ending;
  const mustSay = channel.type.repliesPerRequest === true;
  const { address, secret } = inbound;
  const refusal = reason === 'command' ? undefined : reason;
  const where = { turnId, channel: channel.type, conversation, address, secret };
  const said = deps.sayIn(ending.text, { ...where, refusal });
  const unsaid = silentReply({ ...where, expiresAfterMs: deps.expiresAfterMs, nowMs });

  const keep = (isSaid: boolean): Promise<Accepted> =>
    deps.beginning((take) =>
      deps.store.accept({
        ...acceptanceOf(arrival, deps),
        ending: { state, reason, deliveries: [...(isSaid ? said.deliveries : unsaid), ...also] },
        ...(isSaid && !mustSay && { limits: [{ bucket: `notice ${pace.about}`, rate: pace.rate }] }),
        take,
      }),
    );

  let accepted = await keep(mustSay || !deps.notices.isQuiet(pace.about, nowMs));
  if (accepted.status === 'limited') {
    deps.notices.silence(pace.about, nowMs + accepted.retryAfterMs);
    accepted = await keep(false);
  }
  if (accepted.status === 'duplicate') return { status: 'duplicate', turnId: accepted.turnId };
  if (accepted.status !== 'accepted') return { status: 'ignored' };
  deps.followers.tellEnd(turnId, { envelope: said.envelope });
  return { status: 'accepted', turnId };
}

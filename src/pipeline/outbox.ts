import { reasonOf } from '../protocol/errors.ts';
import type { DeliveryWork } from '../protocol/kept-delivery.ts';
import { ChannelHolds } from './channel-holds.ts';
import { type DispatchDeps, dispatch } from './dispatch.ts';
import { createPump, type Pump } from './pump.ts';
import { isClaimLost } from './until-kept.ts';

const MAX_LIVE_DELIVERIES = 256;

/** Keeps deliveries flowing out of the store to their platforms, as fast as the store gives them out. */
export function createOutbox(
  deps: Omit<DispatchDeps, 'holds' | 'onWaiting' | 'onLaneFree'> & {
    /** false: the channels are not all there yet, and nothing is claimed. */
    isStarted: () => boolean;
  },
): Pump<DeliveryWork> {
  const { store, log, meter, now } = deps;
  const dispatchDeps: DispatchDeps = {
    ...deps,
    holds: new ChannelHolds(),
    onWaiting: (delayMs) => pump.wakeAfter(delayMs),
    onLaneFree: () => pump.wake(),
  };
  const pump = createPump<DeliveryWork>({
    maxActive: MAX_LIVE_DELIVERIES,
    async claim(limit) {
      if (!deps.isStarted()) return [];
      const { deliveries, waitMs } = await store.claimDeliveries({ limit, nowMs: now() });
      if (waitMs !== undefined) pump.wakeAfter(waitMs);
      return deliveries;
    },
    async handle(work) {
      let next: DeliveryWork | undefined = work;
      try {
        while (next) next = await dispatch(next, dispatchDeps);
      } catch (error) {
        if (!isClaimLost(error)) throw error;
        meter.claimLost('delivery');
        log.warn({ ...error.facts, reason: error.message }, 'delivery dropped: it is not ours any more');
      }
    },
    onFault: (error) => log.error({ reason: reasonOf(error) }, 'taking deliveries failed; trying again'),
  });
  return pump;
}

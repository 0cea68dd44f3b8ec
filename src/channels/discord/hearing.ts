import type { ChannelHost } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import { InFlight } from '../../protocol/in-flight.ts';
import type { Inbound } from '../../protocol/inbound.ts';
import { readEvent } from './inbound.ts';
import { isAllowed } from './is-allowed.ts';
import { keep } from './keep.ts';
import type { Reading } from './reading.ts';
import type { Whereabouts } from './whereabouts.ts';
import { type GatewayEvent, isThread, payloadIn } from './wire.ts';

/** Messages that wait for the store at once; when it is away for long, more would only pile up. */
const MAX_WAITING = 10_000;

export interface Hearing {
  /** Takes a message, new or changed. Returns at once and never throws. */
  hear(event: GatewayEvent): void;
  /** Resolves when none is being kept. */
  settled(): Promise<void>;
}

/** Keeps messages, those of one channel in their order. */
export function createHearing(deps: {
  host: Pick<ChannelHost, 'receive' | 'log'>;
  reading: () => Reading;
  allow: readonly string[] | undefined;
  whereabouts: Whereabouts;
  /** Aborted when the channel stops. */
  stopping: AbortSignal;
}): Hearing {
  const { host, reading, allow, whereabouts, stopping } = deps;
  const { log } = host;
  const underWay = new InFlight();
  /** The last message of each channel that is being kept. */
  const tails = new Map<string, Promise<void>>();

  async function take(inbound: Inbound, before: Promise<void> | undefined): Promise<void> {
    await before;
    try {
      await keep(inbound, { host, stopping });
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'a message of discord is lost: it could not be kept before the stop');
    }
  }

  return {
    hear(event) {
      const inbound = readEvent(event, reading());
      if (!inbound) return;
      if (!isAllowed(inbound, event.d, allow)) {
        log.debug({ person: inbound.person.id }, 'not on the allow list of discord');
        return;
      }
      if (underWay.size >= MAX_WAITING) {
        log.error({ waiting: underWay.size }, 'a message of discord is lost: too many wait for the store');
        return;
      }
      const channelId = String(inbound.address.channel_id);
      if (isInThread(event)) whereabouts.joinThread(channelId);
      const tail = underWay.follow(take(inbound, tails.get(channelId)));
      tails.set(channelId, tail);
      void tail.then(() => {
        if (tails.get(channelId) === tail) tails.delete(channelId);
      });
    },
    settled: () => underWay.settled(),
  };
}

function isInThread(event: GatewayEvent): boolean {
  const payload = payloadIn(event);
  return payload?.type === 'message' && isThread(payload.message.channel_type);
}

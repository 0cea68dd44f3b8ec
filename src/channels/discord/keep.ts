import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelHost } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import type { Inbound, Received } from '../../protocol/inbound.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * Keeps an inbound, however long the store is away: the gateway tells of a thing once, so what is not kept now is lost.
 * Throws the store's error when `stopping` is aborted first.
 */
export async function keep(
  inbound: Inbound,
  { host, stopping }: { host: Pick<ChannelHost, 'receive' | 'log'>; stopping: AbortSignal },
): Promise<Received> {
  for (let failures = 0; ; failures++) {
    try {
      return await host.receive(inbound);
    } catch (error) {
      if (stopping.aborted) throw error;
      if (failures === 0) {
        host.log.error({ reason: reasonOf(error) }, 'what discord sent could not be kept; it is tried again');
      }
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10));
      await sleep(waitMs, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

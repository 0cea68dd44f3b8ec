import type { ChannelHost } from '../../protocol/channel.ts';
import type { Address } from '../../protocol/turn.ts';
import { isShared } from './address.ts';
import { keyOfMessage } from './receipt.ts';

/** Threads that the app takes part in: it was called there, or wrote there. Known on every instance and after a restart. */
export interface Threads {
  isOurs(thread: Address): Promise<boolean>;
  /** The app takes part from now on; nothing happens for what is no thread of several people. */
  join(place: Address): Promise<void>;
}

/**
 * Nothing is kept of a thread that was opened for an answer: the message above it was kept, and tells. Every other one
 * gets a mark.
 */
export function createThreads(options: {
  host: Pick<ChannelHost, 'isKept' | 'mark'>;
  openThreads: boolean;
  /** Everything is heard, so that no thread needs to be known. */
  hearsAll: boolean;
}): Threads {
  const { host, openThreads, hearsAll } = options;

  async function isOurs({ channel, thread_ts }: Address): Promise<boolean> {
    const [where, top] = [String(channel), String(thread_ts)];
    return (openThreads && (await host.isKept(keyOfMessage(where, top)))) || host.isKept(keyOfThread(where, top));
  }

  return {
    isOurs,
    async join(place) {
      const { channel, thread_ts } = place;
      if (hearsAll || thread_ts === undefined || !isShared(place) || (await isOurs(place))) return;
      await host.mark(keyOfThread(String(channel), String(thread_ts)), place);
    },
  };
}

function keyOfThread(channel: string, threadTs: string): string {
  return `thread:${channel}:${threadTs}`;
}

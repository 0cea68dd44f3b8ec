import type { Address } from '../../protocol/turn.ts';

/** The same payload for another conversation. */
export function readdress(payload: unknown, to: Address): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  const { channel, thread_ts, ...rest } = payload as Record<string, unknown>;
  return { channel: to.channel, ...(to.thread_ts !== undefined && { thread_ts: to.thread_ts }), ...rest };
}

import type { Address } from '../../protocol/turn.ts';

/** The same mail for another mailbox. */
export function readdress(payload: unknown, to: Address): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  return { ...payload, to: to.address };
}

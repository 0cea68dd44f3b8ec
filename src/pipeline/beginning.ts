import type { DeliveryWork } from '../protocol/kept-delivery.ts';
import type { Take, Taken, TurnWork } from '../protocol/store.ts';
import type { Pump } from './pump.ts';

/**
 * Runs a store write that may claim what it keeps, and begins what it claimed. It saves the claim: on the way of an
 * ordinary message through the store, that is every second transaction.
 */
export type Beginning = <Result extends object>(write: (take: Take) => Promise<Result>) => Promise<Result>;

/** A place in each pump is kept while the write runs, so that no burst begins more than there is room for. */
export async function beginWith<Result extends { taken?: Taken } | object>(
  pumps: { turns: Pump<TurnWork>; deliveries: Pump<DeliveryWork> },
  write: (take: Take) => Promise<Result>,
): Promise<Result> {
  const take = { turns: pumps.turns.reserve(), deliveries: pumps.deliveries.reserve() };
  let taken: Taken = { deliveries: [] };
  try {
    const result = await write(take);
    if ('taken' in result && result.taken) taken = result.taken;
    return result;
  } finally {
    if (take.turns) pumps.turns.fill(taken.turn ? [taken.turn] : []);
    if (take.deliveries) pumps.deliveries.fill(taken.deliveries);
  }
}

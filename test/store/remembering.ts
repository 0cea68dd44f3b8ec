import type { DeliveryClaim, DeliveryWork, Settlement } from '../../src/protocol/kept-delivery.ts';
import type { JoinedTurn, Store, TurnFinish, TurnWork } from '../../src/protocol/store.ts';

type Release = Parameters<Store['releaseTurn']>[0];

/** A store to which a test need not show the epoch of what it was given last. */
export interface RememberingStore extends Omit<Store, 'finishTurn' | 'releaseTurn' | 'joinWaiting' | 'settle'> {
  finishTurn(finish: Omit<TurnFinish, 'epoch'> & { epoch?: number }): ReturnType<Store['finishTurn']>;
  releaseTurn(release: Omit<Release, 'epoch'> & { epoch?: number }): Promise<void>;
  joinWaiting(claim: { turnId: string; epoch?: number }): Promise<JoinedTurn[]>;
  /** Of the claim of a turn that was given out last; 0 when none was. */
  epochOf(turnId: string): number;
  settle(claim: string | DeliveryClaim, settlement: Settlement, takeNext?: boolean): ReturnType<Store['settle']>;
}

/** Remembers the epoch of everything that the store gives out, and shows it where the caller names none. */
export function remembering(store: Store): RememberingStore {
  const epochs = new Map<string, number>();
  const noted = <Work extends TurnWork | DeliveryWork>(work: Work): Work => {
    epochs.set('deliveryId' in work ? `delivery ${work.deliveryId}` : `turn ${work.turnId}`, work.epoch);
    return work;
  };
  const epochOf = (turnId: string) => epochs.get(`turn ${turnId}`) ?? 0;
  const takenNoted = <Result extends { taken: { turn?: TurnWork; deliveries: readonly DeliveryWork[] } } | object>(
    result: Result,
  ): Result => {
    if (!('taken' in result)) return result;
    if (result.taken.turn) noted(result.taken.turn);
    result.taken.deliveries.forEach(noted);
    return result;
  };
  return {
    ...store,
    epochOf,
    accept: async (acceptance) => takenNoted(await store.accept(acceptance)),
    push: async (push) => takenNoted(await store.push(push)),
    claimTurns: async (limit) => (await store.claimTurns(limit)).map(noted),
    finishTurn: async (finish) =>
      takenNoted(await store.finishTurn({ ...finish, epoch: finish.epoch ?? epochOf(finish.turnId) })),
    releaseTurn: (release) => store.releaseTurn({ ...release, epoch: release.epoch ?? epochOf(release.turnId) }),
    joinWaiting: ({ turnId, epoch = epochOf(turnId) }) => store.joinWaiting({ turnId, epoch }),
    async claimDeliveries(request) {
      const claimed = await store.claimDeliveries(request);
      claimed.deliveries.forEach(noted);
      return claimed;
    },
    async settle(claim, settlement, takeNext) {
      const named =
        typeof claim === 'string' ? { deliveryId: claim, epoch: epochs.get(`delivery ${claim}`) ?? 0 } : claim;
      const settled = await store.settle(named, settlement, takeNext);
      if (settled.next) noted(settled.next);
      return settled;
    },
  };
}

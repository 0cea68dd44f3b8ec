import { describe } from 'vitest';
import { describeAccept } from './conformance/accept.ts';
import { describeClaims } from './conformance/claims.ts';
import { describeDeliveries } from './conformance/deliveries.ts';
import { describeLaneRates } from './conformance/lane-rates.ts';
import { describeMove } from './conformance/move.ts';
import { describePush } from './conformance/push.ts';
import { describeQuestions } from './conformance/questions.ts';
import { describeRestart } from './conformance/restart.ts';
import { describeSeats } from './conformance/seats.ts';
import { describeStopping } from './conformance/stopping.ts';
import { describeTake } from './conformance/take.ts';
import { describeTurns } from './conformance/turns.ts';
import { describeUpkeep } from './conformance/upkeep.ts';
import { type OpenBench, START_MS, type StoreKind } from './fixtures.ts';
import { remembering } from './remembering.ts';

/** What every implementation of the store promises. */
export function describeStore(name: string, kind: StoreKind): void {
  const open: OpenBench = async (options) => {
    const clock = { nowMs: START_MS };
    const { store, reopen } = await kind.open({ ...options, clock });
    return { store: remembering(store), reopen: async () => remembering(await reopen()), clock };
  };
  describe(name, () => {
    describeAccept(open);
    describeClaims(open);
    describeTurns(open);
    describeDeliveries(open);
    describeLaneRates(open);
    describeTake(open);
    describeQuestions(open);
    describePush(open);
    describeMove(open);
    describeSeats(open);
    describeStopping(open, kind.survivesRestart);
    describeUpkeep(open);
    describeRestart(open, kind.survivesRestart);
  });
}

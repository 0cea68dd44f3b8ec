import { describe } from 'vitest';
import { describeAccept } from './conformance/accept.ts';
import { describeAfterwards } from './conformance/afterwards.ts';
import { describeCancel } from './conformance/cancel.ts';
import { describeChannelMemory } from './conformance/channel-memory.ts';
import { describeClaims } from './conformance/claims.ts';
import { describeClock } from './conformance/clock.ts';
import { describeDead } from './conformance/dead.ts';
import { describeDeliveries } from './conformance/deliveries.ts';
import { describeEdits } from './conformance/edits.ts';
import { describeEpochs } from './conformance/epochs.ts';
import { describeInboundLimits } from './conformance/inbound-limits.ts';
import { describeJoined } from './conformance/joined.ts';
import { describeLaneRates } from './conformance/lane-rates.ts';
import { describeLeases } from './conformance/leases.ts';
import { describeMove } from './conformance/move.ts';
import { describePace } from './conformance/pace.ts';
import { describePeople } from './conformance/people.ts';
import { describePush } from './conformance/push.ts';
import { describeQuestions } from './conformance/questions.ts';
import { describeReset } from './conformance/reset.ts';
import { describeRestart } from './conformance/restart.ts';
import { describeSchedule } from './conformance/schedule.ts';
import { describeSeats } from './conformance/seats.ts';
import { describeStop } from './conformance/stop.ts';
import { describeTake } from './conformance/take.ts';
import { describeTurnLog } from './conformance/turn-log.ts';
import { describeTurns } from './conformance/turns.ts';
import { describeUpkeep } from './conformance/upkeep.ts';
import { describeUserChannels } from './conformance/user-channels.ts';
import { type OpenBench, START_MS, type StoreKind } from './fixtures.ts';
import { remembering } from './remembering.ts';

/** What every implementation of the store promises. */
export function describeStore(name: string, kind: StoreKind): void {
  const open: OpenBench = async (options) => {
    const clock = { nowMs: START_MS };
    const pass = async (ms: number) => {
      clock.nowMs += ms;
      await kind.pass?.(ms);
    };
    const { store, reopen } = await kind.open({ ...options, clock });
    return { store: remembering(store), reopen: async () => remembering(await reopen()), clock, pass };
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
    describeCancel(open);
    describeMove(open);
    describeSeats(open);
    describeUpkeep(open);
    describeUserChannels(open);
    describeClock(open);
    describeDead(open);
    describeAfterwards(open);
    describeEdits(open);
    describeEpochs(open);
    describeInboundLimits(open);
    describeJoined(open);
    describeLeases(open);
    describePace(open);
    describePeople(open);
    describeSchedule(open);
    describeChannelMemory(open, kind.survivesRestart);
    describeStop(open, kind.survivesRestart);
    describeReset(open);
    describeTurnLog(open, kind.survivesRestart);
    describeRestart(open, kind.survivesRestart);
  });
}

import { Gauge, type Registry } from 'prom-client';
import type { StoreCounts } from '../protocol/store.ts';

/** Gauges of what the store holds, over all instances that share it. Gives the function that sets them. */
export function storeGauges(registry: Registry): (counts: StoreCounts, nowMs: number) => void {
  const gauge = (name: string, help: string) => new Gauge({ name: `footbridge_${name}`, help, registers: [registry] });
  const waitingTurns = gauge('waiting_turns', 'Turns in the inbox that wait.');
  const oldestTurn = gauge('oldest_open_turn_seconds', 'Age of the oldest turn that waits or runs; 0 = there is none.');
  const waitingDeliveries = gauge('waiting_deliveries', 'Deliveries in the outbox that wait.');
  const scheduledDeliveries = gauge('scheduled_deliveries', 'Deliveries whose time has not come.');
  const deadTurns = gauge('dead_turns', 'Turns that were set aside.');
  const deadDeliveries = gauge('dead_deliveries', 'Deliveries that were given up.');
  return (counts, nowMs) => {
    const { oldestOpenTurnMs } = counts;
    waitingTurns.set(counts.waitingTurns);
    // A clock that was set back makes no negative age.
    oldestTurn.set(oldestOpenTurnMs === undefined ? 0 : Math.max(0, nowMs - oldestOpenTurnMs) / 1000);
    waitingDeliveries.set(counts.waitingDeliveries);
    scheduledDeliveries.set(counts.scheduledDeliveries);
    deadTurns.set(counts.deadTurns);
    deadDeliveries.set(counts.deadDeliveries);
  };
}

import type { StoreCounts } from '../../protocol/store.ts';
import type { Driver } from './driver.ts';
import type { Lanes } from './lanes.ts';

const DEAD_TURNS = `select count(*) as dead from turn where state = 'dead' and finished_at_ms is not null`;
const DEAD_DELIVERIES = `select count(*) as dead from delivery where state = 'dead' and finished_at_ms is not null`;

export function prepareCounts(driver: Driver, lanes: { turns: Lanes; deliveries: Lanes }) {
  const deadTurns = driver.prepare<{ dead: number }>(DEAD_TURNS);
  const deadDeliveries = driver.prepare<{ dead: number }>(DEAD_DELIVERIES);
  return (): StoreCounts => ({
    waitingTurns: lanes.turns.waiting(),
    waitingDeliveries: lanes.deliveries.waiting(),
    deadTurns: deadTurns.get()?.dead ?? 0,
    deadDeliveries: deadDeliveries.get()?.dead ?? 0,
  });
}

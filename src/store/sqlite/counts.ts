import type { StoreCounts } from '../../protocol/store.ts';
import type { Driver } from './driver.ts';
import type { Lanes } from './lanes.ts';

const DEAD_TURNS = `select count(*) as count from turn where state = 'dead' and finished_at_ms is not null`;
const DEAD_DELIVERIES = `select count(*) as count from delivery where state = 'dead' and finished_at_ms is not null`;
const SCHEDULED = 'select count(*) as count from delivery where not_before_ms > 0';
const OLDEST_OPEN_TURN = `
  select min(turn.received_at_ms) as received_at_ms
  from turn_lane join turn on turn.conversation = turn_lane.name and turn.finished_at_ms is null`;

export function prepareCounts(driver: Driver, lanes: { turns: Lanes; deliveries: Lanes }) {
  const counted = (sql: string) => {
    const statement = driver.prepare<{ count: number }>(sql);
    return () => statement.get()?.count ?? 0;
  };
  const deadTurns = counted(DEAD_TURNS);
  const deadDeliveries = counted(DEAD_DELIVERIES);
  const scheduled = counted(SCHEDULED);
  const oldestOpenTurn = driver.prepare<{ received_at_ms: number | null }>(OLDEST_OPEN_TURN);
  return (): StoreCounts => {
    const counts: StoreCounts = {
      waitingTurns: lanes.turns.waiting(),
      waitingDeliveries: lanes.deliveries.waiting(),
      scheduledDeliveries: scheduled(),
      deadTurns: deadTurns(),
      deadDeliveries: deadDeliveries(),
    };
    const oldestOpenTurnMs = oldestOpenTurn.get()?.received_at_ms ?? undefined;
    if (oldestOpenTurnMs !== undefined) counts.oldestOpenTurnMs = oldestOpenTurnMs;
    return counts;
  };
}

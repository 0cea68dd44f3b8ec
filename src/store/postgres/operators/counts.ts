import type { StoreCounts } from '../../../protocol/store.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';

const COUNT: Statement = {
  name: 'counts',
  text: `
    select
      (select coalesce(sum(waiting), 0)::bigint from turn_lane) as waiting_turns,
      (select coalesce(sum(waiting), 0)::bigint from delivery_lane) as waiting_deliveries,
      (select count(*) from delivery where state = 'scheduled') as scheduled_deliveries,
      (select count(*) from turn where state = 'dead' and finished_at_ms is not null) as dead_turns,
      (select count(*) from delivery where state = 'dead' and finished_at_ms is not null) as dead_deliveries,
      (select min(received_at_ms) from turn where finished_at_ms is null) as oldest_open_turn_ms`,
};

export interface CountsRow {
  waiting_turns: number;
  waiting_deliveries: number;
  scheduled_deliveries: number;
  dead_turns: number;
  dead_deliveries: number;
  oldest_open_turn_ms: number | null;
}

export function countAll(): Query {
  return bind(COUNT);
}

export function countsOf(row: CountsRow): StoreCounts {
  return {
    waitingTurns: row.waiting_turns,
    waitingDeliveries: row.waiting_deliveries,
    scheduledDeliveries: row.scheduled_deliveries,
    deadTurns: row.dead_turns,
    deadDeliveries: row.dead_deliveries,
    ...(row.oldest_open_turn_ms !== null && { oldestOpenTurnMs: row.oldest_open_turn_ms }),
  };
}
